import { afterAll, beforeAll, expect, test } from 'vitest';
import { addDays, dayMs } from '#contract/days.ts';
import { clickStore } from '#features/analytics/statistics/server/clicks.store.ts';
import { clickedSearchStore } from '#features/front-api/events/server/clicked-searches.store.ts';
import { eventStore } from '#features/front-api/events/server/events.store.ts';
import { random } from '#feeds/testing/mutations.ts';
import type { Database } from '#server/db/schema.ts';
import { rollUpDays } from '#server/stats/roll-up.ts';
import { columnsOf } from '#server/stats/totals.ts';
import { termCounts, totalsStore } from '#server/stats/totals.store.ts';
import { visitorStore } from '#server/stats/visitors.store.ts';
import { addProject } from '#server/rules/releases/testing/release-kit.ts';
import { openTestDatabase } from '#testing/raw-database.ts';
import { queryLogStore } from './query-log.store.ts';
import type { LoggedQuery } from './query-tracker.ts';

let db: Database;
let close: () => Promise<void>;
beforeAll(async () => void ({ db, close } = await openTestDatabase()));
afterAll(() => close());

const never = new AbortController().signal;
const firstDay = '2026-01-20';
const dayCount = 40;
const languages = ['cs', 'en'];
const halfAnHour = 30 * 60_000;

interface Searched extends LoggedQuery {
  readonly clicked: readonly string[];
  /** Among the clicked items. */
  readonly bought: readonly { readonly itemId: string; readonly amount: number }[];
}

