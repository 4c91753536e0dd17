import { afterAll, beforeAll, expect, test } from 'vitest';
import { addDays } from '#contract/days.ts';
import { random } from '#feeds/testing/mutations.ts';
import { termColumns } from './cubes.ts';
import { pack } from './pack-sums.ts';
import { sumReader } from './read-sums.ts';
import { unpackedTerms } from './unpacked.store.ts';
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
const termCount = 1_500;
const languages = ['cs', 'en'];
const objects = ['search', 'autocomplete'];

interface Row {
  readonly day: string;
  readonly term: string;
  readonly language: string;
  readonly result_object: string;
  readonly search_count: number;
  readonly unfound_count: number;
  readonly click_count: number;
  readonly item_count: number;
  readonly last_at: number;
}

/** Rows as visitors of a shop make them: few terms are frequent, and what was counted is taken back now and then. */
function rowsOf(next: () => number, count: number): Row[] {
  const rows = new Map<string, Row>();
  const whole = (below: number): number => Math.floor(next() * below);
  while (rows.size < count) {
    const day = addDays(firstDay, whole(dayCount));
    const row: Row = {
      day,
      term: `term ${Math.floor(termCount ** next())}`,
      language: languages[whole(2)]!,
      result_object: objects[whole(2)]!,
      search_count: whole(500) - 3,
      unfound_count: whole(3),
      click_count: whole(3),
      item_count: whole(100_000),
      last_at: Date.parse(day) + whole(86_400) * 1000,
    };
    rows.set(JSON.stringify([day, row.term, row.language, row.result_object]), row);
  }
  return [...rows.values()];
}

test(
  'sums are the same packed and unpacked, over all days and on each, whenever they were packed',
  { timeout: 120_000 },
  async () => {
    const seed = Number(process.env.AISLE_TEST_SEED ?? Date.now() % 1_000_000);
    const next = random(seed);
    const project = { id: (await addProject(db)).id };
    const other = { id: (await addProject(db)).id };
    const reader = sumReader(db, unpackedTerms);
    const truth: Row[] = [];
    const add = async (id: number, rows: readonly Row[]): Promise<void> => {
      for (let at = 0; at < rows.length; at += 500)
        await db
          .insertInto('searched_term')
          .values(rows.slice(at, at + 500).map((row) => ({ project_id: id, collection_id: 1, ...row })))
          .execute();
    };
    await add(other.id, rowsOf(next, 500));

    async function compare(): Promise<void> {
      const start = addDays(firstDay, Math.floor(next() * dayCount));
      const end = addDays(start, Math.floor(next() * dayCount));
      const language = next() < 0.5 ? '' : languages[Math.floor(next() * 2)]!;
      const resultObject = next() < 0.5 ? 'all' : objects[Math.floor(next() * 2)]!;
      const told = `seed ${seed}: ${start} to ${end}, ${language}, ${resultObject}`;
      const asked = { project, range: { start, end }, language, resultObject };
      const wanted = truth.filter(
        (row) =>
          row.day >= start &&
          row.day <= end &&
          (language === '' || row.language === language) &&
          (resultObject === 'all' || row.result_object === resultObject),
      );
      const sums = (rows: readonly Row[]) =>
        (['search_count', 'unfound_count', 'click_count'] as const).map((name) => rows.reduce((sum, row) => sum + row[name], 0));
      const expected = [...Map.groupBy(wanted, ({ term }) => term)]
        .map(([term, rows]) => {
          const newest = rows.reduce((a, b) => (b.last_at >= a.last_at ? b : a));
          return [term, ...sums(rows), newest.item_count, newest.last_at] as const;
        })
        .filter(([, ...values]) => values.slice(0, 3).some((value) => value > 0));
      const { names, columns } = await reader.named(asked);
      const found = names.map((name, at) => [name, ...columns.map((column) => column[at]!)] as const);
      const byTerm = (rows: readonly (readonly [string, ...number[]])[]) => rows.toSorted(([a], [b]) => (a < b ? -1 : 1));
      // Two rows of the same second may say different things of it.
      const plain = (rows: readonly (readonly [string, ...number[]])[]) => byTerm(rows).map((row) => row.slice(0, 4));
      expect(plain(found), told).toEqual(plain(expected));
      expect(
        byTerm(found).map((row) => row[5]),
        told,
      ).toEqual(byTerm(expected).map((row) => row[5]));

      const some = [...new Set(wanted.map(({ term }) => term))].slice(0, 5);
      const days = await reader.days(asked, [...some, 'nobody searched for this']);
      expect(days.get('nobody searched for this')!.size).toBe(0);
      for (const term of some) {
        const ofDays = Map.groupBy(
          wanted.filter((row) => row.term === term),
          ({ day }) => day,
        );
        const counts = new Map([...days.get(term)!].map(([day, values]) => [day, values[termColumns.search]]));
        expect(counts, told).toEqual(new Map([...ofDays].map(([day, rows]) => [day, sums(rows)[0]])));
      }
    }

    for (let round = 0; round < 5; round += 1) {
      const rows = rowsOf(next, 1_200);
      truth.push(...rows);
      await add(project.id, rows);
      await compare();
      // The third month closes on the way, and rows of closed months come later.
      const now = Date.parse(addDays('2026-03-01', round * 12));
      await pack(db, unpackedTerms, never, { now, most: 1_000 });
      for (let times = 0; times < 2; times += 1) await compare();
    }
    const left = await db.selectFrom('searched_term').selectAll().execute();
    expect(left).toHaveLength(500);
    expect(left.every(({ project_id: id }) => Number(id) === other.id)).toBe(true);
    const spans = await db.selectFrom('sum_pack').select('span').distinct().where('project_id', '=', project.id).execute();
    expect(spans.map(({ span }) => span).toSorted()).toEqual(['day', 'month']);
  },
);

