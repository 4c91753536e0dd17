import { lastDay } from '#contract/days.ts';
import type { EventType } from '#features/front-api/events/events.contract.ts';
import type { ProjectScope } from '#server/db/project-table.ts';
import type { Database } from '#server/db/schema.ts';
import { itemColumns } from '#server/sums/cubes.ts';
import { sumReader } from '#server/sums/read-sums.ts';
import { unpackedItems } from '#server/sums/unpacked.store.ts';

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

const itemsOf = (project: ProjectScope, collectionId: number) => ({ project, collectionId, language: '', resultObject: 'all' });

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
    const reader = sumReader(db, unpackedItems);
    const scores = new Map<string, number>();
    for (const [age, day] of days.entries()) {
      const { columns, names } = await reader.named({ ...itemsOf(project, collectionId), range: { start: day, end: day } });
      for (const [at, name] of names.entries())
        for (const [type, weight] of Object.entries(weights)) {
          const count = columns[itemColumns[type as EventType]]![at]!;
          if (count > 0) scores.set(name, (scores.get(name) ?? 0) + count * weight * dailyDecay ** age);
        }
    }
    return [...scores]
      .toSorted(([a, most], [b, more]) => more - most || (a < b ? -1 : 1))
      .slice(0, limit)
      .map(([id]) => id);
  },

  /** How often customers clicked each of these items since a day. */
  async clicksSince(
    project: ProjectScope,
    collectionId: number,
    day: string,
    itemIds: readonly string[],
  ): Promise<ReadonlyMap<string, number>> {
    const range = { start: day, end: lastDay };
    const days = await sumReader(db, unpackedItems).days({ ...itemsOf(project, collectionId), range }, itemIds);
    return new Map(
      [...days].flatMap(([id, values]) => {
        const count = [...values.values()].reduce((sum, of) => sum + of[itemColumns.click]!, 0);
        return count > 0 ? [[id, count] as const] : [];
      }),
    );
  },

  async forgetBefore(day: string): Promise<void> {
    await db.deleteFrom('shop_event').where('day', '<', day).execute();
  },
});
