import { readdir, readFile } from 'node:fs/promises';
import path from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { afterAll, beforeAll, beforeEach, expect, test, vi } from 'vitest';
import { addDays, dayOf, mondayOf } from '#contract/days.ts';
import { answerInvitation, inviteUser } from '#features/access-management/invitations/invitations.contract.ts';
import { synonyms } from '#features/search-settings/synonyms/synonyms.contract.ts';
import { awaitedLetters, lettersTo } from '#testing/letters.ts';
import { addSearched } from '#testing/searched.ts';
import { type Actor, startTestApp, type TestApp } from '#testing/test-app.ts';
import { dueReports, reportJob } from './weekly-report.server.ts';
import {
  listWeeklyReports,
  readWeeklyReport,
  sendWeeklyReport,
  stopWeeklyReport,
  turnWeeklyReport,
} from '#features/analytics/weekly-report/weekly-report.contract.ts';
import { dueMonday } from './week-figures.service.ts';

let server: TestApp;
type Shop = Awaited<ReturnType<TestApp['emptyShop']>>;
let shop: Shop;
const timeZone = 'Europe/Prague';
const weekMilliseconds = 7 * 24 * 60 * 60 * 1000;
const began = Date.now();
const today = dayOf(began, timeZone);

/** The Monday to come, and when its report is due in Prague or a little later. */
const monday = addDays(mondayOf(today), 7);
const due = Date.parse(`${monday}T06:30:00Z`);

/** The server, which looks by itself as well, has the same time. */
async function sendAt(now: number): Promise<void> {
  vi.setSystemTime(now);
  await dueReports(server.app)();
}
const posted = async () =>
  Number(
    (
      await server.app.db
        .selectFrom('job')
        .select((eb) => eb.fn.countAll().as('count'))
        .where('kind', '=', reportJob)
        .executeTakeFirstOrThrow()
    ).count,
  );
const turn = (actor: Parameters<TestApp['call']>[0], id: number, is_on: boolean) =>
  server.call(actor, turnWeeklyReport, { id, is_on });

/** Searches on the last day of a week. */
async function addWeek(of: Shop, day: string, found: number, unfound: number): Promise<void> {
  const place = { projectId: of.projectId, collectionId: of.collectionId, day };
  await addSearched(server.app.db, [
    { ...place, term: 'kettle', searchCount: found, itemCount: 3 },
    ...(unfound > 0 ? [{ ...place, term: '<script>alert(1)</script>', searchCount: unfound, itemCount: 0 }] : []),
  ]);
}

/** How good the order of results was in a week, of ten queries alike. */
const addOrder = (week: string, share: number) =>
  server.app.db
    .insertInto('search_quality')
    .values({
      project_id: shop.projectId,
      collection_id: shop.collectionId,
      language: 'en',
      week,
      judged_at: began,
      clicked_count: 100,
      queries: 10,
      w: 100,
      wx: 100 * share,
      ww: 1_000,
      wwx: 1_000 * share,
      wwxx: 1_000 * share * share,
    })
    .execute();
async function colleague(email: string, user_groups: (1 | 4)[]) {
  const person = await server.signUp(email);
  const { data } = await server.call(shop, inviteUser, { email, user_groups });
  await server.call(person, answerInvitation, { token: new URL(data!.link!).searchParams.get('token')!, accept: true });
  return person;
}

beforeAll(async () => {
  server = await startTestApp();
  await server.signUp('admin@example.com');
  shop = await server.emptyShop('owner@example.com');
  await server.app.db.updateTable('project').set({ time_zone: timeZone }).execute();
  await addWeek(shop, addDays(monday, -14), 4, 0);
  await addWeek(shop, addDays(monday, -1), 54, 27);
  await addOrder(addDays(monday, -14), 0.75);
  await addOrder(addDays(monday, -7), 0.8);
});
beforeEach(async () => {
  vi.useFakeTimers({ toFake: ['Date'], now: began });
  await server.app.db.deleteFrom('weekly_report').execute();
  await server.app.db.deleteFrom('job').where('kind', '=', reportJob).execute();
});
afterAll(async () => {
  vi.useRealTimers();
  await server.close();
});

test('it is off until somebody turns it on, for projects whose analytics they may see', async () => {
  const developer = await colleague('developer@example.com', [4]);
  const analyst = await colleague('analyst@example.com', [1]);
  const own = { id: shop.projectId, name: 'Empty', is_on: false };
  expect((await server.call(developer, listWeeklyReports, {})).data).toEqual([]);
  expect((await server.call(analyst, listWeeklyReports, {})).data).toEqual([own]);
  const stranger = await server.emptyShop('stranger@example.com');
  for (const actor of [developer, stranger]) {
    expect((await turn(actor, shop.projectId, true)).status).toBe(404);
    expect((await server.call(actor, sendWeeklyReport, { id: shop.projectId })).status).toBe(404);
  }
  for (const _ of [1, 2]) expect((await turn(analyst, shop.projectId, true)).status).toBe(200);
  expect((await server.call(analyst, listWeeklyReports, {})).data).toEqual([{ ...own, is_on: true }]);
  expect((await server.call(shop, listWeeklyReports, {})).data).toEqual([own]);
  await turn(analyst, shop.projectId, false);
  expect((await server.call(analyst, listWeeklyReports, {})).data).toEqual([own]);
});