test('two servers that pack at the same time lose nothing and count nothing twice', async () => {
  const project = { id: (await addProject(db)).id };
  const rows = rowsOf(random(7), 3_000);
  for (let at = 0; at < rows.length; at += 500)
    await db
      .insertInto('searched_term')
      .values(rows.slice(at, at + 500).map((row) => ({ project_id: project.id, collection_id: 1, ...row })))
      .execute();
  const packing = () => pack(db, unpackedTerms, never, { most: 0 }).catch(() => undefined);
  await Promise.all([packing(), packing(), packing()]);
  await packing();
  const asked = { project, range: { start: firstDay, end: addDays(firstDay, dayCount) }, language: '', resultObject: 'all' };
  const { columns } = await sumReader(db, unpackedTerms).totals(asked);
  const sum = (values: Iterable<number>): number => [...values].reduce((all, value) => all + value, 0);
  expect(sum(columns[termColumns.search]!)).toBe(sum(rows.map((row) => row.search_count)));
  expect(sum(columns[termColumns.click]!)).toBe(sum(rows.map((row) => row.click_count)));
});

test('a name that is not packed yet in one range is never taken for a packed one of another', async () => {
  const project = { id: (await addProject(db)).id };
  const add = (term: string, day: string, search_count: number) =>
    db
      .insertInto('searched_term')
      .values({
        project_id: project.id,
        collection_id: 1,
        day,
        term,
        language: 'cs',
        result_object: 'search',
        search_count,
        unfound_count: 0,
        click_count: 0,
        item_count: 1,
        last_at: Date.parse(day),
      })
      .execute();
  const asked = (day: string) => ({ project, range: { start: day, end: day }, language: '', resultObject: 'all' });
  for (const term of ['kettle', 'lamp']) await add(term, '2026-03-02', 5);
  await pack(db, unpackedTerms, never, { most: 0 });
  await add('rake', '2026-02-01', 50);
  await add('kettle', '2026-02-01', 7);
  const reader = sumReader(db, unpackedTerms);
  const now = await reader.totals(asked('2026-03-02'));
  const before = await reader.beside(asked('2026-02-01'), now, termColumns.search);
  const numbers = reader.counted(now);
  const names = await reader.namesOf(project, now, numbers);
  expect(Object.fromEntries(numbers.map((number, at) => [names[at], before(number)]))).toEqual({ kettle: 7, lamp: 0 });
});
