import { addDays, dayOf, defaultTimeZone } from '#contract/days.ts';
import { leastPaired } from '#contract/limits.ts';
import { inSlices } from '#server/base/slices.ts';
import { inParts } from '#server/db/in-parts.ts';
import type { ProjectScope } from '#server/db/row-scope.ts';
import type { Database } from '#server/db/schema.ts';
import { nameStore } from './names.store.ts';
import { aligned, placesWhere } from './totals.ts';
import { type Asked, itemCounts, pairedItems as itemPairs, totalsStore } from './totals.store.ts';

/** Events may be three days late. */
const overAfterDays = 4;
const eventsAtOnce = 2_000;
/** More are not one person's, such as orders that a server reports without a visitor. Bounds the pairs: 190 each. */
const mostItemsOfVisitor = 20;

/** Bounds the table: clicks of a day have many more pairs than purchases, most of them of one visitor. In a collection. */
const mostViewedPairs = 20_000;

const columns = { purchase: 'visitor_count', click: 'viewed_count' } as const;
export type PairedBy = keyof typeof columns;

interface Pairs {
  readonly collectionId: number;
  /** Visitors by `JSON.stringify([item, other])`, in both orders. */
  readonly counts: Record<PairedBy, Map<string, number>>;
}

/** The items that most of an item's buyers bought or viewers viewed, too, relative to how often that happens at all. */
export async function pairedItems(db: Database, asked: Asked, by: PairedBy, itemId: string, limit: number): Promise<string[]> {
  const store = totalsStore(db);
  const pairs = await store.totals(itemPairs, asked, itemId);
  const visitors = pairs.columns[columns[by]];
  const places = placesWhere(pairs, (place) => visitors[place]! >= leastPaired);
  if (places.length === 0) return [];
  const events = aligned(pairs.ids, await store.totals(itemCounts, asked), by);
  const best = await store.best(pairs, (place) => visitors[place]! / Math.sqrt(Math.max(1, events[place]!)), limit, places);
  return best.map(({ name }) => name);
}

/** Counts which items visitors bought, and which they viewed, on the same day, for days that are over. Safe to repeat, to kill, and to run on several servers. */
export async function countItemPairs(
  db: Database,
  signal: AbortSignal,
  { now = Date.now(), project }: { readonly now?: number; readonly project?: ProjectScope } = {},
): Promise<void> {
  const open = await db
    .selectFrom('event_day')
    .select(['project_id as id', 'day'])
    .distinct()
    .where('is_paired', '=', 0)
    .where('day', '<=', addDays(dayOf(now, defaultTimeZone), -overAfterDays))
    .$if(project !== undefined, (days) => days.where('project_id', '=', project!.id))
    .orderBy('day')
    .execute();
  for (const { id, day } of open) {
    if (signal.aborted) return;
    await countDay(db, { id: Number(id) }, day);
  }
}

async function countDay(db: Database, project: ProjectScope, day: string): Promise<void> {
  const pairs = await pairsOf(db, project, day);
  const days = await db
    .selectFrom('event_day')
    .select(['id', 'collection_id'])
    .where('project_id', '=', project.id)
    .where('day', '=', day)
    .execute();
  const named = pairs.flatMap(({ counts: { purchase, click } }) =>
    [...purchase.keys(), ...click.keys()].flatMap((pair) => JSON.parse(pair) as string[]),
  );
  const names = await nameStore(db).idsFor(project, [...new Set(named)]);
  const rows = pairs.flatMap(({ collectionId, counts }) => {
    const day_id = Number(days.find(({ collection_id: id }) => Number(id) === collectionId)?.id ?? 0);
    return [...new Set([...counts.purchase.keys(), ...counts.click.keys()])].map((pair) => {
      const [item, other] = JSON.parse(pair) as [string, string];
      const [visitor_count, viewed_count] = [counts.purchase.get(pair) ?? 0, counts.click.get(pair) ?? 0];
      return { day_id, item_id: names.get(item)!, with_id: names.get(other)!, visitor_count, viewed_count };
    });
  });
  const inOrder = rows.toSorted((a, b) => a.day_id - b.day_id || a.item_id - b.item_id || a.with_id - b.with_id);
  for (const part of inParts(inOrder.filter(({ day_id: id }) => id > 0)))
    await db
      .insertInto('bought_day')
      .values(part)
      .onConflict((conflict) =>
        conflict.columns(['day_id', 'item_id', 'with_id']).doUpdateSet(({ ref }) => ({
          visitor_count: ref('excluded.visitor_count'),
          viewed_count: ref('excluded.viewed_count'),
        })),
      )
      .execute();
  const ids = days.map(({ id }) => id);
  if (ids.length > 0) await db.updateTable('event_day').set({ is_paired: 1 }).where('id', 'in', ids).execute();
}

async function pairsOf(db: Database, { id }: ProjectScope, day: string): Promise<Pairs[]> {
  const visits = new Map<string, { readonly by: PairedBy; readonly collectionId: number; readonly items: Set<string> }>();
  for (let last = 0, count = eventsAtOnce; count === eventsAtOnce;) {
    const rows = await db
      .selectFrom('shop_event')
      .select(['id', 'type', 'collection_id', 'visitor', 'item_id'])
      .where('day', '=', day)
      .where('project_id', '=', id)
      .where('type', 'in', Object.keys(columns))
      .where('id', '>', last)
      .orderBy('id')
      .limit(eventsAtOnce)
      .execute();
    for (const { type, collection_id: collection, visitor, item_id: item } of rows) {
      const key = `${collection} ${type} ${visitor}`;
      const visit = visits.get(key) ?? { by: type as PairedBy, collectionId: Number(collection), items: new Set() };
      visits.set(key, visit);
      if (visit.items.size <= mostItemsOfVisitor) visit.items.add(item);
    }
    count = rows.length;
    last = Number(rows.at(-1)?.id ?? 0);
  }
  const pairs = new Map<number, Pairs>();
  const breathe = inSlices();
  for (const { by, collectionId, items } of visits.values()) {
    if (items.size < 2 || items.size > mostItemsOfVisitor) continue;
    const ofCollection = pairs.get(collectionId) ?? { collectionId, counts: { purchase: new Map(), click: new Map() } };
    pairs.set(collectionId, ofCollection);
    const counts = ofCollection.counts[by];
    for (const item of items)
      for (const other of items) {
        if (item === other) continue;
        const pair = JSON.stringify([item, other]);
        counts.set(pair, (counts.get(pair) ?? 0) + 1);
      }
    await breathe();
  }
  for (const { counts } of pairs.values())
    if (counts.click.size > mostViewedPairs)
      counts.click = new Map([...counts.click].toSorted(([, one], [, other]) => other - one).slice(0, mostViewedPairs));
  return [...pairs.values()];
}
