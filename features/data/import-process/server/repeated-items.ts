import type { Item } from '#contract/item.ts';
import type { FeedRecord } from '#feeds/feed-record.ts';

export interface BroughtItem {
  readonly item: Item;
  readonly record: FeedRecord;
}

/** What is told of an item that another feed of the collection brings, too. */
export const otherFeedItem = ({ item: { id, fields }, record: { position } }: BroughtItem, feed: string) =>
  ({
    severity: 'error',
    position,
    item: String(fields.name ?? id),
    field: 'id',
    value: `${id} (${feed})`,
    reason: 'otherFeedItem',
  }) as const;

/**
 * Parts what was brought at once into items that are added and what is told of those that come again. `duplicates` names each of the
 * latter by its id; of items with one id the first one stays, unless it was there before.
 */
export function withoutRepeats(brought: readonly BroughtItem[], duplicates: readonly string[]) {
  if (duplicates.length === 0) return { added: brought, repeats: [] };
  const left = new Map<string, number>();
  for (const id of duplicates) left.set(id, (left.get(id) ?? 0) + 1);
  const isRepeat = ({ item: { id } }: BroughtItem): boolean => {
    const count = left.get(id) ?? 0;
    left.set(id, count - 1);
    return count > 0;
  };
  const repeats = new Set(brought.toReversed().filter(isRepeat));
  return {
    added: brought.filter((each) => !repeats.has(each)),
    repeats: brought.filter((each) => repeats.has(each)).map(repeatedItem),
  };
}

const repeatedItem = ({ item: { id, fields }, record: { position } }: BroughtItem) =>
  ({ severity: 'error', position, item: String(fields.name ?? id), field: 'id', value: id, reason: 'duplicateItem' }) as const;
