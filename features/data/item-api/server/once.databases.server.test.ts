import { setTimeout as sleep } from 'node:timers/promises';
import { afterAll, expect, test } from 'vitest';
import { apiRequestStore } from './api-requests.store.ts';
import { once } from './once.ts';
import { addProject } from '#server/rules/releases/testing/release-kit.ts';
import { openTestDatabase } from '#testing/raw-database.ts';

const { db, close } = await openTestDatabase();
afterAll(() => close());
const project = await addProject(db);
const requests = apiRequestStore(db);
const named = (key: string) => ({ project, key, bodyHash: 'same' });
const minute = 60_000;

test('work that a killed server left behind is taken over once, and work that goes on is waited for', async () => {
  await requests.claim(project, 'left', 'same', Date.now() - 60 * minute);
  let done = 0;
  const work = async () => {
    done += 1;
    await sleep(100);
    return `answer ${done}`;
  };
  const answers = await Promise.all(Array.from({ length: 6 }, () => once(requests, named('left'), work)));
  expect(new Set(answers)).toEqual(new Set(['answer 1']));
  expect(done).toBe(1);
});

test('work that takes minutes is done once', async () => {
  let clock = Date.now();
  const options = { now: () => clock, touchMilliseconds: 5 };
  const { promise, resolve } = Promise.withResolvers<string>();
  const first = once(requests, named('slow'), () => promise, options);
  const heartbeat = async () => (await requests.find(project, 'slow'))?.created_at;
  for (let minutes = 0; minutes < 3; minutes += 1) {
    clock += minute - 1;
    await expect.poll(heartbeat).toBe(clock);
  }
  const second = once(requests, named('slow'), () => Promise.resolve('done twice'), { now: () => clock });
  await sleep(0);
  resolve('done');
  expect(await Promise.all([first, second])).toEqual(['done', 'done']);
});

test('of a project’s answers the newest are kept, up to so many bytes', async () => {
  const other = await addProject(db);
  const small = apiRequestStore(db, { keptBytes: 1000 });
  for (const [owner, key] of [
    [other, 'theirs'],
    ...Array.from({ length: 9 }, (_, place) => [project, `bulk ${place}`] as const),
  ] as const) {
    await small.claim(owner, key, 'same', Date.now());
    await small.answer(owner, key, 'ž'.repeat(150));
  }
  await small.claim(project, 'running', 'same', Date.now());
  const keys = (await db.selectFrom('api_request').select('request_key').orderBy('id').execute()).map((row) => row.request_key);
  expect(keys.filter((key) => !['left', 'slow'].includes(key))).toEqual(['theirs', 'bulk 6', 'bulk 7', 'bulk 8', 'running']);
});
