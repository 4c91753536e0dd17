import { random } from '#feeds/testing/mutations.ts';
import { addDays } from '#contract/days.ts';
import type { Database } from '#server/db/schema.ts';
import { counterStore } from '#server/stats/counters.store.ts';
import { rollUpDays, rollUpQueries } from '#server/stats/roll-up.ts';

/** Size of the made-up year. */
export interface YearSize {
  readonly days: number;
  readonly searches: number;
  readonly events: number;
  readonly terms: number;
  readonly items: number;
  readonly visitors: number;
  /** So many days have their queries and events one by one. */
  readonly rawDays: number;
}

const never = new AbortController().signal;
const rowsAtOnce = 500;
const language = 'cs';
const dayMs = 86_400_000;
/** One in so many terms finds nothing. */
const unfoundOf = 12;
const events = ['impression', 'click', 'cart', 'purchase'] as const;
/** So many searches are followed by another one of the same visitor, within so many milliseconds. */
const followedShare = 0.35;
const followedWithin = 5 * 60_000;
/** Percent of all events. */
const eventShares = { impression: 84, click: 12, cart: 3, purchase: 1 };

/** Few begin alike, as words do. */
export const termOf = (at: number): string => `${Array.from(at.toString(36).padStart(4, '0')).toReversed().join('')} shoes`;
const positionOf = (item: number): number => (item % 20) + 1;
export const itemOf = (at: number): string => `item-${at}`;
const visitorOf = (at: number): string => {
  const hash = Buffer.alloc(12);
  // Spread over the whole range, as hashes are.
  hash.writeUIntBE(Number((BigInt(at + 1) * 0x9e3779b97f4a7c15n) % 2n ** 48n), 0, 6);
  hash.writeUInt32BE(at, 8);
  return hash.toString('base64url');
};

/** Draws a number below `count`, small ones by Zipf's law more often. */
function zipf(count: number, next: () => number): () => number {
  const sums = new Float64Array(count);
  let sum = 0;
  for (let at = 0; at < count; at += 1) sums[at] = sum += 1 / (at + 1);
  return () => {
    const wanted = next() * sum;
    let [low, high] = [0, count - 1];
    while (low < high) {
      const middle = (low + high) >>> 1;
      if (sums[middle]! < wanted) low = middle + 1;
      else high = middle;
    }
    return low;
  };
}

async function insert(db: Database, table: 'shop_query' | 'took_day' | 'shop_event', rows: readonly object[]) {
  await db.transaction().execute(async (transaction) => {
    for (let at = 0; at < rows.length; at += rowsAtOnce)
      await transaction
        .insertInto(table)
        .values(rows.slice(at, at + rowsAtOnce) as never)
        .execute();
  });
}

/** A visitor who isn't there yet today: what one searches in the morning isn't followed by what is searched in the evening. */
function freshVisitor(visitors: Uint8Array, next: () => number): number {
  for (;;) {
    const visitor = Math.floor(next() * visitors.length);
    if (visitors[visitor] === 0) return visitor;
  }
}

