import { expect, test } from 'vitest';
import { newField } from './collection-fields.ts';

test('a code that variants have in common is searched, and not offered while somebody types', () => {
  const codes = ['handbag-1', 'handbag-2'];
  expect(newField('item_group', 'text', codes)).toMatchObject({ isAutocomplete: false, relevance: { searchable: true } });
  expect(newField('name', 'text', ['Shoulder handbag'])).toMatchObject({ isAutocomplete: true });
});

test('addresses are not counted, however short they are and however many items share them', () => {
  const values = (each: (number: number) => string) => Array.from({ length: 8 }, (_, number) => each(number % 2));
  expect(
    newField(
      'imgurl_alternative',
      'text',
      values((number) => `https://shop.example/${number}.jpg`),
    ).isFacet,
  ).toBe(false);
  expect(
    newField(
      'material',
      'text',
      values((number) => `steel ${number}`),
    ).isFacet,
  ).toBe(true);
});
