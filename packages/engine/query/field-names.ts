import { fold } from './analysis/folding.ts';

/** Names of the field that says what an item is, as shops and feeds call it. */
export const namePattern =
  /^(name|title|product|productname|product_name|item_name|nazev|nazov|jmeno|bezeichnung|titel|nombre|nom|headline)$/;

/** Numbers that tell an item from all others, whatever stands before their names. */
const identifiers = 'ean|gtin|isbn|upc|mpn|sku|asin|productno|part_number|katalogove_cislo|catalog_number';
/** Whose code or model it is: that of a part, such as `processor_model`, or of the customs is shared by many items. */
const ownOnes =
  'product|produkt|item|article|goods|zbozi|variant|catalog|catalogue|order|stock|internal|external|part|supplier|manufacturer|vendor|seller|shop|ean|gtin|isbn|upc|bar';

/** Names of fields with codes, folded and without the parts that only say where they come from. */
export const codePattern = new RegExp(`^(?:(?:.*_)?(?:${identifiers})|(?:(?:${ownOnes})_)?(?:code|model|kod))$`);

/** A field's name in small letters, with `_` between its words. */
export function plainFieldName(fieldName: string): string {
  return fold(fieldName.replace(/([a-z])([A-Z])/g, '$1_$2')).replace(/[\s-]+/g, '_');
}

export const isNameField = (fieldName: string): boolean => namePattern.test(plainFieldName(fieldName));
export const isCodeField = (fieldName: string): boolean => codePattern.test(plainFieldName(fieldName));
