import { afterAll, beforeAll, expect, test } from 'vitest';
import type { SynonymRule } from '#features/search-settings/synonyms/synonyms.contract.ts';
import type { Database } from '#server/db/schema.ts';
import { addProject, addSynonyms, releaseKit, synonymStore } from './testing/release-kit.ts';
import { openTestDatabase } from '#testing/raw-database.ts';
import type { ProjectScope } from '#server/db/row-scope.ts';

const synonym = (term: string): SynonymRule => ({
  term,
  synonym_type_id: 1,
  synonyms: [`${term} spare part`, `${term} accessory`],
});
const who = { userId: null, reason: 'test' };

/** Characters that the tables of releases hold for a project. */
async function heldCharacters(db: Database, project: ProjectScope): Promise<number> {
  const rows = await db.selectFrom('released_row').selectAll().where('project_id', '=', project.id).execute();
  const releases = await db.selectFrom('release').selectAll().where('project_id', '=', project.id).execute();
  return JSON.stringify(rows).length + JSON.stringify(releases).length;
}

/** How many times the size of the rules releases take after so many saves, each of one rule. */
async function growthOf(db: Database, ruleCount: number, saveCount: number): Promise<number> {
  const { releases } = releaseKit(db);
  addSynonyms(releases);
  const project = await addProject(db);
  const rules = Array.from({ length: ruleCount }, (_, number) => synonym(`garden tool ${number}`));
  const { id: first } = await releases.change(project, who, (handle) => synonymStore(handle).insert(project, ...rules));
  const size = await heldCharacters(db, project);
  for (let number = 0; number < saveCount; number += 1)
    await releases.change(project, who, (handle) =>
      synonymStore(handle).update(project, first + number, synonym(`changed tool ${number}`)),
    );
  const { number } = await releases.live(project);
  if (number !== saveCount + 2) throw new Error(`After ${saveCount} saves, release ${number} is live.`);
  return (await heldCharacters(db, project)) / size;
}

const dayMilliseconds = 24 * 60 * 60 * 1000;
let db: Database;
let close: () => Promise<void>;
let clock = Date.parse('2026-01-01T00:00:00Z');

beforeAll(async () => {
  ({ db, close } = await openTestDatabase());
});
afterAll(() => close());

test('saves of a fifth of all rules take at most three times the size of the rules', async () => {
  expect(await growthOf(db, 1000, 200)).toBeLessThan(3);
});

test('all releases of a month are kept, then one a day, then what they changed; and the live one always', async () => {
  const { releases } = releaseKit(db, () => clock);
  addSynonyms(releases);
  const project = await addProject(db, 'UTC');
  clock = Date.parse('2026-02-01T08:00:00Z');
  await releases.live(project);
  const { id } = await releases.change(project, who, (handle) => synonymStore(handle).insert(project, synonym('first')));
  for (const moment of ['2026-02-01T09:00:00Z', '2026-02-01T10:00:00Z', '2026-02-02T10:00:00Z', '2026-03-20T10:00:00Z']) {
    clock = Date.parse(moment);
    await releases.change(project, who, (handle) => synonymStore(handle).update(project, id, synonym(moment)));
  }
  const kept = async () => {
    const { items } = await releases.history.list(project, { page: 1, per_page: 100, order: 'asc' });
    return items.filter(({ isKept }) => isKept).map(({ number }) => number);
  };
  const versions = async () =>
    (
      await db
        .selectFrom('released_row')
        .select('from_number')
        .where('project_id', '=', project.id)
        .where('source', '=', 'synonyms')
        .execute()
    ).length;
  await releases.thin();
  expect([await kept(), await versions()]).toEqual([[4, 5, 6], 3]);
  await releases.restore(project, 0, { number: 4 });
  expect((await synonymStore(db).find(project, id))?.term).toBe('2026-02-01T10:00:00Z');
  await expect(releases.restore(project, 0, { number: 3 })).rejects.toMatchObject({ code: 'releaseNotKept' });
  expect((await releases.history.find(project, 3))?.changes).toMatchObject([{ source: 'synonyms', id, kind: 'changed' }]);
  clock += 500 * dayMilliseconds;
  await releases.thin();
  expect(await kept()).toEqual([7]);
});
