import type { ComparedRanges } from './statistics.service.ts';
import { comparedColumns } from './terms.store.ts';
import type { Database } from '#server/db/schema.ts';
import { bestOf, itemColumns, placesWhere } from '#server/stats/totals.ts';
import { type Asked, itemCounts, totalsStore } from '#server/stats/totals.store.ts';

export interface ItemFigures {
  readonly shown: number;
  readonly clicks: number;
  readonly carts: number;
  readonly purchases: number;
}

interface ItemRow extends ItemFigures {
  readonly itemId: string;
  readonly collectionId: number;
  /** In the compared days, and in those before. */
  readonly comparedClicks: number;
  readonly previousClicks: number;
}

interface ItemPage {
  readonly sort: 'shown' | 'clicks' | 'click_rate' | 'carts' | 'purchases' | 'change';
  readonly order: 'asc' | 'desc';
  readonly limit: number;
  readonly offset: number;
  /** An item id; empty for all. */
  readonly search: string;
  /** Narrows a collection to these item ids. */
  readonly among?: (collectionId: number) => Promise<readonly string[]>;
  readonly compared: ComparedRanges | null;
}

const { impression: shownAt, click: clicksAt, cart: cartsAt, purchase: purchasesAt } = itemColumns;
type AskedItems = Pick<Asked, 'project' | 'range'>;

/** Events have no language and result type. */
export const itemStatisticsStore = (db: Database) => {
  const store = totalsStore(db);

  async function countsOf({ project, range }: AskedItems, collectionId: number, ranges: ComparedRanges | null) {
    const asked = { project, range, collectionId, language: '', resultObject: 'all' };
    const totals = await store.totals(itemCounts, asked);
    const compared = await comparedColumns(store, itemCounts, asked, { totals, column: clicksAt, compared: ranges });
    return { totals, columns: totals.columns, compared };
  }

  return {
    async page(
      asked: AskedItems,
      { sort, order, limit, offset, search, among, compared }: ItemPage,
    ): Promise<{ rows: ItemRow[]; totalCount: number }> {
      let totalCount = 0;
      const best: { readonly row: ItemRow; readonly value: number }[] = [];
      for (const collectionId of (await store.eventDays(asked.project)).collectionIds) {
        const counts = await countsOf(asked, collectionId, compared);
        const idsOf = async (names: readonly string[]) => new Set((await store.idsOf(asked.project, names)).values());
        const narrowed = [
          ...(search === '' ? [] : [await idsOf([search])]),
          ...(among ? [await idsOf(await among(collectionId))] : []),
        ];
        const { totals, columns } = counts;
        const places = placesWhere(totals, (place) => narrowed.every((some) => some.has(totals.ids[place]!)));
        totalCount += places.length;
        const sign = order === 'asc' ? -1 : 1;
        const valueOf = (place: number): number => {
          const value = orders[sort](counts, place);
          return value === null ? lastOfAll : sign * value;
        };
        const first = bestOf(places, valueOf, offset + limit);
        const names = await store.namesOf(first.map((place) => totals.ids[place]!));
        for (const [at, place] of first.entries()) {
          const figures = {
            shown: columns[shownAt]![place]!,
            clicks: columns[clicksAt]![place]!,
            carts: columns[cartsAt]![place]!,
            purchases: columns[purchasesAt]![place]!,
            comparedClicks: counts.compared.now[place]!,
            previousClicks: counts.compared.before[place]!,
          };
          best.push({ row: { itemId: names[at]!, collectionId, ...figures }, value: valueOf(place) });
        }
      }
      const places = bestOf([...best.keys()], (place) => best[place]!.value, offset + limit).slice(offset);
      return { totalCount, rows: places.map((place) => best[place]!.row) };
    },

    async byDay({ project, range }: AskedItems, collectionId: number, itemId: string): Promise<ReadonlyMap<string, ItemFigures>> {
      const days = await store.itemDays(project, collectionId, range, [itemId]);
      return new Map(
        days.map(({ day, impression, click, cart, purchase }) => [
          day,
          { shown: impression, clicks: click, carts: cart, purchases: purchase },
        ]),
      );
    },
  };
};

interface Counts {
  readonly columns: readonly Float64Array[];
  readonly compared: Readonly<Record<'now' | 'before', Float64Array>>;
}
const valueIn =
  (column: number) =>
  ({ columns }: Counts, place: number): number =>
    columns[column]![place]!;

/** Items without a value come last in either order. */
const lastOfAll = -Number.MAX_VALUE;

const orders: Readonly<Record<ItemPage['sort'], (counts: Counts, place: number) => number | null>> = {
  shown: valueIn(shownAt),
  clicks: valueIn(clicksAt),
  click_rate(counts, place) {
    const [shown, clicks] = [valueIn(shownAt)(counts, place), valueIn(clicksAt)(counts, place)];
    return shown === 0 || clicks > shown ? null : clicks / shown;
  },
  carts: valueIn(cartsAt),
  purchases: valueIn(purchasesAt),
  change: ({ compared: { now, before } }, place) => now[place]! / (before[place]! + 1),
};
