import type { FastifyBaseLogger } from 'fastify';
import { afterEach, beforeEach, expect, test } from 'vitest';
import type { Database } from '#server/db/schema.ts';
import { jobQueue, type Jobs } from './jobs.ts';
import { openTestDatabase } from '#testing/raw-database.ts';

const silent = { error: () => undefined, warn: () => undefined, info: () => undefined } as unknown as FastifyBaseLogger;
const one = { atOnce: 1, onParked: () => Promise.resolve() };

let db: Database;
let close: () => Promise<void>;
const queues: Jobs[] = [];
const queue = (serverId: string, now?: () => number, database = db): Jobs => {
  const jobs = jobQueue({ db: database, log: silent, serverId }, now);
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

const state = async (key: string) =>
  db.selectFrom('job').select(['state', 'claimed_by', 'failure']).where('key', '=', key).executeTakeFirstOrThrow();
const started = () => Promise.withResolvers<void>();

test('a server whose clock is an hour ahead takes over nothing that another one works on', async () => {
  const ran: string[] = [];
  const begun = started();
  const end = started();
  const here = queue('here');
  here.handle(
    'import',
    async () => {
      ran.push('here');
      begun.resolve();
      await end.promise;
    },
    one,
  );
  await here.start();
  await here.enqueue('import', '1', {});
  await begun.promise;
  const ahead = queue('ahead', () => Date.now() + 3_600_000);
  ahead.handle('import', () => Promise.resolve(void ran.push('ahead')), one);
  const seen = started();
  ahead.handle('other', () => Promise.resolve(seen.resolve()), one);
  await ahead.start();
  await ahead.enqueue('other', '2', {});
  await seen.promise;
  expect(ran).toEqual(['here']);
  end.resolve();
  await expect.poll(async () => (await state('1')).state).toBe('done');
});

test('a job that was added by a server whose clock is an hour ahead runs at once', async () => {
  const ahead = queue('ahead', () => Date.now() + 3_600_000);
  await ahead.enqueue('import', '1', {});
  const here = queue('here');
  here.handle('import', () => Promise.resolve(), one);
  await here.start();
  await expect.poll(async () => (await state('1')).state).toBe('done');
});

test('a job that another server has taken over is that server’s to end', async () => {
  const begun = started();
  const end = started();
  const slow = queue('slow');
  slow.handle(
    'import',
    async () => {
      begun.resolve();
      await end.promise;
      throw new Error('It failed here');
    },
    one,
  );
  await slow.start();
  await slow.enqueue('import', '1', {});
  await begun.promise;
  await db.updateTable('job').set({ claimed_by: 'other', attempts: 2 }).where('key', '=', '1').execute();
  end.resolve();
  await slow.stop();
  expect(await state('1')).toEqual({ state: 'running', claimed_by: 'other', failure: null });
});

test('a job whose payload can not be read is parked, and the others run', async () => {
  const ran: unknown[] = [];
  const jobs = queue('here');
  const groupOf = ({ project }: { project: number }) => project;
  jobs.handle<{ project: number }>('import', (payload) => Promise.resolve(void ran.push(payload)), { ...one, groupOf });
  await jobs.enqueue('import', 'damaged', { project: 1 });
  await db.updateTable('job').set({ payload: '{"project":' }).execute();
  await jobs.enqueue('import', 'whole', { project: 2 });
  await jobs.start();
  await expect.poll(async () => [(await state('damaged')).state, (await state('whole')).state]).toEqual(['parked', 'done']);
  expect(ran).toEqual([{ project: 2 }]);
  expect((await state('damaged')).failure).toBe('What the job is about can not be read.');
});

/** The database, with a look at each statement that reads. */
const watchingReads = (onRead: (statement: string) => void): Database =>
  db.withPlugin({
    transformQuery: ({ node }) => {
      if (node.kind === 'SelectQueryNode') onRead(JSON.stringify(node));
      return node;
    },
    transformResult: ({ result }) => Promise.resolve(result),
  });

test('jobs that wait for a place are not read again and again', async () => {
  let reads = 0;
  const counted = watchingReads(() => (reads += 1));
  const begun = started();
  const end = started();
  const jobs = queue('here', undefined, counted);
  jobs.handle(
    'import',
    async () => {
      begun.resolve();
      await end.promise;
    },
    one,
  );
  await jobs.enqueue('import', 'first', {});
  await jobs.start();
  await begun.promise;
  const before = reads;
  for (let at = 0; at < 20; at += 1) await jobs.enqueue('import', `${at}`, {});
  await new Promise((resolve) => setTimeout(resolve, 1200));
  expect(reads).toBe(before);
  end.resolve();
});

test('what jobs are about is read once, however often they are looked at', async () => {
  let payloadReads = 0;
  const watched = watchingReads((statement) => (payloadReads += statement.includes('"payload"') ? 1 : 0));
  const begun = started();
  const end = started();
  const jobs = queue('here', undefined, watched);
  const ofOneProject = { ...one, atOnce: 2, perGroup: 1, groupOf: ({ project }: { project: number }) => project };
  jobs.handle(
    'import',
    async () => {
      begun.resolve();
      await end.promise;
    },
    ofOneProject,
  );
  for (let at = 0; at < 5; at += 1) await jobs.enqueue('import', `${at}`, { project: 1 });
  await jobs.start();
  await begun.promise;
  for (const key of ['a', 'b', 'c']) {
    const seen = started();
    jobs.handle('other', () => Promise.resolve(seen.resolve()), one);
    await jobs.enqueue('other', key, {});
    await seen.promise;
  }
  expect(payloadReads).toBe(1);
  end.resolve();
});

test('of more jobs than are read at once, the one that waits longest is first', async () => {
  const count = 1_200;
  const row = { payload: '{}', state: 'waiting', attempts: 0, created_at: 0 };
  const keyOf = (at: number): string => String(count - at);
  for (let from = 0; from < count; from += 400)
    await db
      .insertInto('job')
      .values(Array.from({ length: 400 }, (_, at) => ({ ...row, kind: 'many', key: keyOf(from + at), run_at: from + at })))
      .execute();
  const jobs = queue('here');
  const [begun, end] = [started(), started()];
  jobs.handle(
    'many',
    async () => {
      begun.resolve();
      await end.promise;
    },
    one,
  );
  await jobs.start();
  await begun.promise;
  const running = await db.selectFrom('job').select('key').where('state', '=', 'running').execute();
  expect(running).toEqual([{ key: keyOf(0) }]);
  end.resolve();
});
