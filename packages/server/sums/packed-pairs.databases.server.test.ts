import { afterAll, beforeAll, expect, test } from 'vitest';
import { addDays } from '#contract/days.ts';
import { random } from '#feeds/testing/mutations.ts';
import { pack } from './pack-sums.ts';
import { pairReader } from './read-pairs.ts';
import type { SumsAsked } from './sum-packs.store.ts';
import { unpackedClickingTerms, unpackedClicks } from './unpacked.store.ts';
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
/** More than those whose parts are small. */
const termCount = 1_200;
const itemCount = 900;
const languages = ['cs', 'en'];
const objects = ['search', 'autocomplete'];

interface Row {
  readonly collection_id: number;
  readonly day: string;
  readonly language: string;
  readonly result_object: string;
  readonly term: string;
  readonly item_id: string;
  readonly click_count: number;
  readonly position_sum: number;
  readonly position_count: number;
}

function rowsOf(next: () => number, count: number): Row[] {
  const rows = new Map<string, Row>();
  const whole = (below: number): number => Math.floor(next() * below);
  while (rows.size < count) {
    const clicks = 1 + whole(5);
    const row: Row = {
      collection_id: 1 + whole(2),
      day: addDays(firstDay, whole(dayCount)),
      language: languages[whole(2)]!,
      result_object: objects[whole(2)]!,
      term: `term ${Math.floor(termCount ** next())}`,
      item_id: `item ${Math.floor(itemCount ** next())}`,
      click_count: clicks,
      position_sum: whole(200),
      position_count: whole(clicks + 1),
    };
    rows.set(JSON.stringify(Object.values(row).slice(0, 6)), row);
  }
  return [...rows.values()];
}

async function add(id: number, rows: readonly Row[]): Promise<void> {
  for (let at = 0; at < rows.length; at += 500)
    await db
      .insertInto('clicked_item')
      .values(rows.slice(at, at + 500).map((row) => ({ project_id: id, ...row })))
      .execute();
}

const byName = (rows: readonly (readonly [string, ...number[]])[]) => rows.toSorted(([a], [b]) => (a < b ? -1 : 1));

/** What the reader of one direction tells of a name. */
async function told(reader: ReturnType<typeof pairReader>, asked: SumsAsked, name: string) {
  const totals = await reader.of(asked, name);
  const numbers = Array.from({ length: totals.size }, (_, number) => number).filter((number) => totals.columns[0]![number]! > 0);
  const names = await reader.namesOf(asked.project, totals, numbers);
  return byName(numbers.map((number, at) => [names[at]!, ...totals.columns.map((column) => column[number]!)] as const));
}

test(
  'pairs come to the same packed, half packed and unpacked, by either name, and when rows come late',
  { timeout: 120_000 },
  async () => {
    const seed = Number(process.env.AISLE_TEST_SEED ?? Date.now() % 1_000_000);
    const next = random(seed);
    const project = { id: (await addProject(db)).id };
    const other = { id: (await addProject(db)).id };
    const [byTerm, byItem] = [pairReader(db, unpackedClicks), pairReader(db, unpackedClickingTerms)];
    const truth: Row[] = [];
    await add(other.id, rowsOf(next, 500));

    async function compare(): Promise<void> {
      const start = addDays(firstDay, Math.floor(next() * dayCount));
      const end = addDays(start, Math.floor(next() * dayCount));
      const language = next() < 0.5 ? '' : languages[Math.floor(next() * 2)]!;
      const resultObject = next() < 0.5 ? 'all' : objects[Math.floor(next() * 2)]!;
      const collectionId = next() < 0.5 ? undefined : 1;
      const asked = { project, range: { start, end }, language, resultObject, collectionId };
      const counted = truth.filter(
        (row) =>
          row.day >= start &&
          row.day <= end &&
          (language === '' || row.language === language) &&
          (resultObject === 'all' || row.result_object === resultObject) &&
          (collectionId === undefined || row.collection_id === collectionId),
      );
      const expected = (rows: readonly Row[], nameOf: (row: Row) => string) =>
        byName(
          [...Map.groupBy(rows, nameOf)].map(
            ([name, some]) =>
              [
                name,
                ...(['click_count', 'position_sum', 'position_count'] as const).map((column) =>
                  some.reduce((sum, row) => sum + row[column], 0),
                ),
              ] as const,
          ),
        );
      const some = counted.slice(0, 4);
      for (const term of ['term 1', 'term 2', 'never searched', ...some.map((row) => row.term)])
        expect(await told(byTerm, asked, term), `seed ${seed}: ${JSON.stringify(asked)}, ${term}`).toEqual(
          expected(
            counted.filter((row) => row.term === term),
            (row) => row.item_id,
          ),
        );
      for (const item of ['item 1', 'never clicked', ...some.map((row) => row.item_id)])
        expect(await told(byItem, asked, item), `seed ${seed}: ${JSON.stringify(asked)}, ${item}`).toEqual(
          expected(
            counted.filter((row) => row.item_id === item),
            (row) => row.term,
          ),
        );
    }

    for (let round = 0; round < 5; round += 1) {
      const rows = rowsOf(next, 1_200);
      truth.push(...rows);
      await add(project.id, rows);
      await compare();
      // Months close on the way, and rows of closed months come later.
      const now = Date.parse(addDays('2026-03-01', round * 12));
      await pack(db, unpackedClicks, never, { now, most: 1_000 });
      for (let times = 0; times < 2; times += 1) await compare();
    }
    const left = await db.selectFrom('clicked_item').selectAll().execute();
    expect(left.every(({ project_id: id }) => Number(id) === other.id)).toBe(true);
    expect(left).toHaveLength(500);
    const packs = await db
      .selectFrom('sum_pack')
      .select(['cube', 'span'])
      .distinct()
      .where('project_id', '=', project.id)
      .execute();
    expect(packs.map(({ cube, span }) => `${cube} ${span}`).toSorted()).toEqual([
      'clicked items day',
      'clicked items month',
      'clicking terms day',
      'clicking terms month',
    ]);
  },
);
