import { afterAll, beforeAll, expect, test } from 'vitest';
import { addDays, dayMs } from '#contract/days.ts';
import { random } from '#feeds/testing/mutations.ts';
import { unpackedNextSearches } from './next-searches.ts';
import { packNextSearchDays } from './pack-next-searches.ts';
import { pairReader } from './read-pairs.ts';
import type { Database } from '#server/db/schema.ts';
import { addProject } from '#server/rules/releases/testing/release-kit.ts';
import { openTestDatabase } from '#testing/raw-database.ts';

let db: Database;
let close: () => Promise<void>;
beforeAll(async () => void ({ db, close } = await openTestDatabase()));
afterAll(() => close());

const never = new AbortController().signal;
const firstDay = '2026-01-20';
const dayCount = 80;
const languages = ['cs', 'en'];
const halfAnHour = 30 * 60_000;

interface Query {
  readonly day: string;
  readonly language: string;
  readonly term: string;
  readonly visitor: string;
  readonly happened_at: number;
  readonly item_count: number;
  readonly click_count: number;
}

test('what was searched next is the same packed by days, by months and not at all', async () => {
  const seed = Number(process.env.AISLE_TEST_SEED ?? Date.now() % 1_000_000);
  const next = random(seed);
  const whole = (below: number): number => Math.floor(next() * below);
  const project = { id: (await addProject(db)).id };
  const reader = pairReader(db, unpackedNextSearches);
  const truth: Query[] = [];

  async function search(day: string, count: number): Promise<void> {
    const queries = Array.from({ length: count }, (): Query => ({
      day,
      language: languages[whole(2)]!,
      term: `term ${Math.floor(700 ** next())}`,
      visitor: `visitor ${whole(6)}`,
      happened_at: Date.parse(day) + whole(4 * halfAnHour),
      item_count: whole(2),
      click_count: whole(2),
    }));
    const of = { project_id: project.id, collection_id: 1, result_object: 'search' };
    await db
      .insertInto('shop_query')
      .values(
        queries.map((query, at) => ({
          ...of,
          ...query,
          query_id: `${truth.length + at}`,
          search_id: '',
          took_ms: 1,
          is_counted: 1 as const,
        })),
      )
      .execute();
    await db
      .insertInto('search_day')
      .values({ ...of, day, language: 'cs', search_count: count, unfound_count: 0, click_count: 0, timed_count: 0, took_ms: 0 })
      .execute();
    truth.push(...queries);
  }

  /** Each pair of two searches, one by one. */
  function expected(counted: readonly Query[], term: string): object {
    const visitors = new Map<string, Map<string, Query[]>>();
    for (const query of counted.filter((one) => one.term === term))
      for (const later of truth) {
        const after = later.happened_at - query.happened_at;
        const isNext = later.visitor === query.visitor && after > 0 && after <= halfAnHour && later.term !== term;
        if (!isNext) continue;
        const ofTerm = visitors.get(later.term) ?? new Map<string, Query[]>();
        visitors.set(later.term, ofTerm);
        // A visitor counts once a day and language.
        const visit = `${query.day} ${query.visitor} ${query.language}`;
        ofTerm.set(visit, [...(ofTerm.get(visit) ?? []), later]);
      }
    return Object.fromEntries(
      [...visitors].map(([name, visits]) => [
        name,
        [
          visits.size,
          [...visits.values()].filter((some) => some.some((one) => one.item_count > 0)).length,
          [...visits.values()].filter((some) => some.some((one) => one.click_count > 0)).length,
        ],
      ]),
    );
  }

  async function compare(): Promise<void> {
    const start = addDays(firstDay, whole(dayCount));
    const range = { start, end: addDays(start, whole(dayCount)) };
    const language = next() < 0.5 ? '' : languages[whole(2)]!;
    const asked = { project, range, language, resultObject: 'search' };
    const counted = truth.filter(
      ({ day, language: of }) => day >= range.start && day <= range.end && (language === '' || language === of),
    );
    for (const term of ['term 1', 'term 2', 'never searched', ...counted.slice(0, 5).map((query) => query.term)]) {
      const totals = await reader.of(asked, term);
      const numbers = reader.greatest(totals, 0, Infinity);
      const names = await reader.namesOf(project, totals, numbers);
      const told = numbers.map((number, at) => [names[at]!, totals.columns.map((column) => column[number]!)] as const);
      expect(Object.fromEntries(told), `seed ${seed}: ${JSON.stringify(asked)}, ${term}`).toEqual(expected(counted, term));
    }
  }

  for (let day = 0; day < dayCount; day += 1) {
    const today = addDays(firstDay, day);
    // On some days nothing follows anything.
    await search(today, day % 9 === 4 ? 1 : 10 + whole(20));
    if (day % 11 !== 0) continue;
    await compare();
    const now = Date.parse(today) + dayMs / 2;
    await packNextSearchDays(db, never, { now, most: day % 22 === 0 ? 0 : 1_000 });
    // Another server may have the same to do.
    await Promise.all([1, 2].map(() => packNextSearchDays(db, never, { now, most: 0 })));
    for (let times = 0; times < 3; times += 1) await compare();
  }
  const packs = await db.selectFrom('sum_pack').select('span').distinct().where('project_id', '=', project.id).execute();
  expect(packs.map(({ span }) => span).toSorted()).toEqual(['day', 'month']);
});

test('a visitor with many searches is followed for a bounded number of them', async () => {
  const project = { id: (await addProject(db)).id };
  const day = '2026-01-20';
  const of = {
    project_id: project.id,
    collection_id: 1,
    day,
    result_object: 'search',
    language: 'cs',
    search_id: '',
    took_ms: 1,
  };
  await db
    .insertInto('shop_query')
    .values(
      Array.from({ length: 200 }, (_, at) => ({
        ...of,
        query_id: `busy ${at}`,
        term: `term ${at}`,
        visitor: 'an office',
        happened_at: Date.parse(day) + at * 1_000,
        item_count: 1,
        is_counted: 1 as const,
      })),
    )
    .execute();
  const reader = pairReader(db, unpackedNextSearches);
  const totals = await reader.of({ project, range: { start: day, end: day }, language: '', resultObject: 'all' }, 'term 100');
  const names = await reader.namesOf(project, totals, reader.greatest(totals, 0, Infinity));
  expect(names.toSorted()).toEqual(Array.from({ length: 20 }, (_, at) => `term ${101 + at}`).toSorted());
});
