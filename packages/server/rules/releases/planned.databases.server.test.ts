import { afterAll, beforeAll, expect, test } from 'vitest';
import { maximumPlannedReleases } from '#contract/limits.ts';
import type { ProjectScope } from '#server/db/row-scope.ts';
import type { Database } from '#server/db/schema.ts';
import { openTestDatabase } from '#testing/raw-database.ts';
import type { Releases } from './releases.ts';
import { releasesFor } from './testing/midnights.ts';
import { actedOn, addMidnightWords, addProject, charFilterStore, releaseKit } from './testing/release-kit.ts';

const noon = Date.parse('2026-11-24T12:00:00Z');
const friday = Date.parse('2026-11-27T00:00:00Z');
let db: Database;
let close: () => Promise<void>;
let clock = noon;
let userId: number;

beforeAll(async () => {
  ({ db, close } = await openTestDatabase());
  const person = {
    name: 'Jana',
    surname: 'N',
    email: 'jana@example.com',
    password_hash: '',
    is_admin: 0,
    is_blocked: 0,
  } as const;
  const added = db.insertInto('user').values({ ...person, created_at: 0 });
  userId = (await added.returning('id').executeTakeFirstOrThrow()).id;
});
afterAll(() => close());

function serverOf(): Releases {
  const { releases } = releaseKit(db, () => clock);
  addMidnightWords(releases);
  return releases;
}

async function shop() {
  clock = noon;
  const [one, project] = [serverOf(), await addProject(db, 'UTC')];
  const write = <Done>(work: (store: ReturnType<typeof charFilterStore>) => Promise<Done>): Promise<Done> => {
    clock += 1;
    return one.change(project, { userId, reason: 'test' }, (handle) => work(charFilterStore(handle)));
  };
  return {
    one,
    project,
    add: (from: string, to = 'x') => write((store) => store.insert(project, { from, to, is_active: true })),
    replace: (id: number, from: string, to: string) => write((store) => store.update(project, id, { from, to, is_active: true })),
    remove: (id: number) => write((store) => store.remove(project, id)),
    plan: (name: string, publishAt = friday) => one.plan(project, { userId, name, comment: 'why', publishAt }),
  };
}

const plannedOf = (project: ProjectScope) => releasesFor(db, project.id, 'planned');

test('publishes a plan once at its moment on two servers, after a restart, and not at a midnight before', async () => {
  const { one, project, add, plan } = await shop();
  await add('pan');
  await add('pot');
  expect(await plan('Black Friday')).toMatchObject({ changeCount: 2 });
  clock = friday - 86_400_000;
  await one.publishAtMidnight();
  clock = friday - 1;
  await one.publishPlanned();
  expect(await plannedOf(project)).toEqual([]);
  clock = friday;
  const [restarted, other] = [serverOf(), serverOf()];
  await Promise.all([restarted.publishPlanned(), other.publishPlanned()]);
  await other.publishPlanned();
  expect(await plannedOf(project)).toEqual([{ created_at: friday }]);
  const { items } = await other.history.list(project, { page: 1, per_page: 1, order: 'desc' });
  expect(items).toMatchObject([{ name: 'Black Friday', comment: 'why', reason: 'planned', userName: 'Jana N' }]);
  expect(await actedOn(other, project, 'pan pot')).toBe('x x');
  expect([await other.waiting(project), await other.planned(project)]).toEqual([[], []]);
});

test('publishes what was confirmed, and leaves a later change of the rule waiting', async () => {
  const { one, project, add, replace, plan } = await shop();
  const { id } = await add('pan', 'confirmed');
  await plan('');
  await replace(id, 'pan', 'later');
  await add('lid');
  expect(await one.waiting(project, { unplanned: 'changes' })).toMatchObject([{ name: 'pan' }, { name: 'lid' }]);
  clock = friday - 86_400_000;
  await one.publishAtMidnight();
  expect(await actedOn(one, project, 'pan lid')).toBe('pan x');
  clock = friday;
  await one.publishPlanned();
  expect(await actedOn(serverOf(), project, 'pan')).toBe('confirmed');
  expect(await one.waiting(project)).toMatchObject([{ name: 'pan', kind: 'changed', plannedId: null }]);
  await one.publish(project, { userId, reason: 'test' });
  expect(await actedOn(serverOf(), project, 'pan')).toBe('later');
});

test('drops a rule from its plan once it is live, withdrawn or deleted, and releases nothing without any', async () => {
  const { one, project, add, replace, remove, plan } = await shop();
  const [pan, pot, lid] = [await add('pan'), await add('pot'), await add('lid')];
  await plan('');
  await remove(pan.id);
  await one.takeBack(project, userId, { row: { source: 'midnight-words', id: pot.id } });
  expect(await one.planned(project)).toMatchObject([{ changeCount: 1 }]);
  await replace(lid.id, 'lid', 'new');
  await one.publish(project, { userId, reason: 'test' }, { unplanned: 'changes' });
  expect(await one.planned(project)).toEqual([]);
  clock = friday;
  await one.publishPlanned();
  const names = await db
    .selectFrom('release')
    .select(['name', 'changes'])
    .where('project_id', '=', project.id)
    .where('reason', '=', 'planned')
    .execute();
  expect(names.map(({ name, changes }) => [name, JSON.parse(changes).rows])).toEqual([['', []]]);
  expect(await actedOn(serverOf(), project, 'pan pot lid')).toBe('pan pot new');
});

test('moves a rule that is planned again to the newer plan', async () => {
  const { one, project, add, replace, plan } = await shop();
  const { id } = await add('pan', 'first');
  await plan('first', friday + 1);
  await replace(id, 'pan', 'second');
  await plan('second', friday);
  expect(await one.planned(project)).toMatchObject([{ name: 'second', changeCount: 1 }]);
});

test('a cancelled plan waits for midnight again, and only its own project can cancel it', async () => {
  const { one, project, add, plan } = await shop();
  const other = await shop();
  await add('pan');
  const { planned } = await plan('Black Friday');
  const cancelled = { id: planned!, userId };
  expect(await one.cancelPlanned(other.project, cancelled)).toBe(false);
  expect(await one.cancelPlanned(project, cancelled)).toBe(true);
  expect(await one.cancelPlanned(project, cancelled)).toBe(false);
  const kept = db
    .selectFrom('release')
    .select('name')
    .where('project_id', '=', project.id)
    .where('reason', '=', 'plan cancelled');
  expect(await kept.execute()).toEqual([{ name: 'Black Friday' }]);
  clock = friday - 86_400_000;
  await one.publishAtMidnight();
  expect(await one.waiting(project)).toEqual([]);
});

test(`keeps at most ${maximumPlannedReleases} plans, and none without changes`, async () => {
  const { one, project, add, plan } = await shop();
  expect(await plan('nothing')).toEqual({ planned: null, changeCount: 0 });
  for (let at = 0; at < maximumPlannedReleases; at += 1) {
    await add(`word${at}`);
    await plan(`${at}`);
  }
  await add('one more');
  await expect(plan('one more')).rejects.toMatchObject({ code: 'tooMany' });
  expect(await one.planned(project)).toHaveLength(maximumPlannedReleases);
});
