import type { ServerResponse } from 'node:http';
import { describe, expect, test } from 'vitest';
import { keepLanguage } from '#features/account/account.contract.ts';
import { reloadFeed, removeFeed } from '#features/data/feeds/feeds.contract.ts';
import { listImports, discardImport } from '#features/data/imports/imports.contract.ts';
import { dismissMessage, listMessages } from '#features/general/messages/messages.contract.ts';
import { lettersTo as allLettersTo } from '#testing/letters.ts';
import type { Actor } from '#testing/test-app.ts';
import { type FeedShop, lamps, sharedFeedShops } from '#testing/feeds/feed-shops.ts';
import { importDue } from './schedules.service.ts';
import { listSchedules, updateSchedule } from '#features/data/schedules/schedules.contract.ts';

const minuteMs = 60_000;
const hourMs = 60 * minuteMs;
const { server, host, shop } = await sharedFeedShops();

const up = (response: ServerResponse) => response.writeHead(200).end(lamps(3));
const status =
  (code: number, headers = {}) =>
  (response: ServerResponse) =>
    response.writeHead(code, headers).end();
/** What the host answers from now on. */
const answer = (reply: (response: ServerResponse) => void) => host.reply('/moody.ndjson', reply);
const url = answer(up);

/** A shop whose feed is due in twelve hours, far from everything that these tests wait for. */
async function openShop(body = lamps(3)): Promise<FeedShop> {
  answer((response) => response.writeHead(200).end(body));
  const made = await shop(url);
  await server.imported(made.actor, made.feedId);
  const schedule_time = new Date(Date.now() + 12 * hourMs).toISOString().slice(11, 16);
  await server.call(made.actor, updateSchedule, { id: made.feedId, activated: true, schedule: 'daily', schedule_time });
  return made;
}

const scheduleOf = async ({ actor }: FeedShop) => (await server.call(actor, listSchedules, {})).data![0]!;
const messagesOf = async (actor: Actor) => (await server.call(actor, listMessages, {})).data!;

/** Lets the feed be imported by its schedule, whenever that is. */
async function runSchedule(made: FeedShop) {
  await importDue(server.app, (await scheduleOf(made)).next_import_at! + 1);
  return (await server.imported(made.actor, made.feedId)).last_import!;
}

const lettersTo = (email: string) => allLettersTo(server.dataDirectory, email);

/** A new member of the shop's project, with these user groups. */
async function member({ actor, projectId }: FeedShop, email: string, groups: readonly number[]): Promise<Actor> {
  const { db } = server.app;
  const person = await server.signUp(email);
  const { id } = await db.selectFrom('user').select('id').where('email', '=', email).executeTakeFirstOrThrow();
  const row = { project_id: projectId, user_id: id, is_owner: 0 as const, user_groups: JSON.stringify(groups) };
  await db.insertInto('member').values(row).execute();
  return { ...person, project: actor.project! };
}

describe('a scheduled import that fails because its host is busy', () => {
  test('is tried again three times with growing pauses, is reported at once, mailed once, and reported again after it has worked', async () => {
    const made = await openShop();
    const colleague = await member(made, 'data@retries.example', [3]);
    await server.call(colleague, keepLanguage, { language: 'cs' });
    const stranger = await member(made, 'search@retries.example', [2]);
    answer(status(503));
    for (const minutes of [5, 15, 45]) {
      expect((await runSchedule(made)).failure?.code).toBe('hostBusy');
      const { is_retry, next_import_at } = await scheduleOf(made);
      expect(is_retry).toBe(true);
      expect(Math.round((next_import_at! - Date.now()) / minuteMs)).toBe(minutes);
    }
    const failed = { kind: 'feedFailed', details: { feed: 'Shop' }, failure: { code: 'hostBusy' } };
    for (const actor of [made.actor, colleague]) expect(await messagesOf(actor)).toMatchObject([failed]);
    expect(await messagesOf(stranger)).toEqual([]);
    expect(await lettersTo('data@retries.example')).toEqual([]);

    // The last try, and the failures of the next days.
    for (let day = 0; day < 3; day += 1) {
      await runSchedule(made);
      expect((await scheduleOf(made)).is_retry).toBe(day > 0);
    }
    await expect.poll(() => lettersTo('data@retries.example')).toHaveLength(1);
    const [letter] = await lettersTo('data@retries.example');
    expect(letter).toContain(`/data/import/edit?id=${made.feedId}`);
    expect(letter).toContain('Feed „Shop“ se nepodařilo importovat. Jeho položky zůstaly, jak byly.');
    expect(letter).toContain('odpověděl 503: je přetížený nebo má poruchu');
    expect(await lettersTo('search@retries.example')).toEqual([]);
    expect(await messagesOf(made.actor)).toHaveLength(1);

    answer(up);
    expect((await runSchedule(made)).state).toBe('done');
    expect(await messagesOf(made.actor)).toEqual([]);
    expect((await scheduleOf(made)).is_retry).toBe(false);
    answer(status(404));
    await runSchedule(made);
    expect(await messagesOf(made.actor)).toMatchObject([{ failure: { code: 'feedGone' } }]);
    await expect.poll(() => lettersTo('data@retries.example')).toHaveLength(2);
  });

  test('waits as long as the host asks for', async () => {
    const made = await openShop();
    answer(status(429, { 'retry-after': '1800' }));
    await runSchedule(made);
    const { is_retry, next_import_at } = await scheduleOf(made);
    expect([is_retry, Math.round((next_import_at! - Date.now()) / minuteMs)]).toEqual([true, 30]);
  });
});

