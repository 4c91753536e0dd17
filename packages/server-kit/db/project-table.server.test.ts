import { afterAll, beforeAll, expect, test } from 'vitest';
import type { SynonymInput } from '#features/search-settings/synonyms/synonyms.contract.ts';
import { synonymStore } from '#features/search-settings/synonyms/synonyms.store.ts';
import type { Database } from '#server-kit/db/schema.ts';
import { openTestDatabase } from '#server/testing/raw-database.ts';

let db: Database;
let close: () => Promise<void>;
const ours = { id: 0 };
const theirs = { id: 0 };
const page = { search: '', order: 'asc', page: 1, per_page: 20 } as const;
const synonym = (term: string, ...synonyms: string[]): SynonymInput => ({ term, synonym_type_id: 1, synonyms });

beforeAll(async () => {
  ({ db, close } = await openTestDatabase());
  for (const project of [ours, theirs]) {
    const values = {
      name: 'Shop',
      url: '',
      language: 'cs',
      time_zone: 'Europe/Prague',
      data_source: 'google',
      secret_hash: '',
      created_at: 0,
    };
    const row = await db
      .insertInto('project')
      .values({ ...values, token: crypto.randomUUID() })
      .returning('id')
      .executeTakeFirstOrThrow();
    project.id = row.id;
  }
});
afterAll(() => close());

test("another project's row is not found, changed or removed", async () => {
  const store = synonymStore(db);
  const { id } = await store.insert(theirs, synonym('tv', 'television'));
  expect(await store.find(ours, id)).toBeNull();
  expect(await store.update(ours, id, synonym('x', 'y'))).toBeNull();
  expect(await store.remove(ours, id)).toBe(false);
  expect(await store.find(theirs, id)).toMatchObject({ term: 'tv' });
  expect((await store.list(ours, page)).total_count).toBe(0);
  await store.remove(theirs, id);
});

test('a list is searched without regard to case and diacritics', async () => {
  const store = synonymStore(db);
  const { id } = await store.insert(ours, synonym('Židle', 'Křeslo'));
  for (const search of ['zidle', 'ŽIDLE', 'kres']) expect((await store.list(ours, { ...page, search })).total_count).toBe(1);
  expect((await store.list(ours, { ...page, search: 'stul' })).total_count).toBe(0);
  await store.remove(ours, id);
});

test('letters that SQL gives a meaning to are letters in a search', async () => {
  const store = synonymStore(db);
  const { id } = await store.insert(ours, synonym('100% cotton', 'a_b\\c'));
  for (const search of ['100%', 'a_b', 'b\\c', "'", '"']) {
    const { total_count } = await store.list(ours, { ...page, search });
    expect(`${search}: ${total_count}`).toBe(`${search}: ${search === "'" || search === '"' ? 0 : 1}`);
  }
  expect((await store.list(ours, { ...page, search: '1%c' })).total_count).toBe(0);
  await store.remove(ours, id);
});

test('pages and sorting cover every row once, in the same order on every database', async () => {
  const store = synonymStore(db);
  const terms = ['žába', 'auto', 'Zebra', 'čaj', 'Čepice', 'z'];
  for (const term of terms) await store.insert(ours, synonym(term, 'x'));
  const seen: string[] = [];
  for (const number of [1, 2, 3]) {
    const { items, total_count, total_pages } = await store.list(ours, { ...page, sort: 'term', page: number, per_page: 2 });
    expect([total_count, total_pages]).toEqual([6, 3]);
    seen.push(...items.map(({ term }) => term));
  }
  expect(seen).toEqual(['auto', 'čaj', 'Čepice', 'z', 'žába', 'Zebra']);
});
