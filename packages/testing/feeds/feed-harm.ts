import type { Item } from '#contract/item.ts';
import { defaultGuard } from '#features/data/feed-settings/feed.contract.ts';

/** The live items by their ids. */
export type Live = ReadonlyMap<string, Item>;

export const liveOf = (items: readonly Item[]): Live => new Map(items.map((item) => [item.id, item]));

const isPriced = ({ fields: { price } }: Item): boolean => typeof price === 'number' && price > 0;
const shareOf = (part: number, whole: number): number => part / Math.max(1, whole);

/** The most that may happen to a shop without a person having said so: what the guard promises when nobody has changed it. */
const most = {
  lost: defaultGuard.fewer_items_percent / 100,
  renamed: defaultGuard.changed_ids_percent / 100,
  /** Who has no price can't be sold, as if it were gone. */
  unpriced: defaultGuard.fewer_items_percent / 100,
  /** Items that are shown as others. */
  mixed: defaultGuard.bad_items_percent / 100,
};

/** What the visitors of a shop would have lost, as sentences; empty for a change that harms nobody. */
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
