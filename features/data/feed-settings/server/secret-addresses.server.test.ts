import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { afterAll, beforeAll, expect, test } from 'vitest';
import type { Endpoint, InputOf } from '#contract/endpoint.ts';
import { register } from '#features/account/account.contract.ts';
import { listErrorData } from '#features/data/error-data/error-data.contract.ts';
import { listSchedules, updateSchedule } from '#features/data/schedules/schedules.contract.ts';
import { listMessages } from '#features/general/messages/messages.contract.ts';
import { createProject } from '#features/owner/projects/projects.contract.ts';
import { startFeedHost } from '#testing/feeds/feed-host.ts';
import { textsIn } from '#testing/project-files.ts';
import { lamps } from '#testing/feeds/feed-shops.ts';
import { testPassword } from '#testing/test-app.ts';
import { type ServerProcess, startServerProcess } from '#testing/processes/test-process.ts';
import { type Feed, listFeeds, readFeed, reloadFeed, updateFeed } from '#features/data/feeds/feeds.contract.ts';
import { listImports } from '#features/data/imports/imports.contract.ts';

const secret = 'n0b0dy-may-read-this';
const masked = (address: string): string => address.replaceAll(secret, '•••');
const slow = { timeout: 180_000 };
const tries = 900;
const pauseMs = 50;

const host = await startFeedHost();
const data = await mkdtemp(path.join(tmpdir(), 'aisle-secrets-'));
let server: ServerProcess;
beforeAll(async () => {
  server = await startServerProcess({ AISLE_DATA: data, AISLE_ALLOW_PRIVATE_FEEDS: host.host, AISLE_LOG_LEVEL: 'debug' });
});
afterAll(async () => {
  await server.stop();
  await host.close();
  await rm(data, { recursive: true, force: true });
});

test('secrets of addresses are in no answer, no line of the log and no file, whatever becomes of an import', slow, async () => {
  const secretPath = (name: string): string => `/${name}?lang=cs&token=${secret}&t=9f86d081884c7d659a2feaa0c55ad015`;
  const addresses = {
    good: host.put(secretPath('good.ndjson'), `${lamps(4)}\n{"id":"3","name":"Twice"}`),
    page: host.put(secretPath('page'), '<!doctype html><html><body>Sign in</body></html>', 'text/html'),
    denied: host.reply(secretPath('denied'), (response) => response.writeHead(403).end()),
    broken: host.reply(secretPath('broken'), (response) => response.writeHead(500).end()),
    cut: host.reply(secretPath('cut'), (response) => {
      response.writeHead(200, { 'content-length': '9999' }).write('{"id":');
      setTimeout(() => response.destroy(), pauseMs);
    }),
    moved: host.reply(secretPath('moved'), (response) =>
      response.writeHead(302, { location: `http://nobody.invalid/?token=${secret}` }).end(),
    ),
    unknown: `http://nobody.invalid/?token=${secret}`,
  };

  const person = { name: 'A', surname: 'B', email: 'a@example.com', password: testPassword, agree: true };
  const { data: session } = await server.call({}, register, { ...person, password_confirmation: testPassword });
  const project = await server.call({ token: session!.token! }, createProject, {
    name: 'Lamps',
    language: 'en',
    data_source: 'custom_feed',
    feed_url: addresses.good,
    feed_availability_url: addresses.denied,
  });
  const { token, feed_id: feedId, collection_id: collectionId } = project.data!;
  const id = feedId!;
  const answers: unknown[] = [project];
  const call = async <E extends Endpoint>(endpoint: E, input: InputOf<E>) => {
    const answer = await server.call({ token: session!.token!, project: token }, endpoint, input);
    answers.push(answer);
    return answer;
  };
  async function imported(): Promise<Feed> {
    for (let attempt = 0; attempt < tries; attempt += 1) {
      const { data: feed } = await call(readFeed, { id });
      if (feed?.last_import?.finished_at) return feed;
      await sleep(pauseMs);
    }
    throw new Error('The import did not end.');
  }
  const save = (feed_url: string, name = 'Shop') => call(updateFeed, { id, name, collection_id: collectionId, feed_url });

  const first = await imported();
  expect(first).toMatchObject({ feed_url: masked(addresses.good).replace(/t=\w+$/, 't=•••'), last_import: { state: 'done' } });

  expect((await save(first.feed_url, 'Renamed')).status).toBe(200);
  expect((await imported()).last_import).toMatchObject({ state: 'done', imported_count: 4 });

  const inGerman = host.put(secretPath('good.ndjson').replace('lang=cs', 'lang=de'), lamps(4));
  expect((await save(first.feed_url.replace('lang=cs', 'lang=de'))).status).toBe(200);
  expect(await imported()).toMatchObject({
    feed_url: masked(inGerman).replace(/t=\w+$/, 't=•••'),
    last_import: { state: 'done' },
  });

  const stolen = await save(first.feed_url.replace('good.ndjson', 'other'));
  expect(stolen).toMatchObject({ status: 422, errors: [{ field: 'feed_url', code: 'passwordHidden' }] });

  for (const address of Object.values(addresses).slice(1)) {
    expect((await save(address)).status).toBe(200);
    expect((await imported()).last_import?.state, address).toBe('failed');
  }
  await save('http://%/');
  await call(reloadFeed, { id });
  await imported();
  await call(updateSchedule, { id, activated: true, schedule: '6h', availability_url: addresses.broken });
  for (const endpoint of [listFeeds, listSchedules, listMessages]) await call(endpoint as typeof listFeeds, {});
  await call(listImports, { id });
  await call(listErrorData, { id });

  // One that is refused before it is understood, too.
  await fetch(`${server.url}/api/v1/nothing?token=${secret}`);
  await server.stop();
  expect(JSON.stringify(answers)).not.toContain(secret);
  expect(server.output()).toContain('"level"');
  expect(server.output()).not.toContain(secret);
  expect(await textsIn(data)).not.toContain(secret);
});
