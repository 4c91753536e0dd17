import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { analyserOf } from '#engine/query/analysis/analyser.ts';
import { describeGroups, draftQuery } from '#engine/query/query-draft.ts';
import type { ProjectScope } from '#server/db/row-scope.ts';
import type { Envelope } from '#server/rules/rows/row-table.ts';
import type { Database } from '#server/db/schema.ts';
import { actedOn, addProject, addSynonyms, releaseKit, synonymStore } from './testing/release-kit.ts';
import { openTestDatabase } from '#testing/raw-database.ts';

let db: Database;
let close: () => Promise<void>;
let project: ProjectScope;
let clock = 0;
const [begin, end] = [Date.parse('2026-12-01T08:00:00Z'), Date.parse('2026-12-24T08:00:00Z')];
const within = { valid_from: begin, valid_to: end };
const who = { userId: null, reason: 'test' };

beforeAll(async () => {
  ({ db, close } = await openTestDatabase());
});
beforeEach(async () => {
  clock = begin - 1000;
  project = await addProject(db);
});
afterAll(() => close());

function kit(...how: Parameters<typeof addSynonyms> extends [unknown, ...infer Rest] ? Rest : never) {
  let lookCount = 0;
  const { releases } = releaseKit(db, () => clock);
  addSynonyms(releases, ...how);
  const row = (bounds: Partial<Envelope>, other = 'boiler') => ({
    term: 'kettle',
    synonym_type_id: 2 as const,
    synonyms: [other],
    ...bounds,
  });
  return {
    releases,
    add: (bounds: Partial<Envelope>) =>
      releases.change(project, who, (handle) => synonymStore(handle).insert(project, row(bounds))),
    update: (id: number, bounds: Partial<Envelope>, other?: string) =>
      releases.change(project, who, (handle) => synonymStore(handle).update(project, id, row(bounds, other))),
    find: (id: number) => synonymStore(db).find(project, id),
    acts: async () => {
      // Another server learns of a release within a second.
      const at = clock;
      clock += (lookCount += 1) * 2000;
      const found = await actedOn(releases, project, 'kettle');
      clock = at;
      return found.slice('kettle | '.length);
    },
    made: async () => {
      const { items } = await releases.history.list(project, { page: 1, per_page: 100, order: 'asc' });
      return items.slice(1).map(({ reason, counts }) => [reason, counts['synonyms']]);
    },
  };
}

test('a rule acts from its beginning on, and not from its end on, each with a release of its own', async () => {
  const [one, other] = [kit(), kit()];
  await one.add(within);
  for (const [at, acts] of [
    [begin - 1, ''],
    [begin, 'boiler'],
    [end - 1, 'boiler'],
    [end, ''],
  ] as const) {
    clock = at;
    await Promise.all([one, other].map(({ releases }) => releases.publishBoundaries()));
    expect([await one.acts(), await other.acts()]).toEqual([acts, acts]);
  }
  expect(await one.made()).toEqual([
    ['test', { added: 1 }],
    ['validity', { began: 1 }],
    ['validity', { ended: 1 }],
  ]);
  const [added, begun, ended] = [2, 3, 4];
  const compared = async (from: number, to: number) =>
    (await one.releases.compare(project, { from, to })).changes.map(({ kind, isLive }) => [kind, isLive]);
  expect([await compared(added, begun), await compared(begun, ended), await compared(added, ended)]).toEqual([
    [['began', true]],
    [['ended', true]],
    [],
  ]);
  const { rules } = await one.releases.preview(project, { from: begun });
  expect(describeGroups(draftQuery(analyserOf('en'), rules, 'kettle').groups)).toContain('boiler');
  clock += 1_000_000;
  await one.releases.publishBoundaries();
  expect(await one.made()).toHaveLength(3);
});

test('bounds act as they are saved: a rule that is on already, over, or off makes no release by itself', async () => {
  const { add, update, acts, made, releases } = kit();
  const { id } = await add({ valid_to: end });
  expect(await acts()).toBe('boiler');
  await update(id, { valid_to: begin - 2000 });
  expect(await acts()).toBe('');
  await update(id, { ...within, is_active: false });
  clock = end;
  await releases.publishBoundaries();
  expect(await made()).toHaveLength(3);
  await update(id, {});
  expect(await acts()).toBe('boiler');
});

test('a rule that began and ended while nobody was there makes no release', async () => {
  const { add, acts, made, releases } = kit();
  await add(within);
  clock = end + 1;
  await releases.publishBoundaries();
  expect([await acts(), await made()]).toEqual(['', [['test', { added: 1 }]]]);
  const due = db.selectFrom('released_row').select('id').where('project_id', '=', project.id);
  expect(await due.where('changes_at', 'is not', null).execute()).toEqual([]);
});

test('what is saved and waits is left alone when what is live begins', async () => {
  const { add, update, acts, releases } = kit({ goesLive: 'atMidnight' });
  const { id } = await add(within);
  await releases.publish(project, who);
  await update(id, {}, 'pot');
  clock = begin;
  await releases.publishBoundaries();
  expect(await acts()).toBe('boiler');
  expect(await releases.waiting(project)).toMatchObject([{ id, kind: 'changed' }]);
  await releases.publish(project, who);
  expect([await acts(), await releases.waiting(project)]).toEqual(['pot', []]);
});

test('a rule that is turned off is held by releases, and told so', async () => {
  const { add, update, made, acts, find, releases } = kit();
  const { id } = await add({});
  await update(id, { is_active: false });
  const { number } = await releases.live(project);
  expect(await acts()).toBe('');
  await update(id, {});
  expect(await acts()).toBe('boiler');
  expect(await made()).toEqual([
    ['test', { added: 1 }],
    ['test', { turnedOff: 1 }],
    ['test', { turnedOn: 1 }],
  ]);
  await releases.restore(project, 0, { number });
  expect([await acts(), await find(id)]).toMatchObject(['', { is_active: false }]);
});

test('restoring takes back what was written of bounds, and not that they were passed', async () => {
  const { add, update, acts, find, releases } = kit();
  const { id } = await add(within);
  const { number } = await releases.live(project);
  clock = begin;
  await releases.publishBoundaries();
  const before = await find(id);
  await releases.restore(project, 0, { number });
  expect([await acts(), await find(id)]).toEqual(['boiler', before]);
  await update(id, { valid_to: begin + 1 });
  await releases.restore(project, 0, { number });
  expect([await acts(), await find(id)]).toMatchObject(['boiler', within]);
  clock = end;
  await releases.publishBoundaries();
  expect(await acts()).toBe('');
});
