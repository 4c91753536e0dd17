import { type ShownItem, shownItemOf } from '#ui/item/item-cell.tsx';
import type { CuratedItem } from '#features/search-settings/curations/curations.contract.ts';

export interface KnownItem {
  readonly shown: ShownItem;
  /** It is no longer in the catalogue. */
  readonly isGone: boolean;
}
export type KnownItems = Readonly<Record<string, KnownItem>>;

export const told = (items: readonly (Partial<CuratedItem> & { readonly id: string })[]): KnownItems =>
  Object.fromEntries(items.map((item) => [item.id, { shown: shownItemOf(item), isGone: item.is_gone ?? false }]));

/** Shown until an answer has the item. */
const unknown = (id: string): KnownItem => ({ shown: { name: id }, isGone: false });

export const itemOf = (known: KnownItems, id: string): KnownItem => known[id] ?? unknown(id);

/** Adds items. Unchanged ones stay the same object, so that their cards aren't rendered again. */
export function withKnown(known: KnownItems, more: KnownItems): KnownItems {
  const isNew = ([id, item]: [string, KnownItem]): boolean => JSON.stringify(known[id]) !== JSON.stringify(item);
  return { ...known, ...Object.fromEntries(Object.entries(more).filter(isNew)) };
}
