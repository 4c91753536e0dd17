import { setTimeout as sleep } from 'node:timers/promises';
import type { FastifyBaseLogger } from 'fastify';
import { afterEach, beforeEach, expect, test } from 'vitest';
import type { Database } from '#server/db/schema.ts';
import { jobQueue, type Jobs } from './jobs.ts';
import { openTestDatabase } from '#testing/raw-database.ts';

const silent = { error: () => undefined, warn: () => undefined, info: () => undefined } as unknown as FastifyBaseLogger;
const noParking = { atOnce: 1, onParked: () => Promise.resolve() };

let db: Database;
let close: () => Promise<void>;
const queues: Jobs[] = [];
const queue = (now?: () => number, serverId = `server ${queues.length}`): Jobs => {
  const jobs = jobQueue({ db, log: silent, serverId }, now);
  queues.push(jobs);
  return jobs;
};

beforeEach(async () => {
  ({ db, close } = await openTestDatabase());
});
afterEach(async () => {
  await Promise.all(queues.splice(0).map((jobs) => jobs.stop()));
  await close();
});

async function until(isTrue: () => boolean | Promise<boolean>): Promise<void> {
  for (let tries = 0; tries < 400; tries += 1) {
    if (await isTrue()) return;
    await sleep(10);
  }
  throw new Error('It did not happen within 4 seconds.');
}

test('a job runs once, with its payload', async () => {
  const seen: unknown[] = [];
  const jobs = queue();
  jobs.handle('greet', async (payload) => void seen.push(payload), noParking);
  await jobs.start();
  await jobs.enqueue('greet', '1', { name: 'Eva' });
  await until(() => seen.length > 0);
  await until(async () => (await db.selectFrom('job').select('state').executeTakeFirstOrThrow()).state === 'done');
  expect(seen).toEqual([{ name: 'Eva' }]);
});

test('a job that is added in a transaction runs once that is done, however long it stays open', async () => {
  const seen: unknown[] = [];
  const failures: unknown[] = [];
  const log = { ...silent, error: (failure: unknown) => void failures.push(failure) } as unknown as FastifyBaseLogger;
  const jobs = jobQueue({ db, log, serverId: 'server' });
  queues.push(jobs);
  jobs.handle('greet', async (payload) => void seen.push(payload), noParking);
  await jobs.start();
  await db.transaction().execute(async (transaction) => {
    await jobs.enqueue('greet', '1', {}, transaction);
    await sleep(50);
  });
  await until(() => seen.length > 0);
  expect(failures).toEqual([]);
});

test('a second job of the same kind and key joins the first', async () => {
  const jobs = queue();
  expect(await jobs.enqueue('import', '7', {})).toBe(true);
  expect(await jobs.enqueue('import', '7', {})).toBe(false);
  expect(await jobs.enqueue('import', '8', {})).toBe(true);
});

test('a job that is asked for while it runs is run once more, with what it was asked for last', async () => {
  const seen: unknown[] = [];
  const ends: (() => void)[] = [];
  const jobs = queue();
  jobs.handle<{ at: number }>('mine', ({ at }) => (seen.push(at), new Promise<void>((resolve) => ends.push(resolve))), noParking);
  await jobs.start();
  await jobs.enqueue('mine', '7', { at: 1 });
  await until(() => ends.length === 1);
  const again = [await jobs.enqueue('mine', '7', { at: 2 }), await queue().enqueue('mine', '7', { at: 3 })];
  ends[0]?.();
  await until(() => ends.length === 2);
  ends[1]?.();
  const rows = () => db.selectFrom('job').select(['state', 'attempts']).execute();
  await until(async () => (await rows())[0]?.state === 'done');
  expect([seen, again, await rows()]).toEqual([[1, 3], [false, false], [{ state: 'done', attempts: 1 }]]);
});

