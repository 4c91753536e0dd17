import { AsyncLocalStorage } from 'node:async_hooks';
import type { FastifyBaseLogger } from 'fastify';
import { type ClaimedJob, jobGroups, type JobRow, jobSlots, jobStore, payloadOf, type SlotRules } from './job-store.ts';
import { crashPoint } from '#process-kit/crash-point.ts';
import type { Database } from '#server/db/schema.ts';

interface Work {
  readonly name: string;
  readonly everyMilliseconds: number;
  readonly work: (signal: AbortSignal) => Promise<void>;
}

/** Runs at once, then after each pause; runs on all servers, so the work must be idempotent. */
function repeatedWork(log: FastifyBaseLogger) {
  const all: Work[] = [];
  const abort = new AbortController();
  const running = new Set<Promise<void>>();
  const timers = new Map<Work, NodeJS.Timeout>();

  const run = (one: Work): void => {
    if (abort.signal.aborted) return;
    const done = one
      .work(abort.signal)
      .catch((error: unknown) => log.error({ err: error, work: one.name }, 'Repeated work failed'))
      .finally(() => {
        running.delete(done);
        if (!abort.signal.aborted) timers.set(one, setTimeout(run, one.everyMilliseconds, one));
      });
    running.add(done);
  };

  return {
    add: (one: Work): void => void all.push(one),
    start: (): void => all.forEach(run),
    async stop(): Promise<void> {
      abort.abort();
      for (const timer of timers.values()) clearTimeout(timer);
      await Promise.all(running);
    },
  };
}

/** Exponential backoff after `attempts` failures: 4, 16, 64, 256 s. */
export const pauseMilliseconds = (attempts: number): number => 1000 * 4 ** attempts;

/** Clocks of servers may differ: a due time further away than the backoff is a wrong clock's, so the job is due. */
export function isDue({ attempts, run_at: at }: JobRow, now: number): boolean {
  return attempts === 0 || at <= now || at > now + pauseMilliseconds(attempts);
}

/** Round robin by group; groups without running jobs first. */
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
/** A claim whose heartbeat hasn't changed for this long is taken over. */
const staleMilliseconds = 30_000;

/** Compares heartbeats by this server's clock only, as clocks may differ. */
function jobHeartbeats(now: () => number) {
  const seen = new Map<number, { readonly at: number | null; readonly since: number }>();
  return {
    isStale({ id, heartbeat_at: at }: JobRow): boolean {
      const known = seen.get(id);
      if (known?.at === at) return now() - known.since > staleMilliseconds;
      seen.set(id, { at, since: now() });
      return false;
    },
    keep(jobs: readonly JobRow[]): void {
      const running = new Set(jobs.filter(({ state }) => state === 'running').map(({ id }) => id));
      for (const id of seen.keys()) if (!running.has(id)) seen.delete(id);
    },
  };
}

const pollMilliseconds = 500;
/** Longer transactions are found by the next poll. */
const transactionMilliseconds = 20;
/** Polls less often by one in every so many unfinished jobs. */
const jobsPerLook = 2_000;
/** Then the job is parked. */
const usualAttempts = 5;
const forgetEveryMilliseconds = 60 * 60 * 1000;

type Handler = (payload: unknown, signal: AbortSignal, waiting: TellWaiting) => Promise<void>;
/** A waiting job gives its place to another. */
export type TellWaiting = (isWaiting: boolean) => void;

interface JobKind extends JobOptions<unknown> {
  readonly handler: Handler;
}

interface JobOptions<Payload> extends SlotRules {
  /** Jobs of a group with a running job start after other groups. */
  readonly groupOf?: (payload: Payload) => number;
  readonly attempts?: number;
  /** False keeps jobs of the kind waiting. */
  readonly mayBegin?: () => boolean;
  /** May be called again after a crash. */
  readonly onParked: (payload: Payload) => Promise<void>;
}

export interface Jobs {
  /** Handlers must be idempotent: a job may be cut off anywhere and run again. */
  handle<Payload>(
    kind: string,
    handler: (payload: Payload, signal: AbortSignal, waiting: TellWaiting) => Promise<void>,
    options: JobOptions<Payload>,
  ): void;
  /**
   * False: one of the kind and key is unfinished; a running one runs once more with this payload. Pass the transaction that
   * writes the job's subject, so both commit together.
   */
  enqueue(kind: string, key: string, payload: object, transaction?: Database): Promise<boolean>;
  /** Must be safe on several servers at once. */
  repeat(name: string, everyMilliseconds: number, work: (signal: AbortSignal) => Promise<void>): void;
  /** On any server; a running job's signal is aborted within seconds. */
  cancel(kind: string, key: string): Promise<void>;
  start(): Promise<void>;
  /** Aborted jobs run again at the next start. */
  stop(): Promise<void>;
}

/** Job queue in a table: claims with heartbeats, retries with backoff, parking. `serverId` survives restarts. */
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
  /** Not in the context or transaction of the call that woke the queue. */
  const byItself = AsyncLocalStorage.snapshot();
  let timer: NodeJS.Timeout | undefined;
  let polling: Promise<void> | null = null;
  let looksLeftOut = 0;
  let isStopped = false;
  repeated.add({ name: 'old jobs', everyMilliseconds: forgetEveryMilliseconds, work: store.forgetOld });

  /** Reports before parking: after a crash in between, it parks again. */
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
        // Cancelled or taken over by another server.
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
      // A graceful stop is no attempt.
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

  /** Finds jobs of other servers and retries that are due. */
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
      // The job is invisible until the commit.
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
