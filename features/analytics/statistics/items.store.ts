import type { Asked } from './statistics.store.ts';
import type { StatisticsRange } from './statistics-range.service.ts';
import type { Database } from '#server-kit/db/schema.ts';
import { bestOf } from '#server-kit/sums/best-of.ts';
import { itemColumns, itemCube } from '#server-kit/sums/cubes.ts';
import { sumReader } from '#server-kit/sums/read-sums.ts';
import type { SumsAsked } from '#server-kit/sums/sum-packs.store.ts';
import { unpackedItems } from '#server-kit/sums/unpacked.store.ts';

export interface ItemFigures {
  readonly shown: number;
  readonly clicks: number;
  readonly carts: number;
  readonly purchases: number;
}

interface Counts extends ItemFigures {
  readonly previousClicks: number;
}

export interface ItemRow extends Counts {
  readonly itemId: string;
  readonly collectionId: number;
}

interface ItemPage {
  readonly sort: 'shown' | 'clicks' | 'click_rate' | 'carts' | 'purchases' | 'change';
  readonly order: 'asc' | 'desc';
  readonly limit: number;
  readonly offset: number;
  /** Part of an item's id; empty for all. */
  readonly search: string;
  readonly previous: StatisticsRange;
}

const { impression: shownAt, click: clicksAt, cart: cartsAt, purchase: purchasesAt } = itemColumns;
const figuresOf = (values: ArrayLike<number>): ItemFigures => ({
  shown: values[shownAt]!,
  clicks: values[clicksAt]!,
  carts: values[cartsAt]!,
  purchases: values[purchasesAt]!,
});
type AskedItems = Pick<Asked, 'project' | 'range'>;

/** What visitors did with items in a range of days. Events know nothing of languages and result types. */
export const itemStatisticsStore = (db: Database) => {
  const reader = sumReader(db, unpackedItems);
  const of = ({ project, range }: AskedItems, collectionId: number): SumsAsked => ({
    project,
    range,
    collectionId,
    language: '',
    resultObject: 'all',
  });

  async function collections({ project }: AskedItems): Promise<number[]> {
    const unpacked = db.selectFrom('item_event').select('collection_id').distinct().where('project_id', '=', project.id);
    const packed = db.selectFrom('sum_pack').select('collection_id').distinct().where('project_id', '=', project.id);
    const rows = await unpacked.union(packed.where('cube', '=', itemCube.name)).execute();
    return rows.map(({ collection_id: id }) => Number(id)).toSorted((a, b) => a - b);
  }

  /** What a number of a collection's totals comes to, in the range and in the one before. */
  async function countsOf(asked: AskedItems, collectionId: number, previous: StatisticsRange) {
    const now = await reader.totals(of(asked, collectionId));
    const before = await reader.beside(of({ ...asked, range: previous }, collectionId), now, clicksAt);
    const row = (number: number): Counts => ({
      ...figuresOf(now.columns.map((column) => column[number]!)),
      previousClicks: before(number),
    });
    return { collectionId, now, row };
  }

  return {
    async page(
      asked: Asked,
      { sort, order, limit, offset, search, previous }: ItemPage,
    ): Promise<{ rows: ItemRow[]; totalCount: number }> {
      const all: { readonly counts: Awaited<ReturnType<typeof countsOf>>; readonly number: number }[] = [];
      for (const id of await collections(asked)) {
        const counts = await countsOf(asked, id, previous);
        const wanted = search === '' ? null : await reader.numberOf(asked.project, counts.now, search);
        for (const number of reader.counted(counts.now)) if (wanted === null || number === wanted) all.push({ counts, number });
      }
      const sign = order === 'asc' ? -1 : 1;
      const values = Float64Array.from(all, ({ counts, number }) => sign * orders[sort](counts.row(number)));
      const places = bestOf([...all.keys()], (place) => values[place]!, offset + limit).slice(offset);
      const rows: ItemRow[] = [];
      for (const place of places) {
        const { counts, number } = all[place]!;
        const [itemId = ''] = await reader.namesOf(asked.project, counts.now, [number]);
        rows.push({ itemId, collectionId: counts.collectionId, ...counts.row(number) });
      }
      return { totalCount: all.length, rows };
    },

    /** What visitors did with an item on each day on which they did anything. */
    async byDay(asked: AskedItems, collectionId: number, itemId: string): Promise<ReadonlyMap<string, ItemFigures>> {
      const days = (await reader.days(of(asked, collectionId), [itemId])).get(itemId) ?? [];
      return new Map([...days].map(([day, values]) => [day, figuresOf(values)]));
    },
  };
};

const orders: Readonly<Record<ItemPage['sort'], (row: Counts) => number>> = {
  shown: ({ shown }) => shown,
  clicks: ({ clicks }) => clicks,
  // What was clicked without being told as shown was seen, too.
  click_rate: ({ shown, clicks }) => clicks / Math.max(shown, clicks, 1),
  carts: ({ carts }) => carts,
  purchases: ({ purchases }) => purchases,
  change: ({ clicks, previousClicks }) => clicks / (previousClicks + 1),
};
