import { useState } from 'react';

/** By id, also on other pages. */
export interface Selection {
  readonly ids: ReadonlySet<number>;
  /** On a phone rows have boxes only while selecting. */
  readonly isChoosing: boolean;
  readonly startChoosing: () => void;
  readonly choose: (id: number, isRange?: boolean) => void;
  readonly chooseShown: () => void;
  readonly areAllShown: boolean;
  readonly chooseAll: (ids: readonly number[]) => void;
  readonly clear: () => void;
}

const none: ReadonlySet<number> = new Set();

/** @param shown the ids of the page, in order. */
export function useSelection(shown: readonly number[]): Selection {
  const [ids, setIds] = useState(none);
  const [lastId, setLastId] = useState<number | null>(null);
  const [isChoosing, setIsChoosing] = useState(false);
  const areAllShown = shown.length > 0 && shown.every((id) => ids.has(id));
  return {
    ids,
    isChoosing,
    startChoosing: () => setIsChoosing(true),
    choose: (id, isRange = false) => {
      const range = isRange ? between(shown, lastId, id) : [id];
      setIds(ids.has(id) ? without(ids, range) : ids.union(new Set(range)));
      setLastId(id);
    },
    chooseShown: () => setIds(areAllShown ? without(ids, shown) : ids.union(new Set(shown))),
    areAllShown,
    chooseAll: (all) => setIds(new Set(all)),
    clear: () => {
      setIds(none);
      setIsChoosing(false);
    },
  };
}

function between(shown: readonly number[], from: number | null, to: number): readonly number[] {
  const [a, b] = [shown.indexOf(from ?? to), shown.indexOf(to)].toSorted((x, y) => x - y) as [number, number];
  return a < 0 ? [to] : shown.slice(a, b + 1);
}

const without = (ids: ReadonlySet<number>, left: readonly number[]): ReadonlySet<number> => ids.difference(new Set(left));
