import type { Item } from '#contract/item.ts';
import type { CollectionField } from '#features/data/collections/server/collections.store.ts';
import { problemOf } from '#feeds/feed-record.ts';
import type { ItemResult } from '#feeds/items/to-item.ts';
import { maxIdChars } from '#feeds/limits.ts';

const plainIdField = 'id';

export const uniqueFieldOf = (fields: readonly CollectionField[]): string =>
  fields.find(({ isUnique }) => isUnique)?.name ?? plainIdField;

/** The item with the value of its unique field as its id; null where it has none. */
export function identifiedBy(field: string, item: Item): Item | null {
  if (field === plainIdField) return item;
  const value = item.fields[field];
  const id = String((typeof value === 'object' ? value[0] : value) ?? '').trim();
  return id === '' ? null : { ...item, id };
}

/** A price without a currency is in the project's. */
export function inCurrency(currency: string | null, { item, problems }: ItemResult): ItemResult {
  if (currency === null || item?.fields.price === undefined || item.fields.currency !== undefined) return { item, problems };
  return { item: { ...item, fields: { ...item.fields, currency } }, problems };
}

export function withUniqueField(field: string, { item, problems }: ItemResult): ItemResult {
  if (item === null || field === plainIdField) return { item, problems };
  const identified = identifiedBy(field, item);
  if (identified !== null && identified.id.length <= maxIdChars) return { item: identified, problems };
  const reason = identified === null ? 'missingId' : 'idTooLong';
  return { item: null, problems: [...problems, problemOf(reason, 'error', field, identified?.id ?? item.id)] };
}
