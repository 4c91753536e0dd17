import { sql } from 'kysely';
import { type Asked, narrowed } from './statistics.store.ts';
import type { Database } from '#server-kit/db/schema.ts';

export interface QueryOfItem {
  readonly term: string;
  readonly clicks: number;
  readonly meanPosition: number | null;
}

const meanPosition = sql<number | null>`avg(shop_event.position)`;

/** Which items were clicked after which queries, as long as single events are kept. */
export const clickStore = (db: Database) => ({
  /** What was clicked after a query, most clicks first, and where the clicked items stood, from 1. */
  async itemsOf(
    asked: Asked,
    term: string,
    limit: number,
  ): Promise<{ items: { item_id: string; clicks: number }[]; meanPosition: number | null }> {
    const clicks = clicksAfter(db, asked).where('shop_query.term', '=', term);
    const items = await clicks
      .select((eb) => ['shop_event.item_id', eb.fn.countAll<number>().as('clicks')])
      .groupBy('shop_event.item_id')
      .orderBy('clicks', 'desc')
      .orderBy('shop_event.item_id')
      .limit(limit)
      .execute();
    const all = await clicks.select(meanPosition.as('mean')).executeTakeFirst();
    return {
      items: items.map(({ item_id, clicks: count }) => ({ item_id, clicks: Number(count) })),
      meanPosition: all?.mean == null ? null : Number(all.mean),
    };
  },

  /** The queries after which an item was clicked, most clicks first. */
  async queriesOf(
    asked: Asked,
    { collectionId, itemId, limit }: { collectionId: number; itemId: string; limit: number },
  ): Promise<QueryOfItem[]> {
    const rows = await clicksAfter(db, asked)
      .where('shop_event.item_id', '=', itemId)
      .where('shop_event.collection_id', '=', collectionId)
      .select((eb) => ['shop_query.term', eb.fn.countAll<number>().as('clicks'), meanPosition.as('mean')])
      .groupBy('shop_query.term')
      .orderBy('clicks', 'desc')
      .orderBy('shop_query.term')
      .limit(limit)
      .execute();
    return rows.map(({ term, clicks, mean }) => ({
      term,
      clicks: Number(clicks),
      meanPosition: mean === null ? null : Number(mean),
    }));
  },
});

const clicksAfter = (db: Database, asked: Asked) =>
  narrowed(db, 'shop_query', asked)
    .innerJoin('shop_event', (join) =>
      join.onRef('shop_event.project_id', '=', 'shop_query.project_id').onRef('shop_event.query_id', '=', 'shop_query.query_id'),
    )
    .where('shop_event.type', '=', 'click');
