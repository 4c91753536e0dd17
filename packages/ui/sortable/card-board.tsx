import { VisuallyHidden } from '@mantine/core';
import { useQueryClient } from '@tanstack/react-query';
import {
  createContext,
  type KeyboardEvent,
  type ReactNode,
  type RefObject,
  useContext,
  useEffect,
  useLayoutEffect,
  useRef,
  useState,
} from 'react';
import { laterCode } from '#ui/calls/queries.ts';
import { t } from '#ui/text/i18n.ts';
import classes from './sortable.module.css';

/** On a card: its id. */
export const cardAttribute = 'data-card';
/** On a list: its name. */
export const listAttribute = 'data-card-list';
/** On the drop area of a list: the name of the list. */
export const areaAttribute = 'data-card-area';
/** On the part of a card that it is dragged by; without one, all of it. */
export const handleAttribute = 'data-card-handle';
/** On a button of a card: its action, to focus it again once the card has moved. */
export const buttonAttribute = 'data-card-button';

export interface DropPlace {
  readonly list: string;
  /** Before the card at this index. */
  readonly at: number;
}

interface CardList {
  readonly name: string;
  readonly label: string;
  readonly ids: readonly string[];
  /** False if its order is fixed. */
  readonly isOrdered: boolean;
  /** Left and right arrows move between cards, too. */
  readonly isGrid?: boolean;
}

interface BoardOptions {
  readonly lists: readonly CardList[];
  readonly nameOf: (id: string) => string;
  /** Moves a card into a list: in an ordered one before the card at `at`. */
  readonly move: (id: string, to: string, at?: number) => void;
  /** Keys that move the focused card to a list. */
  readonly letters?: Readonly<Record<string, string>>;
}

interface Board {
  readonly lists: readonly CardList[];
  /** Where the dragged card would go. */
  readonly over: DropPlace | null;
  /** The one card of a list in the tab order. */
  readonly currentOf: (list: CardList) => string | undefined;
  readonly move: BoardOptions['move'];
  readonly press: (list: CardList, id: string, event: KeyboardEvent) => void;
  readonly focused: (list: CardList, id: string) => void;
}

const BoardContext = createContext<Board | null>(null);

export function useCards(): Board {
  const board = useContext(BoardContext);
  if (!board) throw new Error('useCards needs a CardBoard.');
  return board;
}

interface CardBoardProps extends BoardOptions {
  readonly className?: string | undefined;
  readonly children: ReactNode;
}

/** Lists of cards that are moved by mouse, touch and keys. Moves are announced to screen readers. */
export function CardBoard({ className, children, lists, nameOf, move: moveCard, letters = {} }: CardBoardProps) {
  const root = useRef<HTMLDivElement>(null);
  const focus = useCardFocus(root, lists);
  const slide = useSlides(root);
  const [moved, setMoved] = useState<{ readonly id: string; readonly to: string } | null>(null);

  const move: BoardOptions['move'] = (id, to, at) => {
    focus.keep(id, to);
    slide();
    moveCard(id, to, at);
    setMoved({ id, to });
  };
  const over = useDragging(root, (id, { list: to, at }) => {
    const list = lists.find(({ name }) => name === to);
    if (list?.isOrdered) move(id, to, at);
    else if (!list?.ids.includes(id)) move(id, to);
  });

  const press = (list: CardList, id: string, event: KeyboardEvent) => {
    const { key, altKey, ctrlKey, metaKey } = event;
    if (ctrlKey || metaKey) return;
    const place = list.ids.indexOf(id);
    const row = list.isGrid === true ? cardsInRow(event.currentTarget) : 1;
    const side = list.isGrid === true ? 1 : 0;
    const step = { ArrowUp: -row, ArrowDown: row, ArrowLeft: -side, ArrowRight: side }[key] ?? 0;
    const next = key === 'Home' ? list.ids[0] : key === 'End' ? list.ids.at(-1) : list.ids[place + step];
    const to = altKey ? undefined : letters[key];
    if (altKey && step !== 0 && list.isOrdered) {
      if (next !== undefined) move(id, list.name, step === 1 ? place + 2 : place - 1);
    } else if (!altKey && next !== undefined && next !== id) focus.to(next);
    else if (to !== undefined && to !== list.name) move(id, to);
    else return;
    event.preventDefault();
  };
  return (
    <BoardContext value={{ lists, over, currentOf: focus.currentOf, move, press, focused: focus.noted }}>
      <div ref={root} className={className}>
        {children}
        <VisuallyHidden role="status" aria-live="assertive">
          {moved && announcement(lists, moved.id, moved.to, nameOf)}
        </VisuallyHidden>
      </div>
    </BoardContext>
  );
}

