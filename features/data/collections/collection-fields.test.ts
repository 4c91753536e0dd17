import { expect, test } from 'vitest';
import { newField } from './collection-fields.ts';

test('a code that variants have in common is searched, and not offered while somebody types', () => {
  const codes = ['handbag-1', 'handbag-2'];
  expect(newField('item_group', 'text', codes)).toMatchObject({ isAutocomplete: false, relevance: { searchable: true } });
  expect(newField('name', 'text', ['Shoulder handbag'])).toMatchObject({ isAutocomplete: true });
});
