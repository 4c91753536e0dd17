import { type ShownItem, shownItemOf } from '#console-kit/item/item-cell.tsx';
import type { CuratedItem } from '#features/search-settings/curations/curations.contract.ts';

/** An item as the editor knows it. */
export interface KnownItem {
  readonly shown: ShownItem;
  /** It is no longer in the catalogue. */
  readonly isGone: boolean;
}
export type KnownItems = Readonly<Record<string, KnownItem>>;

/** What an answer tells of items. */
export const told = (items: readonly (Partial<CuratedItem> & { readonly id: string })[]): KnownItems =>
  Object.fromEntries(items.map((item) => [item.id, { shown: shownItemOf(item), isGone: item.is_gone ?? false }]));

/** Of an item that nobody has told of. */
const unknown = (id: string): KnownItem => ({ shown: { name: id }, isGone: false });

export const itemOf = (known: KnownItems, id: string): KnownItem => known[id] ?? unknown(id);

/** With what else is known. What is known as it was stays the same object, so that its card isn't drawn again. */
export function withKnown(known: KnownItems, more: KnownItems): KnownItems {
  const isNew = ([id, item]: [string, KnownItem]): boolean => JSON.stringify(known[id]) !== JSON.stringify(item);
  return { ...known, ...Object.fromEntries(Object.entries(more).filter(isNew)) };
}