test('two servers share the jobs and run each one once', async () => {
  const runs = new Map<string, number>();
  const servers = [queue(), queue()];
  for (const jobs of servers) {
    jobs.handle<{ key: string }>(
      'count',
      async ({ key }) => {
        await sleep(5);
        runs.set(key, (runs.get(key) ?? 0) + 1);
      },
      { ...noParking, atOnce: 3 },
    );
  }
  for (let key = 0; key < 20; key += 1) await servers[0]!.enqueue('count', String(key), { key: String(key) });
  await Promise.all(servers.map((jobs) => jobs.start()));
  await until(() => runs.size === 20);
  expect([...runs.values()].every((count) => count === 1)).toBe(true);
});

test('a job that a dead server had claimed runs again when its heartbeat is old', async () => {
  let clock = 1_000_000;
  const dead = queue(() => clock);
  await dead.enqueue('import', '1', {});
  await db.updateTable('job').set({ state: 'running', claimed_by: 'gone', heartbeat_at: clock, attempts: 1 }).execute();
  const seen: number[] = [];
  const jobs = queue(() => clock);
  jobs.handle('import', async () => void seen.push(clock), noParking);
  await jobs.start();
  await sleep(100);
  expect(seen).toEqual([]);
  clock += 31_000;
  await until(() => seen.length === 1);
});

test('a server takes up at once what it had claimed before it was cut off', async () => {
  const before = queue(undefined, 'this server');
  await before.enqueue('import', '1', {});
  await db
    .updateTable('job')
    .set({ state: 'running', claimed_by: 'this server', heartbeat_at: Date.now(), attempts: 1 })
    .execute();
  let runs = 0;
  const jobs = queue(undefined, 'this server');
  jobs.handle('import', async () => void (runs += 1), noParking);
  await jobs.start();
  await until(() => runs === 1);
});

test('a failing job is retried with growing pauses and parked after five tries', async () => {
  let clock = 0;
  let tries = 0;
  const parked: unknown[] = [];
  const jobs = queue(() => clock);
  jobs.handle(
    'poison',
    () => {
      tries += 1;
      return Promise.reject(new Error('poison'));
    },
    { atOnce: 1, onParked: async (payload) => void parked.push(payload) },
  );
  await jobs.start();
  await jobs.enqueue('poison', '1', { id: 1 });
  for (let attempt = 1; attempt <= 5; attempt += 1) {
    await until(() => tries === attempt);
    await sleep(50);
    clock += 3_600_000;
  }
  await until(() => parked.length === 1);
  expect(tries).toBe(5);
  expect(parked).toEqual([{ id: 1 }]);
  expect((await db.selectFrom('job').select('state').executeTakeFirstOrThrow()).state).toBe('parked');
});

test('stopping aborts what runs and leaves it for the next start without counting a try', async () => {
  const jobs = queue();
  let isRunning = false;
  jobs.handle(
    'long',
    (_payload, signal) =>
      new Promise((_resolve, reject) => {
        isRunning = true;
        signal.addEventListener('abort', () => reject(new Error('aborted')));
      }),
    noParking,
  );
  await jobs.start();
  await jobs.enqueue('long', '1', {});
  await until(() => isRunning);
  await jobs.stop();
  const row = await db.selectFrom('job').select(['state', 'attempts']).executeTakeFirstOrThrow();
  expect(row).toEqual({ state: 'waiting', attempts: 0 });
});

test('a job that is cancelled is told while it runs, on another server too, and never starts while it waits', async () => {
  const [own, other] = [queue(), queue()];
  const seen: string[] = [];
  own.handle(
    'long',
    (payload, signal) =>
      new Promise((_resolve, reject) => {
        seen.push(String((payload as { key: string }).key));
        signal.addEventListener('abort', () => reject(new Error('aborted')));
      }),
    noParking,
  );
  await own.start();
  await own.enqueue('long', 'first', { key: 'first' });
  await until(() => seen.includes('first'));
  await own.enqueue('long', 'second', { key: 'second' });
  await own.cancel('long', 'second');
  await own.cancel('long', 'first');
  await own.enqueue('long', 'third', { key: 'third' });
  await until(() => seen.includes('third'));
  await other.cancel('long', 'third');
  await own.enqueue('long', 'fourth', { key: 'fourth' });
  await expect.poll(() => seen).toEqual(['first', 'third', 'fourth']);
  const rows = await db.selectFrom('job').select(['key', 'state', 'attempts']).orderBy('id').execute();
  expect(rows.map(({ state }) => state)).toEqual(['cancelled', 'cancelled', 'cancelled', 'running']);
});

