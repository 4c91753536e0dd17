import { expect, test } from 'vitest';
import { analyserOf } from '#engine/query/analysis/analyser.ts';
import { describeGroups, draftQuery } from '#engine/query/query-draft.ts';
import type { Previewed } from './preview-rows.ts';
import { actedOn, charFilterStore, synonymStore } from './testing/release-kit.ts';
import { dumpOf } from '#testing/raw-database.ts';
import { ownProject, synonym, who } from './testing/own-project.ts';

const own = ownProject();
const add = (term: string, other: string) =>
  own.releases.change(own.project, who, (handle) => synonymStore(handle).insert(own.project, synonym(term, other)));
const numberOf = async () => (await own.releases.live(own.project)).number;

/** What a query becomes by what is tried. */
async function triedOn(tried: Previewed, query: string, language = 'en'): Promise<string> {
  const draft = draftQuery(analyserOf(language), (await own.releases.preview(own.project, tried)).rules, query);
  return describeGroups(draft.groups);
}

test('an earlier release is searched as it was, and what is live stays', async () => {
  const kettle = await add('kettle', 'boiler');
  const number = await numberOf();
  await own.releases.change(own.project, who, (handle) =>
    synonymStore(handle).update(own.project, kettle.id, synonym('kettle', 'pot')),
  );
  await add('lamp', 'light');
  const before = await dumpOf(own.db, []);
  expect(await triedOn({ from: number }, 'kettle lamp')).toBe('kettle (kettl, boiler) + lamp');
  expect(await actedOn(own.releases, own.project, 'kettle lamp')).toBe('kettle lamp | pot | light');
  expect((await own.releases.preview(own.project, { from: number })).number).toBe(number);
  expect(await dumpOf(own.db, [])).toEqual(before);
});

test('a release of another language has its rules in that language', async () => {
  await add('boots', 'shoes');
  const number = await numberOf();
  await own.releases.change(own.project, who, (handle) =>
    handle.updateTable('project').set({ language: 'cs' }).where('id', '=', own.project.id).execute(),
  );
  expect(await triedOn({ from: number }, 'boot')).toContain('shoes');
  expect(await triedOn({}, 'boot', 'cs')).not.toContain('shoes');
});

test('a draft is what waits, of the kinds that are asked for', async () => {
  await own.releases.change(own.project, who, (handle) => charFilterStore(handle).insert(own.project, { from: 'x', to: 'y' }));
  expect(await triedOn({}, 'box')).toBe('box');
  expect(await triedOn({ from: 'draft' }, 'box')).toBe('boy');
  expect(await triedOn({ from: 'draft', sources: ['synonyms'] }, 'box')).toBe('box');
  expect(await triedOn({ from: 'draft', sources: ['midnight-words'] }, 'box')).toBe('boy');
  await own.releases.publish(own.project, who);
  expect(await triedOn({}, 'box')).toBe('boy');
});

test('a draft is without rows whose deletion waits', async () => {
  await own.releases.change(own.project, { ...who, live: ['midnight-words'] }, (handle) =>
    charFilterStore(handle).insert(own.project, { from: 'x', to: 'y' }),
  );
  const [row] = await charFilterStoreIds();
  await own.releases.change(own.project, who, (handle) => charFilterStore(handle).remove(own.project, row ?? 0));
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
  expect(await actedOn(own.releases, own.project, 'kettle lamp')).toBe('kettle lamp | boiler');
});

test('a release that is not there, or not kept, is refused', async () => {
  await add('kettle', 'boiler');
  await expect(own.releases.preview(own.project, { from: 999 })).rejects.toMatchObject({ code: 'notFound' });
  await own.db
    .updateTable('release')
    .set({ is_kept: 0 })
    .where('project_id', '=', own.project.id)
    .where('number', '=', 1)
    .execute();
  await expect(own.releases.preview(own.project, { from: 1 })).rejects.toMatchObject({ code: 'releaseNotKept' });
});

const charFilterStoreIds = async () =>
  (await own.db.selectFrom('char_filter').select('id').where('project_id', '=', own.project.id).execute()).map(({ id }) => id);
