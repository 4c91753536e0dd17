import { afterAll, beforeAll, expect, test } from 'vitest';
import { addDays, dayMs } from '#contract/days.ts';
import { random } from '#feeds/testing/mutations.ts';
import { packVisitorDays } from './pack-visitors.ts';
import { visitorReader } from './read-visitors.ts';
import type { Database } from '#server/db/schema.ts';
import { addProject } from '#server/rules/releases/testing/release-kit.ts';
import { openTestDatabase } from '#testing/raw-database.ts';

let db: Database;
let close: () => Promise<void>;
beforeAll(async () => void ({ db, close } = await openTestDatabase()));
afterAll(() => close());

const never = new AbortController().signal;
const firstDay = '2026-01-20';
const dayCount = 100;
const languages = ['cs', 'en'];

interface Query {
  readonly day: string;
  readonly language: string;
  readonly term: string;
  readonly visitor: string;
  readonly item_count: number;
}

test('visitors are the same packed by days, by months and not at all', async () => {
  const seed = Number(process.env.AISLE_TEST_SEED ?? Date.now() % 1_000_000);
  const next = random(seed);
  const whole = (below: number): number => Math.floor(next() * below);
  const project = { id: (await addProject(db)).id };
  const reader = visitorReader(db);
  const truth: Query[] = [];

  async function search(day: string, count: number): Promise<void> {
    const queries = Array.from({ length: count }, (): Query => ({
      day,
      language: languages[whole(2)]!,
      term: `term ${Math.floor(700 ** next())}`,
      visitor: `visitor ${whole(60)}`,
      item_count: whole(3),
    }));
    const of = { project_id: project.id, collection_id: 1, day, result_object: 'search' };
    await db
      .insertInto('shop_query')
      .values(
        queries.map((query) => ({
          ...of,
          ...query,
          query_id: `${truth.length} ${whole(2 ** 40)} ${whole(2 ** 40)}`,
          search_id: '',
          happened_at: Date.parse(day),
          took_ms: 1,
          is_counted: 1 as const,
        })),
      )
      .execute();
    for (const [language, some] of Map.groupBy(queries, (query) => query.language)) {
      const unfound = some.filter(({ item_count: found }) => found === 0).length;
      const sums = { search_count: some.length, unfound_count: unfound, click_count: 0, timed_count: some.length };
      await db
        .insertInto('search_day')
        .values({ ...of, language, ...sums, took_ms: some.length })
        .onConflict((conflict) =>
          conflict.columns(['project_id', 'collection_id', 'day', 'result_object', 'language']).doUpdateSet((eb) => ({
            search_count: eb('search_day.search_count', '+', eb.ref('excluded.search_count')),
            unfound_count: eb('search_day.unfound_count', '+', eb.ref('excluded.unfound_count')),
          })),
        )
        .execute();
    }
    truth.push(...queries);
  }

  async function compare(): Promise<void> {
    const start = addDays(firstDay, whole(dayCount));
    const range = { start, end: addDays(start, whole(dayCount)) };
    const language = next() < 0.5 ? '' : languages[whole(2)]!;
    const asked = { project, range, language, resultObject: 'search' };
    const counted = truth.filter(
      ({ day, language: of }) => day >= range.start && day <= range.end && (language === '' || language === of),
    );
    const distinct = (queries: readonly Query[]): number => new Set(queries.map(({ visitor }) => visitor)).size;
    const unfound = (queries: readonly Query[]): readonly Query[] => queries.filter(({ item_count: found }) => found === 0);
    const told = `seed ${seed}: ${JSON.stringify(asked)}`;
    expect((await reader.all(asked, false)).count, told).toBe(distinct(counted));
    expect((await reader.all(asked, true)).count, told).toBe(distinct(unfound(counted)));
    const terms = ['term 1', 'term 2', 'never searched', ...counted.slice(0, 5).map(({ term }) => term)];
    for (const onlyUnfound of [false, true])
      for (const [term, { count }] of await reader.of(asked, terms, onlyUnfound)) {
        const of = counted.filter((query) => query.term === term);
        expect(count, `${told}, ${term}`).toBe(distinct(onlyUnfound ? unfound(of) : of));
      }
  }

  for (let day = 0; day < dayCount; day += 1) {
    const today = addDays(firstDay, day);
    await search(today, 10 + whole(20));
    if (day % 12 !== 0) continue;
    for (let times = 0; times < 3; times += 1) await compare();
    // The day isn't over, and what is searched now counts at once.
    await search(today, 5);
    await compare();
    await packVisitorDays(db, never, { now: Date.parse(today) + dayMs / 2, most: day % 24 === 0 ? 0 : 1_000 });
    for (let times = 0; times < 3; times += 1) await compare();
  }
  const packs = await db.selectFrom('sum_pack').select('span').distinct().where('project_id', '=', project.id).execute();
  expect(packs.map(({ span }) => span).toSorted()).toEqual(['day', 'month']);
});
