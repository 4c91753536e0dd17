import { useState } from 'react';
import { readStored, writeStored } from '#ui/state/stored.ts';

interface ChosenColumns {
  /** Empty while nobody chose any. */
  readonly names: readonly string[];
  readonly choose: (columns: readonly string[]) => void;
}

/** The columns that this person chose for a collection, kept in this browser. */
export function useChosenColumns(collectionId: number): ChosenColumns {
  const [chosen, setChosen] = useState(readChosen);
  return {
    names: chosen[collectionId] ?? [],
    choose: (columns) => {
      const next = { ...chosen, [collectionId]: columns };
      setChosen(next);
      writeStored('documentColumns', JSON.stringify(next));
    },
  };
}

/** Names of columns by collection id. */
function readChosen(): Readonly<Record<number, readonly string[]>> {
  try {
    return (JSON.parse(readStored('documentColumns') ?? '{}') ?? {}) as Record<number, readonly string[]>;
  } catch {
    return {};
  }
}