function announcement(lists: readonly CardList[], id: string, to: string, nameOf: (id: string) => string): string {
  const list = lists.find(({ name }) => name === to);
  if (!list) return '';
  const place = list.ids.indexOf(id) + 1;
  if (!list.isOrdered || place === 0) return `${nameOf(id)}, ${list.label}`;
  return t('{item}, place {place} of {total}', { item: nameOf(id), place, total: list.ids.length });
}

function cardsInRow(card: EventTarget): number {
  const cards = [...((card as HTMLElement).parentElement?.children ?? [])] as HTMLElement[];
  return Math.max(1, cards.filter(({ offsetTop }) => offsetTop === cards[0]?.offsetTop).length);
}

const slideMs = 120;

/** Call it before cards move: they slide to their new places, unless people prefer less motion. */
function useSlides(root: RefObject<HTMLElement | null>): () => void {
  const before = useRef<ReadonlyMap<string, DOMRect>>(null);
  const rects = () =>
    [...(root.current?.querySelectorAll<HTMLElement>(`[${cardAttribute}]`) ?? [])].map(
      (card) => [card, card.getAttribute(cardAttribute) ?? '', card.getBoundingClientRect()] as const,
    );
  useLayoutEffect(() => {
    const last = before.current;
    before.current = null;
    if (last === null || matchMedia('(prefers-reduced-motion: reduce)').matches) return;
    for (const [card, id, { left, top }] of rects()) {
      const from = last.get(id);
      if (from === undefined || (from.left === left && from.top === top)) continue;
      const begin = { transform: `translate(${from.left - left}px, ${from.top - top}px)` };
      card.animate([begin, { transform: 'none' }], { duration: slideMs, easing: 'ease-out' });
    }
  });
  return () => {
    before.current = new Map(rects().map(([, id, rect]) => [id, rect]));
  };
}

/** Dragging is loaded after the page, and renders nothing again. */
function useDragging(root: RefObject<HTMLElement | null>, drop: (id: string, place: DropPlace) => void): DropPlace | null {
  const [over, setOver] = useState<DropPlace | null>(null);
  const client = useQueryClient();
  const newest = useRef(drop);
  const dragging = useRef<ReturnType<typeof import('./dragging.ts').startDragging> | null>(null);
  useLayoutEffect(() => {
    newest.current = drop;
    dragging.current?.follow();
  });
  useEffect(() => {
    let isGone = false;
    const start = async () => {
      const { startDragging } = await client.fetchQuery(laterCode('dragging', () => import('./dragging.ts')));
      const board = root.current;
      if (isGone || !board) return;
      const does = { over: setOver, drop: (id: string, place: DropPlace) => newest.current(id, place) };
      dragging.current = startDragging(board, does, classes['ghost'] ?? '');
      dragging.current.follow();
      board.setAttribute('data-draggable', 'true');
    };
    // Buttons and keys move cards without it.
    start().catch(() => undefined);
    return () => {
      isGone = true;
      dragging.current?.stop();
      dragging.current = null;
    };
  }, [client, root]);
  return over;
}

interface KeptFocus {
  readonly id: string;
  readonly button: string | null;
  /** The card that takes this place gets the focus if the moved one leaves the list. */
  readonly list: string;
  readonly place: number;
}

/** Keeps the keyboard focus in place while cards move. */
function useCardFocus(root: RefObject<HTMLElement | null>, lists: readonly CardList[]) {
  const [current, setCurrent] = useState<Readonly<Record<string, string>>>({});
  const kept = useRef<KeptFocus | null>(null);
  const cardOf = (id: string) => root.current?.querySelector<HTMLElement>(`[${cardAttribute}="${CSS.escape(id)}"]`);

  useLayoutEffect(() => {
    const next = kept.current;
    kept.current = null;
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
    keep: (moving: string, to: string) => {
      const active = document.activeElement;
      const id = active?.closest(`[${cardAttribute}]`)?.getAttribute(cardAttribute);
      const list = active?.closest(`[${listAttribute}]`)?.getAttribute(listAttribute);
      if (!root.current?.contains(active) || !list || id !== moving) return;
      const place = lists.find(({ name }) => name === list)?.ids.indexOf(id) ?? 0;
      kept.current = { id, list, place, button: to === list ? (active?.getAttribute(buttonAttribute) ?? null) : null };
    },
  };
}
