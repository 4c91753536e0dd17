import type { Asked } from './statistics.store.ts';
import type { Database } from '#server/db/schema.ts';
import { clickColumns } from '#server/sums/cubes.ts';
import { pairReader } from '#server/sums/read-pairs.ts';
import { unpackedClickingTerms, unpackedClicks } from '#server/sums/unpacked.store.ts';

export interface QueryOfItem {
  readonly term: string;
  readonly clicks: number;
  readonly meanPosition: number | null;
}

const { clicks: clicksAt, positions: positionsAt, positioned: positionedAt } = clickColumns;
const sum = (values: Float64Array): number => values.reduce((all, value) => all + value, 0);
const mean = (positions: number, positioned: number): number | null => (positioned > 0 ? positions / positioned : null);

export const clickStore = (db: Database) => {
  const ofTerms = pairReader(db, unpackedClicks);
  const ofItems = pairReader(db, unpackedClickingTerms);
  return {
    /** What was clicked after a query, most clicks first, and where the clicked items stood, from 1. */
    async itemsOf(
      asked: Asked,
      term: string,
      limit: number,
    ): Promise<{ items: { item_id: string; clicks: number }[]; meanPosition: number | null }> {
      const totals = await ofTerms.of(asked, term);
      const { columns } = totals;
      const numbers = ofTerms.greatest(totals, clicksAt, limit);
      const names = await ofTerms.namesOf(asked.project, totals, numbers);
      const items = numbers.map((number, at) => ({ item_id: names[at]!, clicks: columns[clicksAt]![number]! }));
      return {
        items: items.toSorted((a, b) => b.clicks - a.clicks || (a.item_id < b.item_id ? -1 : 1)),
        meanPosition: mean(sum(columns[positionsAt]!), sum(columns[positionedAt]!)),
      };
    },

    /** The queries after which an item was clicked, most clicks first. */
    async queriesOf(
      asked: Asked,
      { collectionId, itemId, limit }: { collectionId: number; itemId: string; limit: number },
    ): Promise<QueryOfItem[]> {
      const totals = await ofItems.of({ ...asked, collectionId }, itemId);
      const { columns } = totals;
      const numbers = ofItems.greatest(totals, clicksAt, limit);
      const terms = await ofItems.namesOf(asked.project, totals, numbers);
      const rows = numbers.map((number, at) => ({
        term: terms[at]!,
        clicks: columns[clicksAt]![number]!,
        meanPosition: mean(columns[positionsAt]![number]!, columns[positionedAt]![number]!),
      }));
      return rows.toSorted((a, b) => b.clicks - a.clicks || (a.term < b.term ? -1 : 1));
    },
  };
};