test('it comes once on Monday morning, however many servers look', async () => {
  await server.call(shop, synonyms.create, { term: 'pot', synonyms: ['kettle'] });
  // As if it had been made in the week that is told.
  await server.app.db
    .updateTable('release')
    .set({ created_at: Date.parse(`${addDays(monday, -2)}T12:00:00Z`) })
    .where('project_id', '=', shop.projectId)
    .execute();
  await turn(shop, shop.projectId, true);
  // In the week in which it was turned on, and before the morning, nothing is due.
  await sendAt(due - weekMilliseconds);
  await sendAt(Date.parse(`${monday}T04:59:00Z`));
  expect(await posted()).toBe(0);
  await Promise.all([sendAt(due), sendAt(due), sendAt(due)]);
  await sendAt(due + 3 * 24 * 60 * 60 * 1000);
  const letters = await awaitedLetters(server.dataDirectory, 'owner@example.com');
  await sleep(200);
  expect(await lettersTo(server.dataDirectory, 'owner@example.com')).toHaveLength(1);
  const [letter] = letters;
  expect(letter).toContain('Searches: 81 (4 the week before, +1,925%)');
  expect(letter).toContain('Without results: 33.3% (0% the week before)');
  expect(letter).toContain('Clicks are not tracked.');
  expect(letter).toContain('Ranking quality by clicks: 80% (75% the week before)');
  expect(letter).toContain('1. kettle – 54 searches (4 the week before)');
  expect(letter).toContain('“<script>alert(1)</script>” found nothing in 27 searches');
  expect(letter).toContain(`http://aisle.test/analytics/searches-without-results?p=${shop.projectId}`);
  expect(letter).toContain('&fix=%3Cscript%3Ealert%281%29%3C%2Fscript%3E');
  expect(letter).toMatch(/Release \d+: 1 change, Test Person/);
});

test('is read on screen for each whole week, whether or not it is mailed', async () => {
  vi.setSystemTime(due);
  const read = async (day?: string) => (await server.call(shop, readWeeklyReport, { day })).data!;
  const last = await read();
  expect(last.report).toMatchObject({
    searches: { now: 81, before: 4 },
    without_results: { now: 27, before: 0 },
    clicked: null,
    order: { now: 0.8, before: 0.75 },
    to_fix: [{ query: '<script>alert(1)</script>', count: 27, why: 'found nothing' }],
    top: [{ query: 'kettle', count: 54 }, { count: 27 }],
    rising: [{ query: 'kettle', count: 54, previous_count: 4 }, { count: 27 }],
  });
  expect([last.start, last.end]).toEqual([addDays(monday, -7), addDays(monday, -1)]);
  expect(last.mondays).toEqual([addDays(monday, -7), addDays(monday, -14)]);
  expect((await read(addDays(monday, -10))).report!.searches).toEqual({ now: 4, before: null });
  // The week that isn't over has none, so the last whole one is shown.
  expect((await read(addDays(monday, 3))).start).toBe(addDays(monday, -7));
  expect((await read(addDays(monday, -30))).report).toBeNull();
});

test('a server that was off on Monday sends it when it is back, and then the next one', async () => {
  await turn(shop, shop.projectId, true);
  await addWeek(shop, addDays(monday, 6), 10, 1);
  await sendAt(due + 5 * 24 * 60 * 60 * 1000);
  expect(await posted()).toBe(1);
  await sendAt(due + weekMilliseconds);
  expect(await posted()).toBe(2);
});

test('a week without searches has no report, and the project’s next one has', async () => {
  const quiet = await server.emptyShop('quiet@example.com');
  await server.app.db.updateTable('project').set({ time_zone: timeZone }).execute();
  await turn(quiet, quiet.projectId, true);
  await sendAt(due);
  expect(await posted()).toBe(0);
  vi.setSystemTime(began);
  expect(await server.call(quiet, sendWeeklyReport, { id: quiet.projectId })).toMatchObject({
    status: 409,
    errors: [{ code: 'nothingToReport' }],
  });
  await addWeek(quiet, addDays(monday, 6), 10, 1);
  await sendAt(due + weekMilliseconds);
  expect(await posted()).toBe(1);
});

