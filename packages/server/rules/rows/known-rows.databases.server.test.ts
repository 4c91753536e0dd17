import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import type { SynonymRule } from '#features/search-settings/synonyms/synonyms.contract.ts';
import { synonymRows } from '#features/search-settings/synonyms/synonyms.store.ts';
import { KnownRows } from './known-rows.ts';
import type { Database } from '#server/db/schema.ts';
import { addProject } from '#server/rules/releases/testing/release-kit.ts';
import { openTestDatabase } from '#testing/raw-database.ts';

let db: Database;
let close: () => Promise<void>;
let project = { id: 0 };
let made: string[] = [];
let known: KnownRows<SynonymRule, string>;

beforeAll(async () => {
  ({ db, close } = await openTestDatabase());
});
afterAll(() => close());
beforeEach(async () => {
  project = { id: (await addProject(db)).id };
  made = [];
  known = new KnownRows(({ term, synonyms }, language) => {
    made.push(term);
    return `${language}: ${term} = ${synonyms.join(', ')}`;
  });
});

const author = { userId: null, at: 1000 };
const synonym = (term: string, ...synonyms: string[]): SynonymRule => ({ term, synonym_type_id: 1, synonyms });
const add = async (row: SynonymRule): Promise<number> => (await synonymRows(db).insert(project, [row], author))[0]!;

/** What there is to know, read by this handle. */
async function all(language = 'en', handle = db): Promise<(string | null)[]> {
  const rows = synonymRows(handle);
  return [...(await known.of(rows, project, language, await rows.marks(project))).values()].map((one) => one.made);
}

test('a row is made something of once, and again after each change, within one millisecond too', async () => {
  const id = await add(synonym('tv', 'television'));
  await add(synonym('phone', 'mobile'));
  expect(await all()).toEqual(['en: tv = television', 'en: phone = mobile']);
  expect(await all()).toHaveLength(2);
  expect(made).toEqual(['tv', 'phone']);
  await synonymRows(db).update(project, id, synonym('tv', 'telly'), author);
  expect(await all()).toEqual(['en: tv = telly', 'en: phone = mobile']);
  expect(made).toEqual(['tv', 'phone', 'tv']);
});

test('what is deleted is gone, and is there once it is restored', async () => {
  const id = await add(synonym('tv', 'television'));
  expect(await all()).toHaveLength(1);
  await synonymRows(db).remove(project, [id], author);
  expect(await all()).toEqual([]);
  await synonymRows(db).restore(project, [id], author);
  expect(await all()).toEqual(['en: tv = television']);
});

test('another language and another project know nothing of it', async () => {
  await add(synonym('tv', 'television'));
  expect(await all('en')).toEqual(['en: tv = television']);
  expect(await all('cs')).toEqual(['cs: tv = television']);
  project = { id: (await addProject(db)).id };
  expect(await all('en')).toEqual([]);
});

test('a change that is undone is forgotten, though the next one has its moment', async () => {
  const id = await add(synonym('tv', 'television'));
  await all();
  const undone = db.transaction().execute(async (within) => {
    await synonymRows(within).update(project, id, synonym('tv', 'undone'), author);
    expect(await all('en', within)).toEqual(['en: tv = undone']);
    throw new Error('undone');
  });
  await expect(undone).rejects.toThrow('undone');
  await synonymRows(db).update(project, id, synonym('tv', 'telly'), author);
  expect(await all()).toEqual(['en: tv = telly']);
});
