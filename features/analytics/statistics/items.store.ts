import { type RawBuilder, sql } from 'kysely';
import type { Asked } from './statistics.store.ts';
import type { StatisticsRange } from './statistics-range.service.ts';
import type { Database } from '#server-kit/db/schema.ts';

export interface ItemFigures {
  readonly shown: number;
  readonly clicks: number;
  readonly carts: number;
  readonly purchases: number;
}

export interface ItemRow extends ItemFigures {
  readonly itemId: string;
  readonly collectionId: number;
  readonly previousClicks: number;
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

/** The types of events that figures count. */
const eventsOf: Readonly<Record<keyof ItemFigures, string>> = {
  shown: 'impression',
  clicks: 'click',
  carts: 'cart',
  purchases: 'purchase',
};
const sumOf = (name: keyof ItemFigures) =>
  sql<number>`coalesce(sum(case when type = ${sql.lit(eventsOf[name])} then event_count end), 0)`.as(name);
const names = Object.keys(eventsOf) as (keyof ItemFigures)[];

const figuresOf = (row: Readonly<Record<keyof ItemFigures, number>>): ItemFigures => ({
  shown: Number(row.shown),
  clicks: Number(row.clicks),
  carts: Number(row.carts),
  purchases: Number(row.purchases),
});

/** What visitors did with items in a range of days. Events know nothing of languages and result types. */
export const itemStatisticsStore = (db: Database) => {
  const events = ({ project, range }: Pick<Asked, 'project' | 'range'>) =>
    db
      .selectFrom('item_event')
      .where('project_id', '=', project.id)
      .where('day', '>=', range.start)
      .where('day', '<=', range.end);

  return {
    async page(
      asked: Asked,
      { sort, order, limit, offset, search, previous }: ItemPage,
    ): Promise<{ rows: ItemRow[]; totalCount: number }> {
      const now = events(asked)
        .select(['collection_id', 'item_id', ...names.map(sumOf)])
        .$if(search !== '', (rows) => rows.where('item_id', '=', search))
        .groupBy(['collection_id', 'item_id']);
      const before = events({ ...asked, range: previous })
        .select(['collection_id', 'item_id', sumOf('clicks')])
        .groupBy(['collection_id', 'item_id']);
      const rows = await db
        .selectFrom(now.as('now'))
        .leftJoin(before.as('before'), (join) =>
          join.onRef('before.collection_id', '=', 'now.collection_id').onRef('before.item_id', '=', 'now.item_id'),
        )
        .select(['now.collection_id', 'now.item_id', 'now.shown', 'now.clicks', 'now.carts', 'now.purchases'])
        .select(sql<number>`coalesce("before".clicks, 0)`.as('previousClicks'))
        .select(sql<number>`count(*) over ()`.as('totalCount'))
        .orderBy(orders[sort], order)
        .orderBy('now.shown', 'desc')
        .orderBy('now.item_id')
        .limit(limit)
        .offset(offset)
        .execute();
      return {
        totalCount: Number(rows[0]?.totalCount ?? 0),
        rows: rows.map((row) => ({
          itemId: row.item_id,
          collectionId: Number(row.collection_id),
          previousClicks: Number(row.previousClicks),
          ...figuresOf(row),
        })),
      };
    },

    async totals(asked: Pick<Asked, 'project' | 'range'>, collectionId: number, itemId: string): Promise<ItemFigures> {
      const row = await events(asked)
        .select(names.map(sumOf))
        .where('collection_id', '=', collectionId)
        .where('item_id', '=', itemId)
        .executeTakeFirstOrThrow();
      return figuresOf(row);
    },

    async byDay(
      asked: Pick<Asked, 'project' | 'range'>,
      { collectionId, itemId, counted }: { collectionId: number; itemId: string; counted: keyof ItemFigures },
    ): Promise<Map<string, number>> {
      const rows = await events(asked)
        .select(['day', 'event_count'])
        .where('collection_id', '=', collectionId)
        .where('item_id', '=', itemId)
        .where('type', '=', eventsOf[counted])
        .execute();
      return new Map(rows.map(({ day, event_count: count }) => [day, count]));
    },
  };
};

const orders: Readonly<Record<ItemPage['sort'], RawBuilder<unknown>>> = {
  shown: sql`now.shown`,
  clicks: sql`now.clicks`,
  // What was clicked without being told as shown was seen, too.
  click_rate: sql`now.clicks * 1.0 / (case when now.shown > now.clicks then now.shown when now.clicks > 0 then now.clicks else 1 end)`,
  carts: sql`now.carts`,
  purchases: sql`now.purchases`,
  change: sql`now.clicks * 1.0 / (coalesce("before".clicks, 0) + 1)`,
};
