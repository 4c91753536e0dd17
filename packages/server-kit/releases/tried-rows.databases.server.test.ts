import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { analyserOf } from '#engine/analysis/analysers.ts';
import { describeGroups, draftQuery } from '#engine/query-draft.ts';
import type { ProjectScope } from '#server-kit/db/project-table.ts';
import type { Database } from '#server-kit/db/schema.ts';
import type { Releases } from './releases.ts';
import type { Tried } from './tried-rows.ts';
import {
  actedOn,
  addMidnightWords,
  addProject,
  addSynonyms,
  charFilterStore,
  releaseKit,
  synonymStore,
} from './testing/release-kit.ts';
import { dumpOf, openTestDatabase } from '#server/testing/raw-database.ts';

let db: Database;
let close: () => Promise<void>;
let project: ProjectScope;
let releases: Releases;

beforeAll(async () => {
  ({ db, close } = await openTestDatabase());
});
beforeEach(async () => {
  ({ releases } = releaseKit(db));
  addSynonyms(releases);
  addMidnightWords(releases);
  project = await addProject(db);
});
afterAll(() => close());

const who = { userId: null, reason: 'test' };
const synonym = (term: string, other: string) => ({ term, synonym_type_id: 2 as const, synonyms: [other] });
const add = (term: string, other: string) =>
  releases.change(project, who, (handle) => synonymStore(handle).insert(project, synonym(term, other)));
const numberOf = async () => (await releases.live(project)).number;

/** What a query becomes by what is tried. */
async function triedOn(tried: Tried, query: string, language = 'en'): Promise<string> {
  const draft = draftQuery(analyserOf(language), (await releases.tried(project, tried)).rules, query);
  return describeGroups(draft.groups);
}

test('an earlier release is searched as it was, and what is live stays', async () => {
  const kettle = await add('kettle', 'boiler');
  const number = await numberOf();
  await releases.change(project, who, (handle) => synonymStore(handle).update(project, kettle.id, synonym('kettle', 'pot')));
  await add('lamp', 'light');
  const before = await dumpOf(db, []);
  expect(await triedOn({ from: number }, 'kettle lamp')).toBe('kettle (kettl, boiler) + lamp');
  expect(await actedOn(releases, project, 'kettle lamp')).toBe('kettle lamp | pot | light');
  expect((await releases.tried(project, { from: number })).number).toBe(number);
  expect(await dumpOf(db, [])).toEqual(before);
});

test('a release of another language has its rules in that language', async () => {
  await add('boots', 'shoes');
  const number = await numberOf();
  await releases.change(project, who, (handle) =>
    handle.updateTable('project').set({ language: 'cs' }).where('id', '=', project.id).execute(),
  );
  expect(await triedOn({ from: number }, 'boot')).toContain('shoes');
  expect(await triedOn({}, 'boot', 'cs')).not.toContain('shoes');
});

test('a draft is what waits, of the kinds that are asked for', async () => {
  await releases.change(project, who, (handle) => charFilterStore(handle).insert(project, { from: 'x', to: 'y' }));
  expect(await triedOn({}, 'box')).toBe('box');
  expect(await triedOn({ from: 'draft' }, 'box')).toBe('boy');
  expect(await triedOn({ from: 'draft', sources: ['synonyms'] }, 'box')).toBe('box');
  expect(await triedOn({ from: 'draft', sources: ['midnight-words'] }, 'box')).toBe('boy');
  await releases.publish(project, who);
  expect(await triedOn({}, 'box')).toBe('boy');
});

test('a draft is without rows whose deletion waits', async () => {
  await releases.change(project, { ...who, live: ['midnight-words'] }, (handle) =>
    charFilterStore(handle).insert(project, { from: 'x', to: 'y' }),
  );
  const [row] = await charFilterStoreIds();
  await releases.change(project, who, (handle) => charFilterStore(handle).remove(project, row ?? 0));
  expect(await triedOn({}, 'box')).toBe('boy');
  expect(await triedOn({ from: 'draft' }, 'box')).toBe('box');
});

test('rows are tried that nobody saved, and without rows that are live', async () => {
  const { id } = await add('kettle', 'boiler');
  const changed = { source: 'synonyms', row: { id, ...synonym('kettle', 'pot') } };
  const added = { source: 'synonyms', row: { id: 0, ...synonym('lamp', 'light') } };
  expect(await triedOn({ put: [changed, added] }, 'kettle lamp')).toBe('kettle (kettl, pot) + lamp (light)');
  expect(await triedOn({ put: [added], without: [{ source: 'synonyms', id }] }, 'kettle lamp')).toBe(
    'kettle (kettl) + lamp (light)',
  );
  expect(await actedOn(releases, project, 'kettle lamp')).toBe('kettle lamp | boiler');
});

test('a release that is not there, or not kept, is refused', async () => {
  await add('kettle', 'boiler');
  await expect(releases.tried(project, { from: 999 })).rejects.toMatchObject({ code: 'notFound' });
  await db.updateTable('release').set({ is_kept: 0 }).where('project_id', '=', project.id).where('number', '=', 1).execute();
  await expect(releases.tried(project, { from: 1 })).rejects.toMatchObject({ code: 'releaseNotKept' });
});

const charFilterStoreIds = async () =>
  (await db.selectFrom('char_filter').select('id').where('project_id', '=', project.id).execute()).map(({ id }) => id);
