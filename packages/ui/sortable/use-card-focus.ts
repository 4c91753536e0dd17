import { type RefObject, useLayoutEffect, useRef, useState } from 'react';
import { buttonAttribute, cardAttribute, type CardList, listAttribute } from './card-places.ts';

interface Wanted {
  readonly id: string;
  readonly button: string | null;
  readonly list: string;
  readonly place: number;
}

/** Keeps the keyboard focus while cards move. */
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
