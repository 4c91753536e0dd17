import { AsyncLocalStorage } from 'node:async_hooks';
import type { FastifyBaseLogger } from 'fastify';
import { type ClaimedJob, jobGroups, type JobRow, jobSlots, jobStore, payloadOf, type SlotRules } from './job-store.ts';
import { crashPoint } from '#process-kit/crash-point.ts';
import type { Database } from '#server/db/schema.ts';
import { repeatedWork } from '#server/repeated.ts';

/** How long a job that failed so often waits before the next try. */
export const pauseMilliseconds = (attempts: number): number => 1000 * 4 ** attempts;

/**
 * Whether a job may begin. Servers need not agree about the time: what has not failed yet is due, and what failed never waits for longer
 * than its pause, so a moment further away was set by a clock that is ahead.
 */
export function isDue({ attempts, run_at: at }: JobRow, now: number): boolean {
  return attempts === 0 || at <= now || at > now + pauseMilliseconds(attempts);
}

/** Jobs of groups that have none running come first, one of each; the others after them. */
export function inTurn(jobs: readonly JobRow[], groupOf: (job: JobRow) => string): JobRow[] {
  const busy = new Set(jobs.filter(({ state }) => state === 'running').map(groupOf));
  const later: JobRow[] = [];
  const first = jobs.filter((job) => {
    if (job.state === 'running') return true;
    const group = groupOf(job);
    const isFirst = !busy.has(group);
    busy.add(group);
    if (!isFirst) later.push(job);
    return isFirst;
  });
  return [...first, ...later];
}

const heartbeatMilliseconds = 5_000;
/** A claim whose heartbeat doesn't change for this long, by the clock of whoever looks, is taken over by another server. */
const staleMilliseconds = 30_000;

/** Servers need not agree about the time: what counts is how long this one has seen the same heartbeat. */
function jobHeartbeats(now: () => number) {
  const seen = new Map<number, { readonly at: number | null; readonly since: number }>();
  return {
    isStale({ id, heartbeat_at: at }: JobRow): boolean {
      const known = seen.get(id);
      if (known?.at === at) return now() - known.since > staleMilliseconds;
      seen.set(id, { at, since: now() });
      return false;
    },
    /** Forgets all but these. */
    keep(jobs: readonly JobRow[]): void {
      const running = new Set(jobs.filter(({ state }) => state === 'running').map(({ id }) => id));
      for (const id of seen.keys()) if (!running.has(id)) seen.delete(id);
    },
  };
}