/** Fills a project with days up to the one before `today`, rolled up day by day as a server does it. */
export async function fillYear(
  db: Database,
  project: { readonly id: number; readonly collectionId: number },
  today: string,
  size: YearSize,
  onDay: (day: number) => Promise<void>,
): Promise<void> {
  const next = random(11);
  const term = zipf(size.terms, next);
  const item = zipf(size.items, next);
  const of = { project_id: project.id, collection_id: project.collectionId };
  for (let at = 0; at < size.days; at += 1) {
    const day = addDays(today, at - size.days);
    const midnight = Date.parse(day);
    const isRaw = size.days - at <= size.rawDays;
    const visitors = new Uint8Array(size.visitors);
    // Over, so that the first query begins another one.
    let visit = { visitor: 0, at: dayMs };
    const queries = Array.from({ length: Math.round(size.searches / size.days) }, (_, number) => {
      const asked = term();
      const [at, isNext] = [visit.at + 1 + Math.floor(next() * followedWithin), next() < followedShare];
      visit = isNext && at < dayMs ? { ...visit, at } : { visitor: freshVisitor(visitors, next), at: Math.floor(next() * dayMs) };
      const { visitor } = visit;
      visitors[visitor] = 1;
      const found = asked % unfoundOf === 5 ? 0 : (asked % 900) + 1;
      return {
        ...of,
        day,
        result_object: 'search',
        language,
        query_id: `${day}-${number}`,
        search_id: `${day}-${number}`,
        happened_at: midnight + visit.at,
        term: termOf(asked),
        item_count: found,
        found_as: null,
        took_ms: 4,
        visitor: visitorOf(visitor),
        is_counted: 1,
        click_count: number % 3 === 0 ? 1 : 0,
      };
    });
    const ofDay = { ...of, day, result_object: 'search', language };
    const sums = [...Map.groupBy(queries, ({ term: name }) => name)].map(([name, same]) => ({
      ofDay,
      names: { term_id: name },
      counts: {
        search_count: same.length,
        unfound_count: same[0]!.item_count === 0 ? same.length : 0,
        item_count: same[0]!.item_count,
        click_count: same.filter(({ click_count: clicks }) => clicks > 0).length,
        last_at: Math.max(...same.map(({ happened_at: moment }) => moment)),
        took_ms: 4 * same.length,
      },
    }));
    await db.transaction().execute((transaction) => counterStore(transaction).add('term_day', sums));
    await insert(db, 'took_day', [{ ...of, day, result_object: 'search', language, bucket: 10, search_count: queries.length }]);
    if (isRaw) await insert(db, 'shop_query', queries);
    else await rollUpQueries(db, { id: project.id, day }, queries);

    const perItem = events.map(() => new Uint32Array(size.items));
    const raw: object[] = [];
    const clicked = new Map<string, { term: string; item: string; clicks: number; positions: number }>();
    const eventCount = Math.round(size.events / size.days);
    for (const [kind, type] of events.entries())
      for (let number = Math.round((eventCount * eventShares[type]) / 100); number > 0; number -= 1) {
        const which = item();
        perItem[kind]![which]! += 1;
        if (!isRaw && type !== 'click') continue;
        const query = queries[Math.floor(next() * queries.length)]!;
        if (type === 'click') {
          const key = `${query.term} ${which}`;
          const pair = clicked.get(key) ?? { term: query.term, item: itemOf(which), clicks: 0, positions: 0 };
          pair.clicks += 1;
          pair.positions += positionOf(which);
          clicked.set(key, pair);
        }
        if (!isRaw) continue;
        raw.push({
          ...of,
          day,
          type,
          item_id: itemOf(which),
          event_id: `${day}-${kind}-${number}`,
          happened_at: query.happened_at + 5_000,
          query_id: query.query_id,
          position: positionOf(which),
          quantity: null,
          price: null,
          currency: null,
          visitor: query.visitor,
          looks_left: 0,
        });
      }
    const items = Array.from({ length: size.items }, (_, which) => ({
      ofDay: { ...of, day },
      names: { item_id: itemOf(which) },
      counts: Object.fromEntries(events.map((type, kind) => [type, perItem[kind]![which]!])),
    })).filter(({ counts: all }) => Object.values(all).some((count) => count > 0));
    const pairs = [...clicked.values()].map(({ term: term_id, item: item_id, clicks, positions }) => ({
      ofDay,
      names: { term_id, item_id },
      counts: { click_count: clicks, position_sum: positions, position_count: clicks },
    }));
    await db.transaction().execute(async (transaction) => {
      await counterStore(transaction).add('item_day', items);
      await counterStore(transaction).add('click_day', pairs);
    });
    if (isRaw) await insert(db, 'shop_event', raw);
    await rollUpDays(db, never, Date.parse(day) + dayMs);
    await onDay(at);
  }
  await rollUpDays(db, never, Date.parse(today));
}
