import { afterAll, beforeAll, expect, test } from 'vitest';
import { startOfDay } from '#contract/days.ts';
import type { Database } from '#server/db/schema.ts';
import { addMidnightWords, addProject, charFilterStore, releaseKit } from './testing/release-kit.ts';
import { midnightsOf, releasesFor } from './testing/midnights.ts';
import { openTestDatabase } from '#testing/raw-database.ts';

let db: Database;
let close: () => Promise<void>;
let clock = Date.parse('2026-03-01T10:00:00Z');
const now = () => clock;

beforeAll(async () => {
  ({ db, close } = await openTestDatabase());
});
afterAll(() => close());

const midnights = (projectId: number) => releasesFor(db, projectId, 'midnight');

test(
  'publishes each midnight once on two servers, also when clocks change, if something waits',
  () => midnightsOf(db, 40),
  20_000,
);

test('a midnight that nobody was there for is made up for, with what waited before it', async () => {
  const one = releaseKit(db, now).releases;
  addMidnightWords(one);
  const zone = 'America/Sao_Paulo';
  const project = await addProject(db, zone);
  const add = (from: string) =>
    one.change(project, { userId: null, reason: 'test' }, (handle) =>
      charFilterStore(handle).insert(project, { from, to: 'x', is_active: true }),
    );
  clock = Date.parse('2027-05-01T12:00:00Z');
  await add('before');
  clock = startOfDay('2027-05-02', zone) + 3_600_000;
  await add('after');
  await one.publishAtMidnight();
  expect((await one.waiting(project)).map(({ name }) => name)).toEqual(['after']);
  clock += 3_600_000;
  await one.publishAtMidnight();
  expect(await midnights(project.id)).toHaveLength(1);
  clock = startOfDay('2027-05-03', zone);
  await one.publishAtMidnight();
  expect(await one.waiting(project)).toEqual([]);
});

test('a midnight that fails for one project is tried again, and the others have theirs', async () => {
  const kit = releaseKit(db, now);
  addMidnightWords(kit.releases);
  clock = Date.parse('2027-08-01T12:00:00Z');
  const [broken, fine] = [await addProject(db, 'UTC'), await addProject(db, 'UTC')];
  for (const project of [broken, fine])
    await kit.releases.change(project, { userId: null, reason: 'test' }, (handle) =>
      charFilterStore(handle).insert(project, { from: 'word', to: '', is_active: true }),
    );
  const clash = {
    project_id: broken.id,
    number: 2,
    user_id: null,
    reason: 'clash',
    changes: '{}',
    is_kept: 1,
    created_at: 0,
  } as const;
  const { id } = await db.insertInto('release').values(clash).returning('id').executeTakeFirstOrThrow();
  clock = Date.parse('2027-08-02T00:00:10Z');
  await kit.releases.publishAtMidnight();
  expect([(await midnights(broken.id)).length, (await midnights(fine.id)).length]).toEqual([0, 1]);
  expect(kit.told).toHaveLength(1);
  await db.deleteFrom('release').where('id', '=', id).execute();
  await kit.releases.publishAtMidnight();
  expect(await midnights(broken.id)).toHaveLength(1);
});
