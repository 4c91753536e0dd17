import { afterAll, beforeAll, expect, test } from 'vitest';
import { maximumRuleCharacters } from '#contract/limits.ts';
import { type SynonymRule, synonyms } from '#features/search-settings/synonyms/synonyms.contract.ts';
import { synonymRows } from '#features/search-settings/synonyms/synonyms.store.ts';
import { rowWriter } from './row-writer.ts';
import type { Database } from '#server/db/schema.ts';
import { addProject } from '#server/rules/releases/testing/release-kit.ts';
import { openTestDatabase } from '#testing/raw-database.ts';

let db: Database;
let close: () => Promise<void>;
beforeAll(async () => ({ db, close } = await openTestDatabase()));
afterAll(() => close());

const author = { userId: null, at: 1000 };
const of = (to: Database) => rowWriter(synonymRows(to), synonyms, author);
const row = (text: string): SynonymRule => ({ term: text.slice(0, 1), synonym_type_id: 1, synonyms: [text] });

test('texts of a kind have so much room in a project: what goes beyond it is refused, and what is deleted makes room', async () => {
  const project = await addProject(db);
  const size = async () => (await synonymRows(db).size(project)).characters;
  const save = (text: string) => db.transaction().execute((transaction) => of(transaction).create(project, row(text)));
  await save('a');
  const smallest = await size();
  const large = await save('b'.repeat(maximumRuleCharacters - 2 * smallest + 'a'.length));
  expect(await size()).toBe(maximumRuleCharacters);
  const { fields } = (await synonymRows(db).stored(project, [large]))[0]!;

  await expect(save('y')).rejects.toMatchObject({ code: 'tooMuchText' });
  const longer = row(`${fields.synonyms[0]}y`);
  const change = db.transaction().execute((transaction) => of(transaction).update(project, large, null, longer));
  await expect(change).rejects.toMatchObject({ code: 'tooMuchText' });
  expect(await size()).toBe(maximumRuleCharacters);

  await of(db).remove(project, [large]);
  await save('y');
  await expect(db.transaction().execute((transaction) => of(transaction).restore(project, [large]))).rejects.toMatchObject({
    code: 'tooMuchText',
  });
});
