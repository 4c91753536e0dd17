import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { Kysely } from 'kysely';
import { afterAll, expect, test } from 'vitest';
import { createEmptyDatabase } from '#testing/test-database.ts';
import { charFilterRows } from '#features/developer/chars-filter/chars-filter.store.ts';
import { synonymRows } from '#features/search-settings/synonyms/synonyms.store.ts';
import { type DatabaseKind, postgres, sqlite } from '#server-kit/db/dialects.ts';
import { migrations } from '#server-kit/db/migrations/migrations.ts';
import { openDatabase } from '#server-kit/db/open-database.ts';
import { migrateTo } from '#server-kit/db/testing/watched-database.ts';

const folder = mkdtempSync(path.join(tmpdir(), 'aisle-kept-'));
const database = await createEmptyDatabase();
const kind = (): DatabaseKind =>
  database.url === null ? sqlite(path.join(folder, 'aisle.sqlite')) : postgres(database.url, () => undefined);
afterAll(async () => {
  rmSync(folder, { recursive: true, force: true });
  await database.drop();
});

interface Before {
  project: Record<string, unknown>;
  synonym: { project_id: number; term: string; synonym_type_id: number; synonyms: string; search_text: string };
  char_filter: { project_id: number; from_text: string; to_text: string; search_text: string };
}

/** What somebody saved while nothing kept two rows from being the same. */
async function saveTwice(): Promise<void> {
  const db = new Kysely<Before>({ dialect: kind().dialect });
  const shop = { name: 'Shop', url: '', language: 'cs', time_zone: 'Europe/Prague', data_source: 'google', secret_hash: '' };
  for (const id of [1, 2])
    await db
      .insertInto('project')
      .values({ ...shop, id, token: String(id), created_at: 0 })
      .execute();
  const synonym = (term: string, kindId: number, words: readonly string[], project_id = 1) =>
    db
      .insertInto('synonym')
      .values({ project_id, term, synonym_type_id: kindId, synonyms: JSON.stringify(words), search_text: term })
      .execute();
  await synonym('Lednička', 1, ['chladnička', 'mraznička']);
  await synonym('pračka', 1, ['automat']);
  await synonym('lednicka ', 1, ['Chladnicka', 'icebox']);
  await synonym('lednička', 2, ['vinotéka']);
  await synonym('LEDNIČKA', 1, ['fridge']);
  await synonym('lednička', 1, ['cizí'], 2);
  for (const to of ['x', 'y'])
    await db.insertInto('char_filter').values({ project_id: 1, from_text: '×', to_text: to, search_text: '' }).execute();
  await db.insertInto('char_filter').values({ project_id: 1, from_text: 'É', to_text: 'e', search_text: '' }).execute();
  await db.destroy();
}

test('synonyms and filters that are the same become one, and no word is lost', async () => {
  await migrateTo(kind(), Object.keys(migrations(kind())).indexOf('011-kept-rows'));
  await saveTwice();
  const db = await openDatabase(kind());
  const synonyms = synonymRows(db);
  const rows = await synonyms.all({ id: 1 });
  expect(rows.map(({ fields }) => [fields.term, fields.synonym_type_id, fields.synonyms])).toEqual([
    ['Lednička', 1, ['Chladnicka', 'mraznička', 'icebox', 'fridge']],
    ['pračka', 1, ['automat']],
    ['lednička', 2, ['vinotéka']],
  ]);
  expect((await synonyms.all({ id: 2 })).map(({ fields }) => fields.synonyms)).toEqual([['cizí']]);
  const filters = await charFilterRows(db).all({ id: 1 });
  expect(filters.map(({ fields }) => fields)).toEqual([
    { from: '×', to: 'y' },
    { from: 'É', to: 'e' },
  ]);
  // As the server would write them now.
  for (const { key, fields } of rows) expect(synonyms.key(fields)).toBe(key);
  for (const { key, fields } of filters) expect(charFilterRows(db).key(fields)).toBe(key);
  const found = { search: 'icebox', order: 'asc', page: 1, per_page: 10 } as const;
  expect((await synonyms.list({ id: 1 }, found)).items).toMatchObject([{ term: 'Lednička', is_active: true, updated_by: null }]);
  await db.destroy();
});
