import { useDebouncedValue } from '@mantine/hooks';
import { useState } from 'react';
import type { ShownItem } from '#ui/item/item-cell.tsx';
import { folded } from '#ui/text/folded.ts';

const pageSize = 20;
export const filteredItems = 200;
const settleMs = 250;

export interface WantedItems {
  readonly count: number;
  readonly showMore: () => void;
  readonly filter: string;
  readonly setFilter: (text: string) => void;
  readonly isFiltered: boolean;
  readonly filtered: (ids: readonly string[], shownOf: (id: string) => ShownItem) => readonly string[];
}

/** How many found items are shown, and which. Reset by another query. */
export function useWantedItems(q: string): WantedItems {
  const [{ pages, of }, setPages] = useState({ pages: 1, of: q });
  const [filter, setFilter] = useState('');
  const [settled] = useDebouncedValue(filter.trim(), settleMs);
  const shownPages = of === q ? pages : 1;
  const isFiltered = filter.trim() !== '';
  return {
    count: settled === '' ? shownPages * pageSize : Math.max(filteredItems, shownPages * pageSize),
    showMore: () => setPages({ pages: shownPages + 1, of: q }),
    filter,
    setFilter,
    isFiltered,
    filtered: (ids, shownOf) => {
      if (!isFiltered) return ids.slice(0, shownPages * pageSize);
      const words = folded(filter.trim()).split(/\s+/);
      return ids.filter((id) => {
        const { name, brand = '' } = shownOf(id);
        const text = folded(`${name} ${brand} ${id}`);
        return words.every((word) => text.includes(word));
      });
    },
  };
}
