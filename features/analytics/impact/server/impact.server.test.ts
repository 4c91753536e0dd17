import { beforeAll, expect, test } from 'vitest';
import { addDays, dayMs } from '#contract/days.ts';
import { fixits } from '#features/search-settings/fixit/fixit.contract.ts';
import { synonyms } from '#features/search-settings/synonyms/synonyms.contract.ts';
import { sharedServer } from '#testing/shared-server.ts';
import { effectMeasurer } from './release-effects.ts';
import { todayOf } from '#testing/shop-calls.ts';
import { addSearched } from '#testing/searched.ts';
import { effectOn } from '#features/analytics/impact/effect.contract.ts';
import {
  findTouchedByRelease,
  findTouchedByRule,
  readQueryImpact,
  readReleaseEffects,
  readReleaseImpact,
  readRuleImpact,
} from '#features/analytics/impact/impact.contract.ts';

const server = await sharedServer();
const shop = { server, owner: await server.shop() };
let today: string;
let collectionId: number;
let fixitId: number;
/** The release that added the fixit, and that of another rule. */
let fixed: number;
let other: number;

const call = async <Data>(answer: Promise<{ data: Data | null; msg: string }>): Promise<Data> => {
  const { data, msg } = await answer;
  if (data === null) throw new Error(msg);
  return data;
};
const counted = (searches: number, unfound: number, clicked: number) => ({ searches, unfound, clicked, bought: 0, turnover: 0 });
const liveNumber = async (): Promise<number> => (await shop.server.app.releases.live({ id: shop.owner.projectId })).number;

/** Searches of a day, of which so many found nothing and were clicked. */
const searched = (daysAgo: number, term: string, [searches, unfound, clicked]: readonly [number, number, number]) =>
  addSearched(shop.server.app.db, [
    {
      projectId: shop.owner.projectId,
      collectionId,
      day: addDays(today, -daysAgo),
      term,
      searchCount: searches,
      unfoundCount: unfound,
      clickCount: clicked,
      itemCount: 5,
      lastAt: Date.now() - daysAgo * dayMs,
    },
  ]);

/** As if a release had gone live so many days ago. */
const wasLive = (number: number, daysAgo: number) =>
  shop.server.app.db
    .updateTable('release')
    .set({ created_at: Date.now() - daysAgo * dayMs })
    .where('project_id', '=', shop.owner.projectId)
    .where('number', '=', number)
    .execute();

beforeAll(async () => {
  const { owner } = shop;
  const { db } = server.app;
  today = await todayOf(server, owner.projectId);
  const collection = await db
    .selectFrom('collection')
    .select('id')
    .where('project_id', '=', owner.projectId)
    .executeTakeFirstOrThrow();
  collectionId = collection.id;
  await call(server.call(owner, synonyms.create, { term: 'nobody says this', synonyms: ['never'], synonym_type_id: 1 }));
  other = await liveNumber();
  const fixit = await call(server.call(owner, fixits.create, { term: 'qqzzxx', catalog_term: 'kettle' }));
  fixitId = fixit.id;
  fixed = await liveNumber();
  await wasLive(other, 5);
  await wasLive(fixed, 9);
  await searched(40, 'kettle', [1, 0, 0]);
  // The day of the release is on neither side, and days beyond the weeks that are compared aren't either.
  for (const ago of [18, 9]) await searched(ago, 'qqzzxx', [1_000, 1_000, 0]);
  for (let ago = 16; ago >= 10; ago -= 1) await searched(ago, 'qqzzxx', [20, 20, 0]);
  for (let ago = 8; ago >= 2; ago -= 1) await searched(ago, 'qqzzxx', [30, 1, 12]);
  await searched(12, 'kettle', [300, 3, 100]);
  await searched(4, 'kettle', [500, 5, 160]);
  await searched(12, 'only before', [50, 50, 0]);
  await searched(4, 'only after', [50, 50, 0]);
  await searched(12, 'call [e-mail]', [50, 50, 0]);
  await searched(4, 'call [e-mail]', [50, 50, 0]);
});

const ofFixit = () => ({ source: 'fixits', id: fixitId });

test('compares a rule over as many days before and after it went live', async () => {
  const impact = await call(shop.server.call(shop.owner, readRuleImpact, ofFixit()));
  expect(impact).toMatchObject({
    state: 'ready',
    release: { number: fixed },
    before: { start: addDays(today, -16), end: addDays(today, -10) },
    after: { start: addDays(today, -8), end: addDays(today, -2) },
    has_clicks: false,
    other_releases: [other],
  });
  expect(impact.queries).toEqual([
    {
      query: 'kettle',
      before: counted(300, 3, 100),
      after: counted(500, 5, 160),
    },
    { query: 'qqzzxx', before: counted(140, 140, 0), after: counted(210, 7, 84) },
  ]);
  const queries = ['kettle', 'qqzzxx'];
  expect(await call(shop.server.call(shop.owner, findTouchedByRule, { ...ofFixit(), queries }))).toEqual(['qqzzxx']);
  const touched = impact.queries.filter(({ query }) => query === 'qqzzxx');
  expect(effectOn(touched, 'unfound')).toMatchObject({ before: 1, after: 7 / 210, verdict: 'less' });
});

