import type { FieldType } from '#contract/item.ts';

/** Fields that every collection of products can have, beside the id, with their types. What else a feed has keeps its own name. */
export const itemFields = {
  name: 'text',
  description: 'text',
  brand: 'text',
  category: 'text',
  price: 'float',
  price_before: 'float',
  currency: 'text',
  image: 'text',
  url: 'text',
  availability: 'text',
  ean: 'text',
  product_code: 'text',
  item_group: 'text',
  popularity: 'float',
} as const satisfies Readonly<Record<string, FieldType>>;

export type ItemField = keyof typeof itemFields;

export function isItemField(name: string): name is ItemField {
  return Object.hasOwn(itemFields, name);
}
