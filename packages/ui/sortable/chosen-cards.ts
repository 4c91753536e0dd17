import type { CardList } from './card-places.ts';

export interface Chosen {
  readonly list: string | null;
  readonly ids: ReadonlySet<string>;
  readonly fromId: string | null;
}

export const noneChosen: Chosen = { list: null, ids: new Set(), fromId: null };

interface Keys {
  readonly shiftKey: boolean;
  readonly ctrlKey: boolean;
  readonly metaKey: boolean;
}

/** Ctrl toggles a card, Shift selects a range. */
export function chosenAfter(chosen: Chosen, list: CardList, id: string, { shiftKey, ctrlKey, metaKey }: Keys): Chosen {
  const own = chosen.list === list.name ? chosen : noneChosen;
  if (shiftKey) return rangeTo(own, list, own.fromId ?? id, id);
  if (!ctrlKey && !metaKey) return { list: list.name, ids: new Set(), fromId: id };
  const ids = new Set(own.ids);
  if (!ids.delete(id)) ids.add(id);
  return { list: list.name, ids, fromId: id };
}

export function rangeTo(chosen: Chosen, list: CardList, fromId: string, toId: string): Chosen {
  const begin = chosen.list === list.name && chosen.fromId !== null && list.ids.includes(chosen.fromId) ? chosen.fromId : fromId;
  const [first, last] = [list.ids.indexOf(begin), list.ids.indexOf(toId)].toSorted((a, b) => a - b) as [number, number];
  return { list: list.name, ids: new Set(list.ids.slice(Math.max(0, first), last + 1)), fromId: begin };
}
