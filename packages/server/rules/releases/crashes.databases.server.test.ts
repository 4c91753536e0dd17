import path from 'node:path';
import { fileURLToPath } from 'node:url';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { addDays, startOfDay } from '#contract/days.ts';
import { releasePoints } from '#process-kit/crash-point.ts';
import { CrashingProcess } from '#process-kit/testing/crashing-process.ts';
import type { ProjectScope } from '#server/db/row-scope.ts';
import { openSharedDatabase } from '#testing/raw-database.ts';
import { nightOf, releasesFor } from './testing/midnights.ts';
import { addProject } from './testing/release-kit.ts';
import type { ReleaseTask } from './testing/crashing-releases.ts';

type ReleasePoint = (typeof releasePoints)[number];

const shared = await openSharedDatabase();
const { db } = shared;
const program = fileURLToPath(import.meta.resolve('./testing/crashing-releases.ts'));
const server = new CrashingProcess<ReleaseTask, null>(program, shared.address, path.join(shared.folder, 'point'));
const zone = 'Europe/Prague';
let project: ProjectScope;

beforeAll(async () => {
  project = await addProject(db, zone);
  await server.ask({ kind: 'save', project, term: 'first' });
});
afterAll(async () => {
  await server.stop();
  await shared.close();
});

const ofProject = (table: 'synonym' | 'char_filter' | 'waiting_row') =>
  db.selectFrom(table).select('id').where('project_id', '=', project.id).execute();
const liveRows = (source: string) =>
  db
    .selectFrom('released_row')
    .select('row_id')
    .where('project_id', '=', project.id)
    .where('source', '=', source)
    .where('to_number', 'is', null)
    .execute();

/** Every rule is in the live release or waits, and the numbers of releases have no hole. */
async function expectConsistent(): Promise<void> {
  expect(await liveRows('synonyms')).toHaveLength((await ofProject('synonym')).length);
  const words = await liveRows('midnight-words');
  expect(words.length + (await ofProject('waiting_row')).length).toBe((await ofProject('char_filter')).length);
  const numbers = await db
    .selectFrom('release')
    .select('number')
    .where('project_id', '=', project.id)
    .orderBy('number')
    .execute();
  expect(numbers.map(({ number }) => number)).toEqual(numbers.map((_, at) => at + 1));
  const { release_number: live } = await db
    .selectFrom('project')
    .select('release_number')
    .where('id', '=', project.id)
    .executeTakeFirstOrThrow();
  expect(live).toBe(numbers.length);
}

/** A save is there with its release, or neither is. */
const cutSave = (isDone: boolean) => async (point: ReleasePoint) => {
  const before = (await ofProject('synonym')).length;
  await server.crashAt(point, { kind: 'save', project, term: point });
  // Whoever saves next waits until the database has noticed that the one before is gone.
  await server.ask({ kind: 'save', project, term: `after ${point}` });
  expect(await ofProject('synonym')).toHaveLength(before + (isDone ? 2 : 1));
};

let day = 1;
/** Whatever is cut off, a midnight is made once. */
async function cutMidnight(point: ReleasePoint): Promise<void> {
  const made = (await releasesFor(db, project.id, 'midnight')).length;
  const noon = Date.parse(`2027-03-${26 + day}T12:00:00Z`);
  const midnight = startOfDay(`2027-03-${26 + (day += 1)}`, zone);
  await server.ask({ kind: 'saveForMidnight', project, word: point, at: noon });
  await server.crashAt(point, { kind: 'look', at: midnight });
  for (const later of [0, 15_000]) await server.ask({ kind: 'look', at: midnight + later });
  expect(await releasesFor(db, project.id, 'midnight')).toHaveLength(made + 1);
  expect(await ofProject('waiting_row')).toEqual([]);
}

let night = '2027-06-01';
/** Whatever is cut off, a rule begins once and ends once. */
async function cutBoundary(point: ReleasePoint): Promise<void> {
  const made = (await releasesFor(db, project.id, 'validity')).length;
  night = addDays(night, 1);
  const { from, to } = nightOf(night, zone);
  await server.ask({ kind: 'saveTimed', project, term: point, from, to, at: from - 1 });
  for (const [count, at] of [
    [1, from],
    [2, to],
  ] as const) {
    await server.crashAt(point, { kind: 'look', at });
    for (const later of [0, 15_000]) await server.ask({ kind: 'look', at: at + later });
    expect(await releasesFor(db, project.id, 'validity')).toHaveLength(made + count);
  }
}

/** Whatever is cut off, a plan goes live once. */
async function cutPlan(point: ReleasePoint): Promise<void> {
  const made = (await releasesFor(db, project.id, 'planned')).length;
  const at = Date.parse(`2028-03-${10 + made}T12:00:00Z`);
  await server.ask({ kind: 'plan', project, word: point, at, publishAt: at + 3_600_000 });
  await server.crashAt(point, { kind: 'look', at: at + 3_600_000 });
  for (const later of [3_600_000, 3_615_000]) await server.ask({ kind: 'look', at: at + later });
  expect(await releasesFor(db, project.id, 'planned')).toHaveLength(made + 1);
  expect(await ofProject('waiting_row')).toEqual([]);
}

const cases: Readonly<Record<ReleasePoint, (point: ReleasePoint) => Promise<void>>> = {
  'release:rowsWritten': cutSave(false),
  'release:written': cutSave(false),
  'release:committed': cutSave(true),
  'midnight:dayNoted': cutMidnight,
  'midnight:done': cutMidnight,
  'planned:read': cutPlan,
  'planned:done': cutPlan,
  'validity:read': cutBoundary,
  'validity:done': cutBoundary,
};

test.each(releasePoints)('a server that is killed at %s has done all or nothing, and goes on', async (point) => {
  await cases[point](point);
  await expectConsistent();
});
