import type { FastifyBaseLogger } from 'fastify';
import type { Selectable } from 'kysely';
import type { Database, Schema } from '#server-kit/db/schema.ts';
import { jobSlots, type SlotRules } from '#server-kit/job-slots.ts';
import { repeatedWork } from '#server-kit/repeated.ts';
import { crashPoint } from '#process-kit/crash-point.ts';

const pollMilliseconds = 500;
const heartbeatMilliseconds = 5_000;
/** A claim whose heartbeat doesn't change for this long, by the clock of whoever looks, is taken over by another server. */
const staleMilliseconds = 30_000;
/** A job that failed or was cut off this often is parked, where its kind says no other number: it harms whoever runs it. */
const usualAttempts = 5;

/** Finished jobs are looked at when something went wrong, for this long. */
const keptMilliseconds = 7 * 24 * 60 * 60 * 1000;
const forgetEveryMilliseconds = 60 * 60 * 1000;

/** What decides about a job. */
type JobRow = Pick<Selectable<Schema['job']>, 'id' | 'kind' | 'key' | 'state' | 'attempts' | 'heartbeat_at' | 'payload'>;
type Handler = (payload: unknown, signal: AbortSignal, waiting: TellWaiting) => Promise<void>;
/** A job that waits for somebody else says so, and leaves its place to another one meanwhile. */
export type TellWaiting = (isWaiting: boolean) => void;

interface JobKind extends JobOptions<unknown> {
  readonly handler: Handler;
}

interface JobOptions<Payload> extends SlotRules {
  /** Whose job it is. A second one of a group starts only while no other group waits, and `perGroup` limits them. */
  readonly groupOf?: (payload: Payload) => number;
  /** How often it may fail or be cut off. */
  readonly attempts?: number;
  /** Asked before a job begins; while it says no, jobs of the kind wait. */
  readonly mayBegin?: () => boolean;
  /** Told when a job is given up, so that nothing shows it as running for ever; once more when the server was killed meanwhile. */
  readonly onParked: (payload: Payload) => Promise<void>;
}

export interface Jobs {
  /** Registers who does a kind of job. A handler must be safe to run again after it was cut off anywhere. */
  handle<Payload>(
    kind: string,
    handler: (payload: Payload, signal: AbortSignal, waiting: TellWaiting) => Promise<void>,
    options: JobOptions<Payload>,
  ): void;
  /**
   * Adds a job unless one with the same kind and key is waiting or running. Answers whether it was added. Give the transaction that
   * writes what the job is about, so that neither is there without the other.
   */
  enqueue(kind: string, key: string, payload: object, transaction?: Database): Promise<boolean>;
  /** Looks for work again and again between start and stop, such as what a clock makes due. It must be safe on several servers. */
  repeat(name: string, everyMilliseconds: number, work: (signal: AbortSignal) => Promise<void>): void;
  /** Ends the job, waiting or running, on whichever server. Who runs it is told by its signal within seconds. */
  cancel(kind: string, key: string): Promise<void>;
  /** Gives back what this server had claimed before it was cut off, and starts working. */
  start(): Promise<void>;
  /** Stops claiming, aborts what runs and waits for it; the jobs run again at the next start. */
  stop(): Promise<void>;
}

/** null for one that is damaged. */
function payloadOf(job: JobRow): unknown {
  try {
    return JSON.parse(job.payload);
  } catch {
    return null;
  }
}

/**
 * Jobs in a table: claimed by one server, retried after a crash with growing pauses, parked when they keep failing. `serverId` is the
 * same after a restart.
 */