test('a scheduled import of a feed without items is not tried again', async () => {
  const made = await openShop();
  answer((response) => response.writeHead(200).end('{"items":[]}'));
  expect((await runSchedule(made)).failure?.code).toBe('noItem');
  const { is_retry, next_import_at } = await scheduleOf(made);
  expect(is_retry).toBe(false);
  expect(next_import_at! - Date.now()).toBeGreaterThan(2 * hourMs);
  expect(await messagesOf(made.actor)).toHaveLength(1);
});

test('a scheduled import that is held is told and mailed, until somebody decides', async () => {
  const made = await openShop(lamps(200));
  answer(up);
  expect((await runSchedule(made)).state).toBe('onHold');
  expect(await messagesOf(made.actor)).toMatchObject([
    { kind: 'importOnHold', details: { feed: 'Shop', added: 0, changed: 0, removed: 197 } },
  ]);
  const held = (await server.imported(made.actor, made.feedId)).last_import!;
  expect((await server.call(made.actor, discardImport, { id: made.feedId, import_id: held.id })).err).toBe(0);
  expect(await messagesOf(made.actor)).toEqual([]);
});

test('what a person dropped is not held again by the schedule, until the feed or what is live changes', async () => {
  const made = await openShop(lamps(200));
  const { actor, feedId } = made;
  const again = async () => {
    await server.call(actor, reloadFeed, { id: feedId });
    return (await server.imported(actor, feedId)).last_import!;
  };
  const drop = async (importId: number) => server.call(actor, discardImport, { id: feedId, import_id: importId });
  answer(up);
  await drop((await runSchedule(made)).id);
  for (let round = 0; round < 3; round += 1)
    expect(await runSchedule(made)).toMatchObject({ state: 'sameAsDiscarded', imported_count: 200, failure: null });
  expect(await messagesOf(actor)).toEqual([]);
  const { data } = await server.call(actor, listImports, { id: feedId });
  expect(data?.items.map(({ state }) => state)).toEqual(['sameAsDiscarded', 'discarded', 'done']);

  // Whoever asks gets what they ask for.
  const held = await again();
  expect(held.state).toBe('onHold');
  await drop(held.id);
  answer((response) => response.writeHead(200).end(lamps(4)));
  const other = await runSchedule(made);
  expect(other.state).toBe('onHold');
  await drop(other.id);
  answer((response) => response.writeHead(200).end(lamps(190)));
  expect((await runSchedule(made)).state).toBe('done');
  answer((response) => response.writeHead(200).end(lamps(4)));
  expect((await runSchedule(made)).state).toBe('onHold');
});

describe('a message', () => {
  async function failedShop(): Promise<FeedShop> {
    const made = await openShop();
    answer(status(404));
    await runSchedule(made);
    return made;
  }

  test('that one person dismisses stays for the others', async () => {
    const made = await failedShop();
    const colleague = await member(made, `other${made.feedId}@retries.example`, [3]);
    const [message] = await messagesOf(made.actor);
    expect((await server.call(made.actor, dismissMessage, { id: message!.id })).status).toBe(200);
    expect(await messagesOf(made.actor)).toEqual([]);
    expect(await messagesOf(colleague)).toHaveLength(1);
    await runSchedule(made);
    expect(await messagesOf(made.actor)).toEqual([]);
  });

  test('of another project, or for another user group, is not found', async () => {
    const [ours, theirs] = [await openShop(), await failedShop()];
    const stranger = await member(theirs, `stranger${theirs.feedId}@retries.example`, [1, 2, 4, 5]);
    const [message] = await messagesOf(theirs.actor);
    for (const actor of [ours.actor, stranger])
      expect((await server.call(actor, dismissMessage, { id: message!.id })).status).toBe(404);
    expect(await messagesOf(theirs.actor)).toHaveLength(1);
  });

  test('ends with the feed that it is about', async () => {
    const made = await failedShop();
    await server.call(made.actor, removeFeed, { id: made.feedId });
    expect(await messagesOf(made.actor)).toEqual([]);
  });
});
