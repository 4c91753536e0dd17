import { expect, it } from 'vitest';
import { fieldLabel, valueWord } from './field-words.ts';

it('labels standard fields and values, and leaves custom fields unchanged', () => {
  expect(['availability', 'color', 'heel_height'].map(fieldLabel)).toEqual(['Availability', 'Colour', 'heel_height']);
  const values = [valueWord('availability', 'in_stock'), valueWord('colour', 'in_stock'), valueWord('is_new', true)];
  expect(values).toEqual(['In stock', 'in_stock', 'Yes']);
});

it('writes the path of a category as people read it, and keeps the names of a shop', () => {
  expect(valueWord('category', 'Wear > Hats')).toBe('Wear › Hats');
  expect(fieldLabel('url')).toBe('Address');
  expect([fieldLabel('constructor'), fieldLabel('field')]).toEqual(['constructor', 'field']);
});
