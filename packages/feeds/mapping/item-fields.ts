import type { FieldType } from '#contract/item.ts';

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

export type MappingReason = 'feedName' | 'sampledValues' | 'ownName' | 'generatedId' | 'owner';

/** The first value wins among those with the same `to`. */
export interface FieldMapping {
  /** The feed's own name, as in `FeedRecord.fields`. */
  readonly from: string;
  /** `id`, a standard or own field; null ignores the feed's field. */
  readonly to: string | null;
  readonly reason: MappingReason;
  readonly isHashed?: true;
}