const pollMilliseconds = 500;
/** What most transactions take; for others the next poll looks. */
const transactionMilliseconds = 20;
/** Where so many jobs are unfinished, every second look is left out; where there are twice as many, two of three are. */
const jobsPerLook = 2_000;
/** A job that failed or was cut off this often is parked, where its kind says no other number: it harms whoever runs it. */
const usualAttempts = 5;
const forgetEveryMilliseconds = 60 * 60 * 1000;

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
   * Adds a job unless one with the same kind and key waits or runs, and answers whether it was added. One that runs is run once more, with
   * this payload: it may have read what changed since. Give the transaction that writes what the job is about, so that neither is there
   * without the other.
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
  const store = jobStore(db, serverId, now);
  const slots = jobSlots();
  const groups = jobGroups({ groupOf: (kind) => kinds.get(kind)?.groupOf, payloads: store.payloads });
  const heartbeats = jobHeartbeats(now);
  const repeated = repeatedWork(log);
  /** Runs what is no part of the call, or of its transaction, that happened to wake it. */
  const byItself = AsyncLocalStorage.snapshot();
  let timer: NodeJS.Timeout | undefined;
  let polling: Promise<void> | null = null;
  let looksLeftOut = 0;
  let isStopped = false;
  repeated.add({ name: 'old jobs', everyMilliseconds: forgetEveryMilliseconds, work: store.forgetOld });

  /** Tells first: a server that is killed in between parks the job again, and nothing shows as running for ever. */
  async function park(job: ClaimedJob, failure: string): Promise<void> {
    if (!(await store.beat(job))) return;
    const payload = payloadOf(job.payload);
    if (payload !== null) await kinds.get(job.kind)?.onParked(payload);
    crashPoint('job:parkTold');
    await store.end(job, { state: 'parked', failure });
  }

  const attemptsOf = ({ kind }: JobRow): number => kinds.get(kind)?.attempts ?? usualAttempts;

  async function retryLater(job: ClaimedJob, error: unknown): Promise<void> {
    const attempts = job.attempts + 1;
    log.error({ err: error, kind: job.kind, key: job.key, attempts }, 'A job failed');
    if (attempts >= attemptsOf(job)) return park(job, String(error));
    await store.retry(job, pauseMilliseconds(attempts));
  }

  async function run(job: ClaimedJob, { handler }: JobKind, abort: AbortController): Promise<void> {
    const heart = setInterval(() => {
      store
        .beat(job)
        // Cancelled, or taken over, on another server.
        .then((isOurs) => !isOurs && abort.abort())
        .catch((error: unknown) => log.warn({ err: error }, 'A heartbeat was not written'));
    }, heartbeatMilliseconds);
    try {
      await handler(JSON.parse(job.payload), abort.signal, (isWaiting) => {
        slots.wait(job.id, isWaiting);
        wake();
      });
      crashPoint('job:workDone');
      await store.end(job, { state: 'done', failure: null });
    } catch (error) {
      // A server that stops in good order doesn't count as an attempt.
      if (abort.signal.aborted) await store.release(job);
      else await retryLater(job, error);
    } finally {
      clearInterval(heart);
    }
  }

  function begin(job: ClaimedJob, kind: JobKind, group: string | null): void {
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

  async function poll(): Promise<void> {
    // What waits for a place, or for room, isn't read again and again.
    const free = [...kinds].filter(([name, kind]) => slots.isFree(name, null, kind) && kind.mayBegin?.() !== false);
    if (free.length === 0) return;
    const names = free.map(([name]) => name);
    const jobs = await store.unfinished(names);
    looksLeftOut = Math.floor(jobs.length / jobsPerLook);
    await groups.keep(jobs, names);
    heartbeats.keep(jobs);
    for (const job of inTurn(jobs, groups.of)) {
      const kind = kinds.get(job.kind);
      const mayBegin = job.state === 'waiting' ? isDue(job, now()) : heartbeats.isStale(job);
      if (!kind || isStopped || running.has(job.id) || !mayBegin) continue;
      const group = kind.groupOf ? groups.of(job) : null;
      if (!slots.isFree(job.kind, group, kind)) continue;
      const claimed = await store.claim(job);
      if (claimed === null) continue;
      crashPoint('job:claimed');
      if (payloadOf(claimed.payload) === null) await park(claimed, 'What the job is about can not be read.');
      else if (job.attempts >= attemptsOf(job)) await park(claimed, 'The job was cut off too often.');
      else begin(claimed, kind, group);
    }
  }

  function wake(): void {
    if (isStopped || polling || !timer) return;
    polling = byItself(poll)
      .catch((error: unknown) => log.error({ err: error }, 'Jobs could not be read'))
      .finally(() => {
        polling = null;
      });
  }

  /** For what other servers have added, or left behind, and for pauses that are over. What this one does looks at once. */
  function look(): void {
    if (looksLeftOut > 0) looksLeftOut -= 1;
    else wake();
  }

  return {
    handle(kind, handler, options) {
      kinds.set(kind, { handler: handler as Handler, ...(options as JobOptions<unknown>) });
    },
    async enqueue(kind, key, payload, transaction = db) {
      const isAdded = await store.add(transaction, kind, key, payload);
      setImmediate(wake);
      // Until the transaction has ended nobody sees the job.
      if (transaction !== db) setTimeout(wake, transactionMilliseconds).unref();
      return isAdded;
    },
    repeat: (name, everyMilliseconds, work) => repeated.add({ name, everyMilliseconds, work }),
    async cancel(kind, key) {
      for (const id of await store.cancel(kind, key)) running.get(id)?.abort.abort();
    },
    async start() {
      await store.releaseAll();
      timer = setInterval(look, pollMilliseconds);
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
