import { expect, it } from 'vitest';
import { fieldLabel, valueWord } from './field-words.ts';

it('labels standard fields and values, and leaves custom fields unchanged', () => {
  expect([fieldLabel('availability'), fieldLabel('heel_height')]).toEqual(['Availability', 'heel_height']);
  const values = [valueWord('availability', 'in_stock'), valueWord('colour', 'in_stock'), valueWord('is_new', true)];
  expect(values).toEqual(['In stock', 'in_stock', 'Yes']);
});
