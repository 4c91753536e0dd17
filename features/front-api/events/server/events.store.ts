import { lastDay } from '#contract/days.ts';
import type { EventType } from '#features/front-api/events/events.contract.ts';
import type { ProjectScope } from '#server/db/row-scope.ts';
import type { Selectable } from 'kysely';
import type { Database, Schema } from '#server/db/schema.ts';
import { counterStore } from '#server/stats/counters.store.ts';
import { itemCounts, totalsStore } from '#server/stats/totals.store.ts';

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
  /** See `amountOf`; null if unknown. */
  readonly amount?: number | null;
  readonly visitor: string;
}

/** What an event adds to the score of its item, and the share of it left a day later. */
const weights: Readonly<Partial<Record<EventType, number>>> = { click: 1, cart: 4, purchase: 10 };
const dailyDecay = 0.8;

/** Counted for the search before them. */
const attributed: readonly EventType[] = ['click', 'cart', 'purchase'];
/** Queries are written in batches, so a click may come before its query. */
const looksForQuery = 10;

const rowsAtOnce = 200;

const countedColumns = ['project_id', 'collection_id', 'day', 'type', 'item_id', 'amount'] as const;
type Counted = (typeof countedColumns)[number];

export const eventStore = (db: Database) => ({
  /** Stores and counts events, all or none. Known ids are ignored. */
  add: (events: readonly StoredEvent[]): Promise<void> =>
    db.transaction().execute(async (transaction) => {
      const added: Pick<Selectable<Schema['shop_event']>, Counted>[] = [];
      for (let at = 0; at < events.length; at += rowsAtOnce) {
        const some = events.slice(at, at + rowsAtOnce);
        const inserted = await transaction
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
              amount: one.amount ?? null,
              looks_left: attributed.includes(one.type) && one.queryId !== null ? looksForQuery : 0,
            })),
          )
          .onConflict((conflict) => conflict.columns(['project_id', 'event_id']).doNothing())
          .returning(countedColumns)
          .execute();
        added.push(...inserted);
      }
      const counts = added.map(({ type, item_id, amount, ...ofDay }) => ({
        ofDay,
        names: { item_id },
        counts: { [type]: 1, amount: Number(amount ?? 0) },
      }));
      await counterStore(transaction).add('item_day', counts);
    }),

  /** The ids of trending items, by the events of some days; newer days count more. */
  async trending(project: ProjectScope, collectionId: number, days: readonly string[], limit: number): Promise<string[]> {
    const store = totalsStore(db);
    const scores = new Map<number, number>();
    for (const [age, day] of days.entries()) {
      const asked = { project, collectionId, range: { start: day, end: day }, language: '', resultObject: 'all' };
      const { ids, columns } = await store.totals(itemCounts, asked);
      for (const [type, weight] of Object.entries(weights))
        for (const [place, count] of columns[type as EventType].entries())
          if (count > 0) scores.set(ids[place]!, (scores.get(ids[place]!) ?? 0) + count * weight * dailyDecay ** age);
    }
    const best = [...scores].toSorted(([, most], [, more]) => more - most).slice(0, limit);
    const names = await store.namesOf(best.map(([id]) => id));
    return best
      .map(([, score], at) => ({ score, name: names[at]! }))
      .toSorted((a, b) => b.score - a.score || (a.name < b.name ? -1 : 1))
      .map(({ name }) => name);
  },

  /** Clicks on each of some items since a day. */
  async clicksSince(
    project: ProjectScope,
    collectionId: number,
    day: string,
    itemIds: readonly string[],
  ): Promise<ReadonlyMap<string, number>> {
    const clicks = new Map<string, number>();
    const asked = { project, collectionId, range: { start: day, end: lastDay }, language: '', resultObject: 'all' };
    for (const [itemId, days] of await totalsStore(db).byDay(itemCounts, asked, itemIds))
      for (const { click } of days.values()) if (click > 0) clicks.set(itemId, (clicks.get(itemId) ?? 0) + click);
    return clicks;
  },

  /** Unless it has one. */
  async setCurrency({ id }: ProjectScope, currency: string): Promise<void> {
    await db.updateTable('project').set({ currency }).where('id', '=', id).where('currency', 'is', null).execute();
  },

  async forgetBefore(day: string): Promise<void> {
    await db.deleteFrom('shop_event').where('day', '<', day).execute();
  },
});