test('who may no longer see the figures, is blocked, or whose project is deleted gets nothing', async () => {
  const person = await colleague('former@example.com', [1]);
  const { db } = server.app;
  const { user_id: userId } = await db
    .selectFrom('member')
    .innerJoin('user', 'user.id', 'member.user_id')
    .select('member.user_id')
    .where('user.email', '=', 'former@example.com')
    .executeTakeFirstOrThrow();
  const member = (of: { user_groups: string } | { is_blocked: 0 | 1 }) =>
    db.updateTable('member').where('user_id', '=', userId).set(of).execute();
  const user = (is_blocked: 0 | 1) => db.updateTable('user').set({ is_blocked }).where('id', '=', userId).execute();
  const project = (deleted_at: number | null) =>
    db.updateTable('project').set({ deleted_at }).where('id', '=', shop.projectId).execute();
  const changes: readonly (readonly [string, () => Promise<unknown>, () => Promise<unknown>])[] = [
    ['groups', () => member({ user_groups: '[4]' }), () => member({ user_groups: '[1]' })],
    ['member', () => member({ is_blocked: 1 }), () => member({ is_blocked: 0 })],
    ['user', () => user(1), () => user(0)],
    ['project', () => project(1), () => project(null)],
  ];
  for (const [name, revoke, restore] of changes) {
    await db.deleteFrom('weekly_report').execute();
    await turn(person, shop.projectId, true);
    await revoke();
    await sendAt(due);
    expect([name, await posted()]).toEqual([name, 0]);
    await restore();
    vi.setSystemTime(began);
  }
  await db.deleteFrom('weekly_report').execute();
  expect((await turn(person, shop.projectId, true)).status).toBe(200);
  await sendAt(due);
  expect(await posted()).toBe(1);
});

test('it is sent at once to who asks, some times an hour, in the language of their mails', async () => {
  const { db } = server.app;
  await db.updateTable('user').set({ language: 'cs' }).where('email', '=', 'owner@example.com').execute();
  const answer = await server.call(shop, sendWeeklyReport, { id: shop.projectId });
  expect(answer.data).toEqual({ email: 'owner@example.com' });
  const czech = async () =>
    (await lettersTo(server.dataDirectory, 'owner@example.com')).filter((letter) => letter.startsWith('Empty: hledání '));
  await expect.poll(czech).toHaveLength(1);
  const statuses = [];
  for (let at = 0; at < 4; at += 1) statuses.push((await server.call(shop, sendWeeklyReport, { id: shop.projectId })).status);
  expect(statuses).toEqual([200, 200, 429, 429]);
});

/** What programs for mail read of the report to an address. */
async function reportHead(email: string): Promise<string> {
  const folder = path.join(server.dataDirectory, 'mails');
  const files = (await readdir(folder)).filter((file) => file.endsWith(`${email}.eml`));
  const mails = await Promise.all(files.map((file) => readFile(path.join(folder, file), 'utf8')));
  const report = mails.find((mail) => mail.includes('List-Unsubscribe'));
  if (report === undefined) throw new Error(`No report was mailed to ${email}.`);
  return report.replaceAll(/\r\n[ \t]+/g, ' ').split('\r\n\r\n', 1)[0]!;
}

test('the mail of Monday turns itself off, for its reader alone and without a sign-in', async () => {
  const { app } = server;
  const reader = await colleague('reader@example.com', [1]);
  for (const actor of [reader, shop]) await turn(actor, shop.projectId, true);
  await sendAt(due);
  const head = await vi.waitFor(() => reportHead('reader@example.com'), { timeout: 120_000, interval: 50 });
  // The address of this server is no private one, so programs may not press the button by themselves.
  expect(head).not.toContain('List-Unsubscribe-Post');
  const link = new URL(/^List-Unsubscribe: <(.+)>\r?$/im.exec(head)![1]!);
  expect(link.origin).toBe('http://aisle.test');
  const isOn = async (actor: Actor) => (await server.call(actor, listWeeklyReports, {})).data![0]!.is_on;
  const post = (address: string) =>
    app.http.inject({
      method: 'POST',
      url: address,
      headers: { 'content-type': 'application/x-www-form-urlencoded' },
      payload: 'List-Unsubscribe=One-Click',
    });
  const other = app.sealing.seal('something else');
  for (const wrong of ['x', other]) {
    expect((await post(`${link.pathname}?token=${wrong}`)).statusCode).toBe(404);
    expect((await server.call({}, stopWeeklyReport, { token: wrong })).status).toBe(404);
  }
  expect(await isOn(reader)).toBe(true);
  for (const _ of [1, 2]) expect((await post(link.pathname + link.search)).statusCode).toBe(200);
  expect([await isOn(reader), await isOn(shop)]).toEqual([false, true]);
  await turn(reader, shop.projectId, true);
  expect((await server.call({}, stopWeeklyReport, { token: link.searchParams.get('token')! })).status).toBe(200);
  expect([await isOn(reader), await isOn(shop)]).toEqual([false, true]);
});

test.each([
  ['Europe/Prague', '2026-11-23T05:59:59Z', '2026-11-16'],
  ['Europe/Prague', '2026-11-23T06:00:00Z', '2026-11-23'],
  // On the Sunday before, clocks were set forward; the morning is an hour earlier in UTC.
  ['Europe/Prague', '2026-03-30T05:00:00Z', '2026-03-30'],
  ['America/Los_Angeles', '2026-11-23T14:59:59Z', '2026-11-16'],
])('in %s at %s the report of %s is due', (timeZone, moment, monday) => {
  expect(dueMonday(Date.parse(moment), timeZone)).toBe(monday);
});
