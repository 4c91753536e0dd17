import { useQuery } from '@tanstack/react-query';
import { type KeyboardEvent, type MouseEvent, type RefObject, useLayoutEffect, useRef, useState } from 'react';
import { laterCode } from '#ui/calls/queries.ts';
import { t } from '#ui/text/i18n.ts';
import type { CardList, DropPlace } from './card-places.ts';
import classes from './sortable.module.css';
import { type Chosen, chosenAfter, noneChosen, rangeTo } from './chosen-cards.ts';
import { useCardFocus } from './use-card-focus.ts';

type CardCommand =
  | { readonly kind: 'focus'; readonly to: 'next' | 'previous' | 'first' | 'last'; readonly isChoosing: boolean }
  | { readonly kind: 'shift'; readonly by: -1 | 1 }
  | { readonly kind: 'lift' }
  | { readonly kind: 'drop' }
  | { readonly kind: 'return' }
  | { readonly kind: 'letter'; readonly letter: string };

type Pressed = Pick<KeyboardEvent, 'key' | 'altKey' | 'ctrlKey' | 'metaKey' | 'shiftKey'>;

const arrows = { ArrowUp: 'previous', ArrowDown: 'next', Home: 'first', End: 'last' } as const;
const steps: Readonly<Record<string, -1 | 1>> = { ArrowUp: -1, ArrowDown: 1 };

/** Arrows move the focus. Space lifts a card, Escape cancels; Alt with arrows moves at once. */
function cardCommand(pressed: Pressed, isOrdered: boolean, isLifted: boolean): CardCommand | null {
  const { key, altKey, ctrlKey, metaKey, shiftKey } = pressed;
  const by = steps[key];
  if (by !== undefined && isOrdered && (altKey || isLifted)) return { kind: 'shift', by };
  if (altKey || ctrlKey || metaKey) return null;
  if (isLifted) return key === ' ' || key === 'Enter' ? { kind: 'drop' } : key === 'Escape' ? { kind: 'return' } : null;
  if (key === ' ' && isOrdered) return { kind: 'lift' };
  if (Object.hasOwn(arrows, key)) return { kind: 'focus', to: arrows[key as keyof typeof arrows], isChoosing: shiftKey };
  return /^[a-z]$/.test(key) ? { kind: 'letter', letter: key } : null;
}

export interface BoardOptions {
  readonly lists: readonly CardList[];
  readonly nameOf: (id: string) => string;
  readonly move: (ids: readonly string[], to: string, at?: number) => void;
  readonly letters?: Readonly<Record<string, string>>;
}

export interface Board {
  readonly lists: readonly CardList[];
  readonly told: string;
  readonly chosen: Chosen;
  readonly clearChosen: () => void;
  readonly liftedId: string | null;
  readonly over: DropPlace | null;
  readonly isDraggable: boolean;
  readonly currentOf: (list: CardList) => string | undefined;
  readonly move: BoardOptions['move'];
  readonly press: (list: CardList, id: string, event: KeyboardEvent) => void;
  readonly click: (list: CardList, id: string, event: MouseEvent) => void;
  readonly focused: (list: CardList, id: string) => void;
}

interface Lifted {
  readonly id: string;
  readonly at: number;
}