export function jobQueue(
  { db, log, serverId }: { db: Database; log: FastifyBaseLogger; serverId: string },
  now: () => number = Date.now,
): Jobs {
  const kinds = new Map<string, JobKind>();
  const running = new Map<number, { done: Promise<void>; abort: AbortController }>();
  const slots = jobSlots();
  let timer: NodeJS.Timeout | undefined;
  let polling: Promise<void> | null = null;
  const repeated = repeatedWork(log);
  let isStopped = false;

  const unfinished = () =>
    db
      .selectFrom('job')
      .select(['id', 'kind', 'key', 'state', 'attempts', 'heartbeat_at', 'payload'])
      .where('finished_at', 'is', null);

  async function claim(job: JobRow): Promise<boolean> {
    const claimed = await db
      .updateTable('job')
      .set({ state: 'running', claimed_by: serverId, heartbeat_at: now(), attempts: job.attempts + 1 })
      .where('id', '=', job.id)
      .where('state', '=', job.state)
      .where('attempts', '=', job.attempts)
      .where('finished_at', 'is', null)
      .returning('id')
      .execute();
    return claimed.length === 1;
  }

  /** The job as this server claimed it: another one that has taken it over since says what becomes of it. */
  const own = (job: JobRow) =>
    db
      .updateTable('job')
      .where('id', '=', job.id)
      .where('claimed_by', '=', serverId)
      .where('attempts', '=', job.attempts + 1)
      .where('finished_at', 'is', null);

  /** Tells first: a server that is killed in between parks the job again, and nothing shows as running for ever. */
  async function park(job: JobRow, failure: string): Promise<void> {
    const { numUpdatedRows } = await own(job).set({ heartbeat_at: now() }).executeTakeFirst();
    if (numUpdatedRows === 0n) return;
    const payload = payloadOf(job);
    if (payload !== null) await kinds.get(job.kind)?.onParked(payload);
    crashPoint('job:parkTold');
    await own(job).set({ state: 'parked', failure, finished_at: now() }).execute();
  }

  const attemptsOf = ({ kind }: JobRow): number => kinds.get(kind)?.attempts ?? usualAttempts;

  async function retryLater(job: JobRow, error: unknown): Promise<void> {
    const attempts = job.attempts + 1;
    log.error({ err: error, kind: job.kind, key: job.key, attempts }, 'A job failed');
    if (attempts >= attemptsOf(job)) return park(job, String(error));
    const pause = 1000 * 4 ** attempts;
    await own(job)
      .set({ state: 'waiting', run_at: now() + pause, claimed_by: null })
      .execute();
  }

  async function run(job: JobRow, { handler }: JobKind, abort: AbortController): Promise<void> {
    const heart = setInterval(() => {
      own(job)
        .set({ heartbeat_at: now() })
        .executeTakeFirst()
        // Cancelled, or taken over, on another server.
        .then(({ numUpdatedRows }) => numUpdatedRows === 0n && abort.abort())
        .catch((error: unknown) => log.warn({ err: error }, 'A heartbeat was not written'));
    }, heartbeatMilliseconds);
    try {
      await handler(JSON.parse(job.payload), abort.signal, (isWaiting) => {
        slots.wait(job.id, isWaiting);
        wake();
      });
      crashPoint('job:workDone');
      await own(job).set({ state: 'done', failure: null, finished_at: now() }).execute();
    } catch (error) {
      if (abort.signal.aborted) await release(job);
      else await retryLater(job, error);
    } finally {
      clearInterval(heart);
    }
  }

  /** A server that stops in good order doesn't count as an attempt. */
  const release = async (job: JobRow): Promise<void> => {
    await own(job).set({ state: 'waiting', claimed_by: null, attempts: job.attempts }).execute();
  };

  async function forgetOld(): Promise<void> {
    await db
      .deleteFrom('job')
      .where('finished_at', '<', now() - keptMilliseconds)
      .execute();
  }
  repeated.add({ name: 'old jobs', everyMilliseconds: forgetEveryMilliseconds, work: forgetOld });
  /** A payload that can't be read makes a group of its own, and parks its job alone. */
  const groupOf = (job: JobRow): string => {
    const payload = payloadOf(job);
    const group = payload === null ? undefined : kinds.get(job.kind)?.groupOf?.(payload);
    return `${job.kind} ${group ?? `of ${job.id}`}`;
  };

  /** Servers need not agree about the time: what counts is how long this one has seen the same heartbeat. */
  const seenHeartbeats = new Map<number, { readonly at: number | null; readonly since: number }>();
  function isStale(job: JobRow): boolean {
    const seen = seenHeartbeats.get(job.id);
    if (seen?.at === job.heartbeat_at) return now() - seen.since > staleMilliseconds;
    seenHeartbeats.set(job.id, { at: job.heartbeat_at, since: now() });
    return false;
  }
  function forgetHeartbeats(jobs: readonly JobRow[]): void {
    const running = new Set(jobs.filter(({ state }) => state === 'running').map(({ id }) => id));
    for (const id of seenHeartbeats.keys()) if (!running.has(id)) seenHeartbeats.delete(id);
  }

  /** Jobs of groups that have none running come first, one of each; the others after them. */
  function inTurn(jobs: readonly JobRow[]): JobRow[] {
    const busy = new Set(jobs.filter(({ state }) => state === 'running').map(groupOf));
    const later: JobRow[] = [];
    const first = jobs.filter((job) => {
      if (job.state === 'running') return true;
      const isFirst = !busy.has(groupOf(job));
      busy.add(groupOf(job));
      if (!isFirst) later.push(job);
      return isFirst;
    });
    return [...first, ...later];
  }

  async function poll(): Promise<void> {
    // What waits for a place isn't read again and again.
    const free = [...kinds].filter(([kind, rules]) => slots.isFree(kind, null, rules)).map(([kind]) => kind);
    if (free.length === 0) return;
    const jobs = await unfinished()
      .where('kind', 'in', free)
      .where('run_at', '<=', now())
      .where('state', 'in', ['waiting', 'running'])
      .orderBy('run_at')
      .orderBy('id')
      .execute();
    forgetHeartbeats(jobs);
    for (const job of inTurn(jobs)) {
      const kind = kinds.get(job.kind);
      const isFree = job.state === 'waiting' || (!running.has(job.id) && isStale(job));
      if (!kind || !isFree || isStopped || running.has(job.id) || kind.mayBegin?.() === false) continue;
      const group = kind.groupOf ? groupOf(job) : null;
      if (!slots.isFree(job.kind, group, kind)) continue;
      if (!(await claim(job))) continue;
      crashPoint('job:claimed');
      if (payloadOf(job) === null) await park(job, 'What the job is about can not be read.');
      else if (job.attempts >= attemptsOf(job)) await park(job, 'The job was cut off too often.');
      else {
        const abort = new AbortController();
        slots.take(job.id, job.kind, group);
        const done = run(job, kind, abort)
          .catch((error: unknown) => log.error({ err: error }, 'A job could not be closed'))
          .finally(() => {
            running.delete(job.id);
            slots.release(job.id);
            wake();
          });
        running.set(job.id, { done, abort });
      }
    }
  }

  function wake(): void {
    if (isStopped || polling || !timer) return;
    polling = poll()
      .catch((error: unknown) => log.error({ err: error }, 'Jobs could not be read'))
      .finally(() => {
        polling = null;
      });
  }

  return {
    handle(kind, handler, options) {
      kinds.set(kind, { handler: handler as Handler, ...(options as JobOptions<unknown>) });
    },
    async enqueue(kind, key, payload, transaction = db) {
      const moment = now();
      const added = await transaction
        .insertInto('job')
        .values({
          kind,
          key,
          payload: JSON.stringify(payload),
          state: 'waiting',
          attempts: 0,
          run_at: moment,
          created_at: moment,
        })
        .onConflict((conflict) => conflict.columns(['kind', 'key']).where('finished_at', 'is', null).doNothing())
        .returning('id')
        .execute();
      setImmediate(wake);
      return added.length > 0;
    },
    repeat: (name, everyMilliseconds, work) => repeated.add({ name, everyMilliseconds, work }),
    async cancel(kind, key) {
      const cancelled = db.updateTable('job').set({ state: 'cancelled', finished_at: now() });
      const rows = await cancelled
        .where('kind', '=', kind)
        .where('key', '=', key)
        .where('finished_at', 'is', null)
        .returning('id')
        .execute();
      for (const { id } of rows) running.get(id)?.abort.abort();
    },
    async start() {
      const ours = db.updateTable('job').set({ state: 'waiting', claimed_by: null }).where('claimed_by', '=', serverId);
      await ours.where('state', '=', 'running').execute();
      timer = setInterval(wake, pollMilliseconds);
      wake();
      repeated.start();
    },
    async stop() {
      isStopped = true;
      clearInterval(timer);
      await Promise.all([polling, repeated.stop()]);
      for (const { abort } of running.values()) abort.abort();
      await Promise.all([...running.values()].map(({ done }) => done));
    },
  };
}
