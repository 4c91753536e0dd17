import { fold } from '#engine/analysis/folding.ts';

/** Names of the field that says what an item is, as shops and feeds call it. */
export const namePattern =
  /^(name|title|product|productname|product_name|item_name|nazev|nazov|jmeno|bezeichnung|titel|nombre|nom|headline)$/;

/** A field's name in small letters, with `_` between its words. */
export function plainFieldName(fieldName: string): string {
  return fold(fieldName.replace(/([a-z])([A-Z])/g, '$1_$2')).replace(/[\s-]+/g, '_');
}

export const isNameField = (fieldName: string): boolean => namePattern.test(plainFieldName(fieldName));
