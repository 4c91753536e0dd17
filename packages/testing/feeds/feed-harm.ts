import type { Item } from '#contract/item.ts';
import { defaultGuard } from '#features/data/feed-settings/feed.contract.ts';

export type Live = ReadonlyMap<string, Item>;

export const liveOf = (items: readonly Item[]): Live => new Map(items.map((item) => [item.id, item]));

const isPriced = ({ fields: { price } }: Item): boolean => typeof price === 'number' && price > 0;
const shareOf = (part: number, whole: number): number => part / Math.max(1, whole);

/** Defaults of the import guard. */
const most = {
  lost: defaultGuard.fewer_items_percent / 100,
  renamed: defaultGuard.changed_ids_percent / 100,
  /** An item without a price can't be sold. */
  unpriced: defaultGuard.fewer_items_percent / 100,
  mixed: defaultGuard.bad_items_percent / 100,
};

export function harmsOf(before: Live, after: Live): string[] {
  const kept = [...before.values()].filter(({ id }) => after.has(id));
  const now = (item: Item): Item => after.get(item.id) as Item;
  const names = new Set([...before.values()].map(({ fields }) => fields['name']));
  const shares = {
    lost: shareOf(before.size - after.size, before.size),
    renamed: 1 - shareOf(kept.length, Math.min(before.size, after.size)),
    unpriced: shareOf(kept.filter((item) => isPriced(item) && !isPriced(now(item))).length, kept.filter(isPriced).length),
    mixed: shareOf(
      kept.filter((item) => now(item).fields['name'] !== item.fields['name'] && names.has(now(item).fields['name'])).length,
      kept.length,
    ),
  };
  return (Object.keys(most) as (keyof typeof most)[])
    .filter((harm) => shares[harm] > most[harm])
    .map((harm) => `${Math.round(shares[harm] * 100)} % of the items are ${harm}`);
}
