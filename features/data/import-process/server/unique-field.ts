import type { Item } from '#contract/item.ts';
import type { CollectionField } from '#features/data/collections/server/collections.store.ts';
import { problemOf } from '#feeds/field-bag.ts';
import { maxIdChars } from '#feeds/limits.ts';
import type { ItemResult } from '#feeds/items/to-item.ts';

/** What items are told apart by where nobody chose a field. */
export const plainIdField = 'id';

export const uniqueFieldOf = (fields: readonly CollectionField[]): string =>
  fields.find(({ isUnique }) => isUnique)?.name ?? plainIdField;

/** The item with the value of that field for its id; null where it has none. */
export function identifiedBy(field: string, item: Item): Item | null {
  if (field === plainIdField) return item;
  const value = item.fields[field];
  const id = String((typeof value === 'object' ? value[0] : value) ?? '').trim();
  return id === '' ? null : { ...item, id };
}

/** What became of a record, with the id that the collection's unique field says. */
export function withUniqueField(field: string, { item, problems }: ItemResult): ItemResult {
  if (item === null || field === plainIdField) return { item, problems };
  const identified = identifiedBy(field, item);
  if (identified === null) return { item: null, problems: [...problems, problemOf('missingId', 'error', field, item.id)] };
  const isLong = identified.id.length > maxIdChars;
  return isLong
    ? { item: null, problems: [...problems, problemOf('idTooLong', 'error', field, identified.id)] }
    : { item: identified, problems };
}
