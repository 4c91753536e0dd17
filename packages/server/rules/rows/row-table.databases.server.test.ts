import { afterAll, beforeAll, expect, test } from 'vitest';
import type { SynonymRule } from '#features/search-settings/synonyms/synonyms.contract.ts';
import { synonymRows } from '#features/search-settings/synonyms/synonyms.store.ts';
import type { Database } from '#server/db/schema.ts';
import { addProject } from '#server/rules/releases/testing/release-kit.ts';
import { openTestDatabase } from '#testing/raw-database.ts';

let db: Database;
let close: () => Promise<void>;
const ours = { id: 0 };
const theirs = { id: 0 };
const page = { search: '', order: 'asc', page: 1, per_page: 20 } as const;
const synonym = (term: string, ...synonyms: string[]): SynonymRule => ({ term, synonym_type_id: 1, synonyms });

beforeAll(async () => {
  ({ db, close } = await openTestDatabase());
  for (const project of [ours, theirs]) project.id = (await addProject(db)).id;
});
afterAll(() => close());

const author = { userId: null, at: 1000 };
const add = async (project: { id: number }, row: SynonymRule): Promise<number> =>
  (await synonymRows(db).insert(project, [row], author))[0]!;

test("another project's rows are not found, changed or deleted", async () => {
  const rows = synonymRows(db);
  const id = await add(theirs, synonym('tv', 'television'));
  await rows.update(ours, id, synonym('x', 'y'), author);
  expect(await rows.stored(ours, [id])).toEqual([]);
  expect(await rows.remove(ours, [id], author)).toEqual([]);
  expect(await rows.setActive(ours, [id], false, author)).toEqual([]);
  expect(await rows.stored(theirs, [id])).toMatchObject([{ item: { term: 'tv', is_active: true }, deletedAt: null }]);
  expect(await rows.size(ours)).toEqual({ rows: 0, characters: 0, scarceRows: 0 });
  await rows.remove(theirs, [id], author);
  await rows.restore(ours, [id], author);
  expect((await rows.list(theirs, page)).total_count).toBe(0);
});

test('the database keeps rows apart by itself', async () => {
  await add(ours, synonym('Lednička', 'x'));
  await expect(add(ours, synonym('lednicka ', 'y'))).rejects.toThrow(/unique|duplicate/i);
  const { items } = await synonymRows(db).list(ours, page);
  await synonymRows(db).remove(ours, [items[0]!.id], author);
  await synonymRows(db).forgetUntil(author.at);
});

test('a change is later than the one before, also when the clock goes back', async () => {
  const rows = synonymRows(db);
  const id = await add(ours, synonym('clock', 'x'));
  const at = async () => (await rows.stored(ours, [id]))[0]!.item.updated_at;
  await rows.setActive(ours, [id], false, { ...author, at: 5 });
  expect(await at()).toBe(1001);
  await rows.update(ours, id, synonym('clock', 'y'), author);
  expect(await at()).toBe(1002);
  await rows.remove(ours, [id], { ...author, at: 2000 });
  await rows.forgetUntil(2000);
});

test('a list is searched without regard to case and diacritics', async () => {
  const rows = synonymRows(db);
  const id = await add(ours, synonym('Židle', 'Křeslo'));
  for (const search of ['zidle', 'ŽIDLE', 'kres']) expect((await rows.list(ours, { ...page, search })).total_count).toBe(1);
  expect((await rows.list(ours, { ...page, search: 'stul' })).total_count).toBe(0);
  await rows.remove(ours, [id], author);
});

test('a list is narrowed by what is said of its rows, and by their states', async () => {
  const rows = synonymRows(db);
  const [past, future] = [Date.now() - 60_000, Date.now() + 60_000];
  const bounds = {
    off: { is_active: false, valid_from: past },
    coming: { valid_from: future },
    ended: { valid_from: past - 1, valid_to: past },
    on: { valid_from: past, valid_to: future },
  };
  const all = Object.entries(bounds).map(([term, of]) => ({ ...synonym(term, 'x'), ...of }));
  const ids = await rows.insert(ours, all, author);
  const listed = async (query: object) => (await rows.list(ours, { ...page, ...query })).items.map(({ term }) => term);
  for (const state of Object.keys(bounds)) expect(await listed({ state })).toEqual([state]);
  expect(await listed({ state: 'on', search: 'off' })).toEqual([]);
  expect([(await listed({ kind: '1' })).length, await listed({ kind: '2' })]).toEqual([4, []]);
  await rows.remove(ours, ids, author);
  await rows.forgetUntil(author.at);
});

test('letters that SQL gives a meaning to are letters in a search', async () => {
  const rows = synonymRows(db);
  const id = await add(ours, synonym('100% cotton', 'a_b\\c'));
  for (const search of ['100%', 'a_b', 'b\\c', "'", '"']) {
    const { total_count } = await rows.list(ours, { ...page, search });
    expect(`${search}: ${total_count}`).toBe(`${search}: ${search === "'" || search === '"' ? 0 : 1}`);
  }
  expect((await rows.list(ours, { ...page, search: '1%c' })).total_count).toBe(0);
  await rows.remove(ours, [id], author);
});

test('pages and sorting cover every row once, in the same order on every database', async () => {
  const rows = synonymRows(db);
  const terms = ['žába', 'auto', 'Zebra', 'čaj', 'Čepice', 'z'];
  for (const term of terms) await add(ours, synonym(term, 'x'));
  const seen: string[] = [];
  for (const number of [1, 2, 3]) {
    const { items, total_count, total_pages } = await rows.list(ours, { ...page, sort: 'term', page: number, per_page: 2 });
    expect([total_count, total_pages]).toEqual([6, 3]);
    seen.push(...items.map(({ term }) => term));
  }
  expect(seen).toEqual(['auto', 'čaj', 'Čepice', 'z', 'žába', 'Zebra']);
});