test('a release says the same of what it changed, and another one touches nothing', async () => {
  const impact = await call(shop.server.call(shop.owner, readReleaseImpact, { number: fixed }));
  expect(impact).toEqual(await call(shop.server.call(shop.owner, readRuleImpact, ofFixit())));
  const queries = ['kettle', 'qqzzxx'];
  expect(await call(shop.server.call(shop.owner, findTouchedByRelease, { number: fixed, queries }))).toEqual(['qqzzxx']);
  expect(await call(shop.server.call(shop.owner, findTouchedByRelease, { number: other, queries }))).toEqual([]);
});

test('releases are measured once a week is over after them, in the queries that they changed', async () => {
  await effectMeasurer(server.app)(new AbortController().signal);
  const { releases } = await call(server.call(shop.owner, readReleaseEffects, { numbers: [1, other, fixed] }));
  expect(releases.toSorted((a, b) => a.number - b.number)).toEqual([
    { number: other, effect: null, due: addDays(today, 3) },
    {
      number: fixed,
      due: addDays(today, -1),
      effect: {
        before: { start: addDays(today, -16), end: addDays(today, -10) },
        after: { start: addDays(today, -8), end: addDays(today, -2) },
        compared: 2,
        touched: 1,
        unfound: expect.objectContaining({ before: 1, after: 7 / 210, verdict: 'less' }) as unknown,
        clicked: null,
        bought: null,
        turnover: null,
        other_releases: 1,
      },
    },
  ]);
});

test('a rule for what search corrected by itself touches it, too: as it was typed, it found nothing', async () => {
  const { id } = await call(shop.server.call(shop.owner, fixits.create, { term: 'ketlle', catalog_term: 'kettle' }));
  const touched = shop.server.call(shop.owner, findTouchedByRule, { source: 'fixits', id, queries: ['ketlle', 'kettle'] });
  expect(await call(touched)).toEqual(['ketlle']);
});

test('of a query it is told what came of the newest release that changed what it finds', async () => {
  const range = { start: addDays(today, -20), end: today };
  const ofQuery = async (q: string, more: object = {}) =>
    (await call(shop.server.call(shop.owner, readQueryImpact, { ...range, ...more, q }))).impact;
  const told = await ofQuery('QQZZXX ');
  expect(told).toMatchObject({ state: 'ready', release: { number: fixed }, other_releases: [other] });
  expect(told!.queries).toEqual([{ query: 'qqzzxx', before: counted(140, 140, 0), after: counted(210, 7, 84) }]);
  for (const q of ['kettle', 'only before', 'call [e-mail]', 'never searched']) expect(await ofQuery(q), q).toBeNull();
  expect(await ofQuery('qqzzxx', { start: addDays(today, -7) })).toBeNull();
});

test('where nothing can be compared, it says why', async () => {
  const stateOf = async (number: number) => (await call(shop.server.call(shop.owner, readReleaseImpact, { number }))).state;
  expect(await stateOf(1)).toBe('first');
  await wasLive(other, 0);
  expect(await stateOf(other)).toBe('early');
  await wasLive(other, 60);
  expect(await stateOf(other)).toBe('untracked');
  await shop.server.call(shop.owner, fixits.setActive, { ids: [fixitId], is_active: false });
  expect(await call(shop.server.call(shop.owner, readRuleImpact, ofFixit()))).toMatchObject({ state: 'off', release: null });
  for (const none of [
    { source: 'nothing', id: 1 },
    { source: 'fixits', id: 9_999 },
  ])
    expect((await shop.server.call(shop.owner, readRuleImpact, none)).data).toBeNull();
  expect((await shop.server.call(shop.owner, readReleaseImpact, { number: 9_999 })).msg).toContain('release');
  expect(
    (await shop.server.call(shop.owner, findTouchedByRule, { source: 'fixits', id: 9_999, queries: ['a'] })).data,
  ).toBeNull();
  await shop.server.app.db
    .updateTable('release')
    .set({ is_kept: 0 })
    .where('project_id', '=', shop.owner.projectId)
    .where('number', '=', fixed)
    .execute();
  expect(await stateOf(fixed)).toBe('gone');
});
