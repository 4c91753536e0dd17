import { comparedSums } from './compared-sums.store.ts';
import type { Asked } from './statistics.store.ts';
import type { ComparedRanges } from './statistics-range.service.ts';
import type { Database } from '#server/db/schema.ts';
import { bestOf } from '#server/sums/best-of.ts';
import { itemColumns, itemCube } from '#server/sums/cubes.ts';
import { sumReader } from '#server/sums/read-sums.ts';
import type { SumsAsked } from '#server/sums/sum-packs.store.ts';
import { unpackedItems } from '#server/sums/unpacked.store.ts';

export interface ItemFigures {
  readonly shown: number;
  readonly clicks: number;
  readonly carts: number;
  readonly purchases: number;
}

interface Counts extends ItemFigures {
  /** In the days that are compared, and in those before. */
  readonly comparedClicks: number;
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
  /** The id of an item; empty for all. */
  readonly search: string;
  /** The ids of the items of a collection that it is narrowed to. */
  readonly among?: (collectionId: number) => Promise<readonly string[]>;
  readonly compared: ComparedRanges | null;
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

  async function countsOf(asked: AskedItems, collectionId: number, ranges: ComparedRanges | null) {
    const now = await reader.totals(of(asked, collectionId));
    const compared = await comparedSums(reader, of(asked, collectionId), {
      totals: now,
      column: clicksAt,
      compared: ranges,
    });
    const row = (number: number): Counts => ({
      ...figuresOf(now.columns.map((column) => column[number]!)),
      comparedClicks: compared.now(number),
      previousClicks: compared.before(number),
    });
    return { now, columns: now.columns, compared, row };
  }

  return {
    async page(
      asked: Asked,
      { sort, order, limit, offset, search, among, compared }: ItemPage,
    ): Promise<{ rows: ItemRow[]; totalCount: number }> {
      let totalCount = 0;
      const best: { readonly row: ItemRow; readonly value: number }[] = [];
      for (const id of await collections(asked)) {
        const counts = await countsOf(asked, id, compared);
        const numbersOf = (ids: readonly string[]) => reader.numbersOf(asked.project, counts.now, ids);
        const narrowed = [
          ...(search === '' ? [] : [await numbersOf([search])]),
          ...(among ? [await numbersOf(await among(id))] : []),
        ];
        const numbers = reader.counted(counts.now).filter((number) => narrowed.every((some) => some.has(number)));
        totalCount += numbers.length;
        const sign = order === 'asc' ? -1 : 1;
        const valueOf = (number: number): number => {
          const value = orders[sort](counts, number);
          return value === null ? lastOfAll : sign * value;
        };
        const first = bestOf(numbers, valueOf, offset + limit);
        const names = await reader.namesOf(asked.project, counts.now, first);
        for (const [at, number] of first.entries())
          best.push({ row: { itemId: names[at]!, collectionId: id, ...counts.row(number) }, value: valueOf(number) });
      }
      const places = bestOf([...best.keys()], (place) => best[place]!.value, offset + limit).slice(offset);
      return { totalCount, rows: places.map((place) => best[place]!.row) };
    },

    async byDay(asked: AskedItems, collectionId: number, itemId: string): Promise<ReadonlyMap<string, ItemFigures>> {
      const days = (await reader.days(of(asked, collectionId), [itemId])).get(itemId) ?? [];
      return new Map([...days].map(([day, values]) => [day, figuresOf(values)]));
    },
  };
};

type ItemCounts = {
  readonly columns: readonly Float64Array[];
  readonly compared: Readonly<Record<'now' | 'before', (number: number) => number>>;
};
const valueIn =
  (column: number) =>
  ({ columns }: ItemCounts, number: number): number =>
    columns[column]![number]!;

/** What has no value comes last in either order. */
const lastOfAll = -Number.MAX_VALUE;

/** What lists are sorted by, of a number. */
const orders: Readonly<Record<ItemPage['sort'], (counts: ItemCounts, number: number) => number | null>> = {
  shown: valueIn(shownAt),
  clicks: valueIn(clicksAt),
  click_rate(counts, number) {
    const [shown, clicks] = [valueIn(shownAt)(counts, number), valueIn(clicksAt)(counts, number)];
    return shown === 0 || clicks > shown ? null : clicks / shown;
  },
  carts: valueIn(cartsAt),
  purchases: valueIn(purchasesAt),
  change: ({ compared: { now, before } }, number) => now(number) / (before(number) + 1),
};
