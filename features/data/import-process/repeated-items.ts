import type { Item } from '#contract/item.ts';

/** What is told of an item that another feed of the collection brings, too. */
export const otherFeedItem = ({ id, fields: { name } }: Item, feed: string, position: number) =>
  ({
    severity: 'error',
    position,
    item: String(name ?? id),
    field: 'id',
    value: `${id} (${feed})`,
    reason: 'otherFeedItem',
  }) as const;

/** Of items that come twice the first one is added, unless it was there before. */
export function withoutDuplicates(items: readonly Item[], duplicates: readonly string[]): readonly Item[] {
  if (duplicates.length === 0) return items;
  const left = new Map<string, number>();
  for (const { id } of items) left.set(id, (left.get(id) ?? 0) + 1);
  for (const id of duplicates) left.set(id, (left.get(id) ?? 0) - 1);
  return items.filter(({ id }) => {
    const isAdded = (left.get(id) ?? 0) > 0;
    left.set(id, 0);
    return isAdded;
  });
}

/** What is told of an item that comes again. */
export const duplicateOf = (id: string, item: string, position: number) =>
  ({ severity: 'error', position, item, field: 'id', value: id, reason: 'duplicateItem' }) as const;