test('while other groups wait, only one job of a group runs', async () => {
  const jobs = queue();
  const started: string[] = [];
  const ends = new Map<string, () => void>();
  jobs.handle<{ group: number; name: string }>(
    'grouped',
    ({ name }) =>
      new Promise((resolve) => {
        started.push(name);
        ends.set(name, resolve);
      }),
    { ...noParking, atOnce: 2, groupOf: ({ group }) => group },
  );
  const add = (group: number, name: string) => jobs.enqueue('grouped', name, { group, name });
  for (const name of ['a1', 'a2', 'a3']) await add(1, name);
  await add(2, 'b1');
  await jobs.start();
  await until(() => started.length === 2);
  expect(started).toEqual(['a1', 'b1']);
  await add(3, 'c1');
  ends.get('a1')?.();
  await until(() => started.length === 3);
  ends.get('b1')?.();
  await until(() => started.length === 4);
  ends.get('c1')?.();
  await until(() => started.length === 5);
  for (const end of ends.values()) end();
  expect(started).toEqual(['a1', 'b1', 'a2', 'c1', 'a3']);
});

test('a job that waits for somebody else lets others of its kind run meanwhile, up to a limit of its own', async () => {
  const { promise: isOver, resolve: finish } = Promise.withResolvers<void>();
  const [started, ended]: string[][] = [[], []];
  const jobs = queue();
  jobs.handle<{ name: string; isSlow: boolean }>(
    'fetch',
    async ({ name, isSlow }, _signal, waiting) => {
      started!.push(name);
      if (isSlow) {
        waiting(true);
        await isOver;
      }
      ended!.push(name);
    },
    { ...noParking, alsoWaiting: 2, perGroup: 2, groupOf: ({ name }) => name.charCodeAt(0) },
  );
  for (const name of ['a1', 'a2', 'a3', 'b1']) await jobs.enqueue('fetch', name, { name, isSlow: name !== 'b1' });
  await jobs.start();
  await until(() => ended!.length === 1 && started!.length === 3);
  expect(started!.toSorted()).toEqual(['a1', 'a2', 'b1']);
  for (const name of ['c1', 'd1']) await jobs.enqueue('fetch', name, { name, isSlow: true });
  await until(() => started!.length === 4);
  await sleep(700);
  expect(started!.slice(3)).toEqual(['c1']);
  finish();
  await until(() => ended!.length === 6);
});

test('finished jobs are forgotten after a week, those that wait never', async () => {
  const weekMs = 7 * 24 * 3_600_000;
  const finished = async (finished_at: number | null, key: string) => {
    const row = { kind: 'old', key, payload: '{}', state: finished_at === null ? 'waiting' : 'done', attempts: 0, run_at: 0 };
    await db
      .insertInto('job')
      .values({ ...row, created_at: 0, finished_at })
      .execute();
  };
  await finished(Date.now() - weekMs - 1000, 'old');
  await finished(Date.now() - weekMs + 60_000, 'young');
  await finished(null, 'waiting');
  await queue().start();
  const keys = async () => (await db.selectFrom('job').select('key').orderBy('id').execute()).map(({ key }) => key);
  await until(async () => (await keys()).length === 2);
  expect(await keys()).toEqual(['young', 'waiting']);
});

test('repeated work goes on after a failure, never runs twice at once, and ends with the queue', async () => {
  const jobs = queue();
  let [runs, inside, most] = [0, 0, 0];
  jobs.repeat('look', 5, async () => {
    inside += 1;
    most = Math.max(most, inside);
    await sleep(20);
    inside -= 1;
    runs += 1;
    if (runs === 1) throw new Error('The first one fails.');
  });
  await sleep(50);
  expect(runs).toBe(0);
  await jobs.start();
  await until(() => runs >= 3);
  await jobs.stop();
  const ended = runs;
  await sleep(60);
  expect([runs, most, inside]).toEqual([ended, 1, 0]);
});