export function useBoard(
  root: RefObject<HTMLElement | null>,
  { lists, nameOf, move: moveCards, letters = {} }: BoardOptions,
): Board {
  const [chosen, setChosen] = useState<Chosen>(noneChosen);
  const [lifted, setLifted] = useState<Lifted | null>(null);
  const focus = useCardFocus(root, lists);
  const [told, tell] = useState('');
  const [moved, setMoved] = useState<{ readonly ids: readonly string[]; readonly to: string } | null>(null);

  const move: BoardOptions['move'] = (ids, to, at) => {
    focus.keep(ids, to);
    moveCards(ids, to, at);
    setMoved({ ids, to });
    if (ids.some((id) => chosen.ids.has(id))) setChosen(noneChosen);
  };
  if (moved !== null) {
    setMoved(null);
    tell(sentenceOf(moved.ids, moved.to));
  }
  function sentenceOf([id = '', ...others]: readonly string[], to: string): string {
    const list = lists.find(({ name }) => name === to);
    if (!list) return '';
    const item = others.length > 0 ? t('{count} items', { count: others.length + 1 }) : nameOf(id);
    const place = list.ids.indexOf(id) + 1;
    if (!list.isOrdered || place === 0) return `${item}, ${list.label}`;
    return t('{item}, place {place} of {total}', { item, place, total: list.ids.length });
  }

  const together = (list: CardList, id: string) =>
    chosen.list === list.name && chosen.ids.has(id) ? list.ids.filter((one) => chosen.ids.has(one)) : [id];

  const follow = (list: CardList, id: string, event: KeyboardEvent): boolean => {
    const isLifted = lifted?.id === id;
    const command = cardCommand(event, list.isOrdered, isLifted);
    if (!command) return false;
    const place = list.ids.indexOf(id);
    if (command.kind === 'focus') {
      const next = neighbour(list.ids, place, command.to);
      if (next === undefined) return true;
      if (command.isChoosing) setChosen(rangeTo(chosen, list, id, next));
      focus.to(next);
    } else if (command.kind === 'shift') {
      if (list.ids[place + command.by] !== undefined) move([id], list.name, command.by === 1 ? place + 2 : place - 1);
    } else if (command.kind === 'lift') {
      setLifted({ id, at: place });
      tell(t('{item} is lifted. Arrow keys move it, Space drops it, Escape takes it back.', { item: nameOf(id) }));
    } else if (command.kind === 'drop') {
      setLifted(null);
      tell(sentenceOf([id], list.name));
    } else if (command.kind === 'return') {
      setLifted(null);
      if (lifted && lifted.at !== place) move([id], list.name, lifted.at > place ? lifted.at + 1 : lifted.at);
    } else if (command.kind === 'letter') {
      const to = letters[command.letter];
      if (to === undefined || to === list.name) return false;
      move(together(list, id), to);
    }
    return true;
  };

  const { over, isDraggable } = useDragging(root, {
    take: (id) => {
      const list = lists.find(({ ids }) => ids.includes(id));
      return list ? together(list, id) : [id];
    },
    drop: (ids, { list: to, at }) => {
      const list = lists.find(({ name }) => name === to);
      const isAway = ids.some((id) => !list?.ids.includes(id));
      if (list?.isOrdered || isAway) move(ids, to, list?.isOrdered ? at : undefined);
    },
  });

  return {
    lists,
    told,
    chosen,
    clearChosen: () => setChosen(noneChosen),
    liftedId: lifted?.id ?? null,
    over,
    isDraggable,
    currentOf: focus.currentOf,
    move,
    press: (list, id, event) => {
      if (follow(list, id, event)) event.preventDefault();
    },
    click: (list, id, event) => setChosen(chosenAfter(chosen, list, id, event)),
    focused: (list, id) => {
      focus.noted(list, id);
      if (lifted && lifted.id !== id) setLifted(null);
    },
  };
}

type Direction = 'next' | 'previous' | 'first' | 'last';

function neighbour(ids: readonly string[], place: number, to: Direction): string | undefined {
  return { next: ids[place + 1], previous: ids[place - 1], first: ids[0], last: ids.at(-1) }[to];
}

interface DragEffects {
  readonly take: (id: string) => readonly string[];
  readonly drop: (ids: readonly string[], place: DropPlace) => void;
}

/** Lazy: the page works without dragging until it is loaded. */
function useDragging(root: RefObject<HTMLElement | null>, effects: DragEffects) {
  const [over, setOver] = useState<DropPlace | null>(null);
  const { data: code } = useQuery(laterCode('dragging', () => import('./dragging.ts')));
  const newest = useRef(effects);
  const dragging = useRef<ReturnType<NonNullable<typeof code>['startDragging']> | null>(null);
  useLayoutEffect(() => {
    newest.current = effects;
    dragging.current?.follow();
  });
  useLayoutEffect(() => {
    if (!code || !root.current) return;
    const started = code.startDragging(
      root.current,
      { over: setOver, take: (id) => newest.current.take(id), drop: (ids, place) => newest.current.drop(ids, place) },
      classes['ghost'] ?? '',
    );
    dragging.current = started;
    started.follow();
    return () => {
      dragging.current = null;
      started.stop();
    };
  }, [code, root]);
  return { over, isDraggable: code !== undefined };
}
