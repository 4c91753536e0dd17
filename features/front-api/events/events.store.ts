import { sql } from 'kysely';
import type { EventType } from './events.contract.ts';
import type { ProjectScope } from '#server-kit/db/project-table.ts';
import type { Database } from '#server-kit/db/schema.ts';

export interface StoredEvent {
  readonly eventId: string;
  readonly projectId: number;
  readonly collectionId: number;
  /** In the project's time zone. */
  readonly day: string;
  readonly type: EventType;
  readonly itemId: string;
  /** Epoch milliseconds. */
  readonly happenedAt: number;
  readonly queryId: string | null;
  readonly position: number | null;
  readonly quantity: number | null;
  readonly price: number | null;
  readonly currency: string | null;
  readonly visitor: string;
}

/** How much an event says for an item, and how much of that is left a day later. */
const weights: Readonly<Partial<Record<EventType, number>>> = { click: 1, cart: 4, purchase: 10 };
const dailyDecay = 0.8;

/** A click may be written before its query is: both are gathered for a while, on any server. */
const looksForQuery = 10;

const rowsAtOnce = 200;

/** What visitors did with items. */
export const eventStore = (db: Database) => ({
  /** Stores events and counts them by day, all of them or none; one whose id is known already changes nothing. */
  add: (events: readonly StoredEvent[]): Promise<void> =>
    db.transaction().execute(async (transaction) => {
      const counts = new Map<
        string,
        Pick<StoredEvent, 'projectId' | 'collectionId' | 'day' | 'type' | 'itemId'> & { count: number }
      >();
      for (let at = 0; at < events.length; at += rowsAtOnce) {
        const some = events.slice(at, at + rowsAtOnce);
        const added = await transaction
          .insertInto('shop_event')
          .values(
            some.map((one) => ({
              event_id: one.eventId,
              project_id: one.projectId,
              collection_id: one.collectionId,
              day: one.day,
              type: one.type,
              item_id: one.itemId,
              happened_at: one.happenedAt,
              query_id: one.queryId,
              position: one.position,
              quantity: one.quantity,
              price: one.price,
              currency: one.currency,
              visitor: one.visitor,
              looks_left: one.type === 'click' && one.queryId !== null ? looksForQuery : 0,
            })),
          )
          .onConflict((conflict) => conflict.columns(['project_id', 'event_id']).doNothing())
          .returning(['project_id as projectId', 'collection_id as collectionId', 'day', 'type', 'item_id as itemId'])
          .execute();
        for (const one of added) {
          const key = JSON.stringify([one.projectId, one.collectionId, one.day, one.type, one.itemId]);
          const known = counts.get(key);
          if (known) known.count += 1;
          else counts.set(key, { ...one, type: one.type as EventType, count: 1 });
        }
      }
      const counted = [...counts.values()];
      for (let at = 0; at < counted.length; at += rowsAtOnce)
        await transaction
          .insertInto('item_event')
          .values(
            counted.slice(at, at + rowsAtOnce).map(({ projectId, collectionId, day, type, itemId, count }) => ({
              project_id: projectId,
              collection_id: collectionId,
              day,
              type,
              item_id: itemId,
              event_count: count,
            })),
          )
          .onConflict((conflict) =>
            conflict
              .columns(['project_id', 'collection_id', 'day', 'type', 'item_id'])
              .doUpdateSet((eb) => ({ event_count: eb('item_event.event_count', '+', eb.ref('excluded.event_count')) })),
          )
          .execute();
    }),

  /** The ids of items that customers want on these days, of which the newest comes first and counts most. */
  async trending(project: ProjectScope, collectionId: number, days: readonly string[], limit: number): Promise<string[]> {
    const ofType = sql.join(
      Object.entries(weights).map(([type, weight]) => sql`when type = ${type} then ${sql.lit(weight)}`),
      sql` `,
    );
    const ofDay = sql.join(
      days.map((day, age) => sql`when day = ${day} then ${sql.lit(dailyDecay ** age)}`),
      sql` `,
    );
    const score = sql<number>`sum(event_count * (case ${ofType} end) * (case ${ofDay} end))`;
    const rows = await db
      .selectFrom('item_event')
      .select('item_id')
      .where('project_id', '=', project.id)
      .where('collection_id', '=', collectionId)
      .where('day', 'in', days)
      .where('type', 'in', Object.keys(weights))
      .groupBy('item_id')
      .orderBy(score, 'desc')
      .orderBy('item_id')
      .limit(limit)
      .execute();
    return rows.map(({ item_id: id }) => id);
  },

  /** How often customers clicked each of these items since a day. */
  async clicksSince(
    project: ProjectScope,
    collectionId: number,
    day: string,
    itemIds: readonly string[],
  ): Promise<ReadonlyMap<string, number>> {
    if (itemIds.length === 0) return new Map();
    const rows = await db
      .selectFrom('item_event')
      .select(({ fn }) => ['item_id', fn.sum<number>('event_count').as('count')])
      .where('project_id', '=', project.id)
      .where('collection_id', '=', collectionId)
      .where('day', '>=', day)
      .where('type', '=', 'click' satisfies EventType)
      .where('item_id', 'in', itemIds)
      .groupBy('item_id')
      .execute();
    return new Map(rows.map(({ item_id: id, count }) => [id, Number(count)]));
  },

  async forgetBefore(day: string): Promise<void> {
    await db.deleteFrom('shop_event').where('day', '<', day).execute();
  },
  async forgetCountsBefore(day: string): Promise<void> {
    await db.deleteFrom('item_event').where('day', '<', day).execute();
  },
});
