import { type RefObject, useLayoutEffect, useRef, useState } from 'react';
import { buttonAttribute, cardAttribute, type CardList, listAttribute } from './card-places.ts';

interface Wanted {
  readonly id: string;
  readonly button: string | null;
  /** Where the card stood, for the one that takes its place when it goes to another list. */
  readonly list: string;
  readonly place: number;
}

/** Keeps the focus of the keyboard where the person works, while cards move and go. */
export function useCardFocus(root: RefObject<HTMLElement | null>, lists: readonly CardList[]) {
  const [current, setCurrent] = useState<Readonly<Record<string, string>>>({});
  const wanted = useRef<Wanted | null>(null);
  const cardOf = (id: string) => root.current?.querySelector<HTMLElement>(`[${cardAttribute}="${CSS.escape(id)}"]`);

  useLayoutEffect(() => {
    const next = wanted.current;
    wanted.current = null;
    if (!next) return;
    const list = lists.find(({ name }) => name === next.list);
    const id = list?.ids.includes(next.id) ? next.id : (list?.ids[next.place] ?? list?.ids.at(-1) ?? next.id);
    const card = cardOf(id);
    const button =
      next.button === null ? null : card?.querySelector<HTMLElement>(`[${buttonAttribute}="${next.button}"]:enabled`);
    (button ?? card)?.focus();
  });

  return {
    currentOf: ({ name, ids }: CardList): string | undefined => {
      const last = current[name];
      return last !== undefined && ids.includes(last) ? last : ids[0];
    },
    noted: ({ name }: CardList, id: string) => setCurrent((all) => (all[name] === id ? all : { ...all, [name]: id })),
    to: (id: string) => cardOf(id)?.focus(),
    /** Before cards move: remembers the card that has the focus, or a button of which was pressed. */
    keep: (ids: readonly string[], to: string) => {
      const active = document.activeElement;
      const card = active?.closest(`[${cardAttribute}]`);
      const list = active?.closest(`[${listAttribute}]`)?.getAttribute(listAttribute);
      const id = card?.getAttribute(cardAttribute);
      if (!root.current?.contains(active) || !list || !id || !ids.includes(id)) return;
      const place = lists.find(({ name }) => name === list)?.ids.indexOf(id) ?? 0;
      wanted.current = { id, list, place, button: to === list ? (active?.getAttribute(buttonAttribute) ?? null) : null };
    },
  };
}