test('sums by day are those of single queries, rolled up or not', { timeout: 120_000 }, async () => {
  const seed = Number(process.env.AISLE_TEST_SEED ?? Date.now() % 1_000_000);
  const next = random(seed);
  const whole = (below: number): number => Math.floor(next() * below);
  const project = { id: (await addProject(db)).id };
  const [store, visitors, clicks] = [totalsStore(db), visitorStore(db), clickStore(db)];
  const truth: Searched[] = [];

  async function search(day: string, count: number): Promise<void> {
    const queries = Array.from({ length: count }, (_, at): Searched => {
      const queryId = `${truth.length + at}`;
      const itemCount = whole(3);
      const clicked = Array.from({ length: whole(3) }, () => `item ${whole(5)}`);
      return {
        queryId,
        searchId: queryId,
        projectId: project.id,
        collectionId: 1 + whole(2),
        day,
        happenedAt: Date.parse(day) + whole(4 * halfAnHour),
        resultObject: 'search',
        language: languages[whole(2)]!,
        term: `term ${Math.floor(300 ** next())}`,
        itemCount,
        foundAs: itemCount > 0 && next() < 0.3 ? ['', 'term 1', 'never typed'][whole(3)]! : null,
        tookMilliseconds: 1,
        visitorHash: `visitor ${whole(12)}`,
        uses: [],
        isCounted: true,
        clicked,
        bought: clicked.filter(() => next() < 0.3).map((id) => ({ itemId: id, amount: whole(10_000) })),
      };
    });
    await queryLogStore(db).add(queries.map((after) => ({ before: null, after })));
    // What seemed to fail is written again.
    await queryLogStore(db).add(queries.slice(0, 3).map((after) => ({ before: null, after })));
    const events = queries.flatMap(({ queryId, projectId, collectionId, happenedAt, visitorHash: visitor, clicked, bought }) => {
      const of = { projectId, collectionId, day, happenedAt, queryId, quantity: null, price: null, currency: null, visitor };
      return [
        ...clicked.map((itemId, at) => ({
          ...of,
          eventId: `${queryId} ${at}`,
          itemId,
          type: 'click' as const,
          position: at + 1,
        })),
        ...bought.map((one, at) => ({
          ...of,
          ...one,
          eventId: `${queryId} bought ${at}`,
          type: 'purchase' as const,
          position: null,
        })),
      ];
    });
    await eventStore(db).add(events);
    await clickedSearchStore(db).attribute();
    truth.push(...queries);
  }

  const distinct = (queries: readonly Searched[]): number => new Set(queries.map(({ visitorHash }) => visitorHash)).size;
  const unfound = (queries: readonly Searched[]) => queries.filter(({ itemCount }) => itemCount === 0);
  const most = (counts: ReadonlyMap<string, number>) =>
    [...counts].toSorted(([a, one], [b, other]) => other - one || (a < b ? -1 : 1));
  function nextOf(counted: readonly Searched[], term: string): [string, number][] {
    const visits = new Map<string, Set<string>>();
    for (const query of counted.filter((one) => one.term === term))
      for (const later of truth) {
        const after = later.happenedAt - query.happenedAt;
        if (later.visitorHash !== query.visitorHash || after <= 0 || after > halfAnHour || later.term === term) continue;
        const visit = `${query.day} ${query.visitorHash} ${query.language} ${query.collectionId}`;
        visits.set(later.term, (visits.get(later.term) ?? new Set()).add(visit));
      }
    return most(new Map([...visits].map(([name, of]) => [name, of.size])));
  }

  async function compare(): Promise<void> {
    const start = addDays(firstDay, whole(dayCount));
    const range = { start, end: addDays(start, whole(dayCount)) };
    const [language, collectionId] = [next() < 0.5 ? '' : languages[whole(2)]!, next() < 0.5 ? undefined : 1];
    const asked = { project, range, language, resultObject: 'search', collectionId };
    const told = `seed ${seed}: ${JSON.stringify(asked)}`;
    const counted = truth.filter(
      (one) =>
        one.day >= range.start &&
        one.day <= range.end &&
        (language === '' || one.language === language) &&
        (collectionId === undefined || one.collectionId === collectionId),
    );
    const totals = await store.totals(termCounts, asked);
    const names = await store.namesOf([...totals.ids]);
    const sums = new Map(names.map((name, at) => [name, columnsOf(termCounts).map((column) => totals.columns[column][at]!)]));
    const foundAs = async (id: number): Promise<string | null> => (id === 0 ? null : (await store.namesOf([id]))[0]!);
    const byTerm = Map.groupBy(counted, ({ term }) => term);
    expect([...sums.keys()].toSorted(), told).toEqual([...byTerm.keys()].toSorted());
    for (const [term, some] of byTerm) {
      const newest = Math.max(...some.map(({ happenedAt }) => happenedAt));
      expect(sums.get(term), `${told}, ${term}`).toEqual([
        some.length,
        unfound(some).length,
        some.filter(({ foundAs }) => foundAs !== null).length,
        some.filter(({ clicked }) => clicked.length > 0).length,
        some.filter(({ bought }) => bought.length > 0).length,
        some.flatMap(({ bought }) => bought).reduce((sum, { amount }) => sum + amount, 0),
        expect.toSatisfy((count: number) => some.some((one) => one.happenedAt === newest && one.itemCount === count)),
        expect.any(Number),
        newest,
      ]);
      const words = await foundAs(sums.get(term)![columnsOf(termCounts).indexOf('found_as_id')]!);
      expect(
        some.some((one) => one.happenedAt === newest && one.foundAs === words),
        `${told}, ${term}`,
      ).toBe(true);
    }
    expect((await visitors.all(asked, false)).count, told).toBe(distinct(counted));
    expect((await visitors.all(asked, true)).count, told).toBe(distinct(unfound(counted)));
    const terms = ['term 1', 'term 2', 'never searched', ...counted.slice(0, 3).map(({ term }) => term)];
    const [users, usersWithout] = [await visitors.of(asked, terms, false), await visitors.of(asked, terms, true)];
    for (const term of terms) {
      const some = byTerm.get(term) ?? [];
      expect([users.get(term)!.count, usersWithout.get(term)!.count], told).toEqual([distinct(some), distinct(unfound(some))]);
      const { items } = await clicks.itemsOf(asked, term, 100);
      const soldOf = (item: string) => some.flatMap(({ bought }) => bought).filter(({ itemId }) => itemId === item);
      const counts = new Map<string, number>();
      for (const item of some.flatMap(({ clicked, bought }) => [...clicked, ...bought.map(({ itemId }) => itemId)]))
        counts.set(item, (counts.get(item) ?? 0) + 1);
      expect(items, told).toEqual(
        most(counts).map(([item_id, count]) => ({
          item_id,
          clicks: count - soldOf(item_id).length,
          purchases: soldOf(item_id).length,
          turnover: soldOf(item_id).reduce((sum, { amount }) => sum + amount, 0) / 1_000,
        })),
      );
      const after = await clicks.nextSearches(asked, { term, isFound: false, limit: 1_000 });
      expect(
        after.map(({ term: name, visitors: count }) => [name, count]),
        told,
      ).toEqual(nextOf(counted, term));
    }
  }

  for (let at = 0; at < dayCount; at += 1) {
    const day = addDays(firstDay, at);
    await search(day, 10 + whole(20));
    if (at % 8 !== 0) continue;
    await compare();
    // The day isn't over.
    await search(day, 5);
    await compare();
    const now = Date.parse(day) + dayMs / 2;
    // Several servers do so at once.
    await Promise.all([1, 2].map(() => rollUpDays(db, never, now)));
    for (let times = 0; times < 2; times += 1) await compare();
  }
  const open = await db.selectFrom('search_day').select('day').distinct().where('visitors', 'is', null).execute();
  expect(open.map(({ day }) => day).toSorted()[0]).toBe(addDays(firstDay, dayCount - 9));
});

test('follows a visitor with many searches for a bounded number of them', async () => {
  const project = { id: (await addProject(db)).id };
  const day = '2026-01-20';
  const of = { projectId: project.id, collectionId: 1, day, resultObject: 'search', language: 'cs' } as const;
  const logged = Array.from({ length: 200 }, (_, at): LoggedQuery => {
    const queryId = `busy ${at}`;
    const query = {
      queryId,
      searchId: queryId,
      term: `term ${at}`,
      happenedAt: Date.parse(day) + at * 1_000,
      itemCount: 1,
      foundAs: null,
    };
    return { ...of, ...query, tookMilliseconds: 1, visitorHash: 'an office', uses: [], isCounted: true };
  });
  await queryLogStore(db).add(logged.map((after) => ({ before: null, after })));
  const asked = { project, range: { start: day, end: day }, language: '', resultObject: 'all' };
  const after = await clickStore(db).nextSearches(asked, { term: 'term 100', isFound: false, limit: 1_000 });
  expect(after.map(({ term }) => term).toSorted()).toEqual(Array.from({ length: 20 }, (_, at) => `term ${101 + at}`).toSorted());
});
