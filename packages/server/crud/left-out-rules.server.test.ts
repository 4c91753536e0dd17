import { afterAll, beforeAll, expect, test } from 'vitest';
import { toldLeftOutRules } from '#contract/limits.ts';
import { type PhraseFields, phraseRows } from '#features/data/phrases/server/phrases.store.ts';
import { leftOutRules } from './left-out-rules.ts';
import type { Database } from '#server/db/schema.ts';
import type { SkippedRow } from '#server/rules/releases/live-release.ts';
import { addProject } from '#server/rules/releases/testing/release-kit.ts';
import { openTestDatabase } from '#testing/raw-database.ts';

let db: Database;
let close: () => Promise<void>;
beforeAll(async () => ({ db, close } = await openTestDatabase()));
afterAll(() => close());

const kind = { key: 'phrases', nameOf: ({ phrase }: PhraseFields) => phrase };
const row = (phrase: string): PhraseFields => ({
  phrase,
  stems: phrase,
  source: 'added',
  boost: 1,
  is_visible: true,
  is_decided: true,
  item_count: 0,
  search_count: 0,
});
const skipped = (id: number | null, source = 'phrases'): SkippedRow => ({ source, id, reason: 'broken' });

test('rules that are left out are told by name, those of their kind and place alone, and no more than a person reads', async () => {
  const rows = phraseRows(db);
  const { id } = await addProject(db);
  const collection = (name: string) =>
    db
      .insertInto('collection')
      .values({ project_id: id, name, relevant_rate: 70, force_stopwords: 1, lower_unwanted: 0, created_at: 0 })
      .returning('id as collectionId')
      .executeTakeFirstOrThrow();
  const [products, articles] = [await collection('Products'), await collection('Articles')];
  const author = { userId: null, at: 1000 };
  const all = Array.from({ length: toldLeftOutRules + 5 }, (_, at) => row(`word${at}`));
  const ids = await rows.insert({ id, ...products }, all, author);
  const [elsewhere = 0] = await rows.insert({ id, ...articles }, [row('elsewhere')], author);
  const unreadable = elsewhere + 1;
  const told = (...of: SkippedRow[]) => leftOutRules(of, kind, rows, { id, ...products });

  expect(await told()).toEqual({ count: 0, told: [] });
  const some = [skipped(ids[3]!), skipped(elsewhere), skipped(ids[4]!, 'synonyms'), skipped(unreadable), skipped(null)];
  expect(await told(...some)).toEqual({
    count: 3,
    told: [
      { id: ids[3], name: 'word3', reason: 'broken' },
      { id: unreadable, name: null, reason: 'broken' },
      { id: null, name: null, reason: 'broken' },
    ],
  });
  const many = await told(...ids.map((one) => skipped(one)));
  expect([many.count, many.told.length]).toEqual([ids.length, toldLeftOutRules]);
});
