import { setImmediate as nextTurn } from 'node:timers/promises';
import type { Selectable } from 'kysely';
import type { Database, Schema } from '#server/db/schema.ts';

export type JobRow = Pick<Selectable<Schema['job']>, 'id' | 'kind' | 'key' | 'state' | 'attempts' | 'run_at' | 'heartbeat_at'>;

export interface ClaimedJob extends JobRow {
  readonly payload: string;
}

type JobEnd = { readonly state: 'done'; readonly failure: null } | { readonly state: 'parked'; readonly failure: string };

const rowsAtOnce = 500;
const keptMilliseconds = 7 * 24 * 60 * 60 * 1000;

/** Changes to a claimed job have no effect once another server has taken it over. */
export const jobStore = (db: Database, serverId: string, now: () => number) => {
  const own = ({ id, attempts }: JobRow) =>
    db
      .updateTable('job')
      .where('id', '=', id)
      .where('claimed_by', '=', serverId)
      .where('attempts', '=', attempts + 1)
      .where('finished_at', 'is', null);

  const unfinishedAfter = (last: JobRow | undefined, kinds: readonly string[]): Promise<JobRow[]> => {
    const rows = db
      .selectFrom('job')
      .select(['id', 'kind', 'key', 'state', 'attempts', 'run_at', 'heartbeat_at'])
      .where('finished_at', 'is', null)
      .where('kind', 'in', kinds)
      .where('state', 'in', ['waiting', 'running'])
      .orderBy('kind')
      .orderBy('key')
      .limit(rowsAtOnce);
    if (last === undefined) return rows.execute();
    const { kind, key } = last;
    return rows
      .where((row) => row.or([row('kind', '>', kind), row.and([row('kind', '=', kind), row('key', '>', key)])]))
      .execute();
  };

  return {
    /**
     * False: an unfinished job of the kind and key exists; a running one becomes due again, as it may have passed the change.
     */
    async add(transaction: Database, kind: string, key: string, payload: object): Promise<boolean> {
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
        .onConflict((conflict) =>
          conflict
            .columns(['kind', 'key'])
            .where('finished_at', 'is', null)
            .doUpdateSet((row) => ({ payload: row.ref('excluded.payload'), run_at: row('job.run_at', '+', 1) }))
            .where('job.state', '=', 'running'),
        )
        .returning('state')
        .executeTakeFirst();
      return added?.state === 'waiting';
    },

    /** Waiting and running jobs by due time, without payloads, in parts that yield between them. */
    async unfinished(kinds: readonly string[]): Promise<JobRow[]> {
      const found: JobRow[] = [];
      for (;;) {
        const part = await unfinishedAfter(found.at(-1), kinds);
        found.push(...part);
        if (part.length < rowsAtOnce) return found.sort((a, b) => a.run_at - b.run_at || a.id - b.id);
        await nextTurn();
      }
    },

    async payloads(ids: readonly number[]): Promise<{ readonly id: number; readonly payload: string }[]> {
      const found = [];
      for (let at = 0; at < ids.length; at += rowsAtOnce)
        found.push(
          ...(await db
            .selectFrom('job')
            .select(['id', 'payload'])
            .where('id', 'in', ids.slice(at, at + rowsAtOnce))
            .execute()),
        );
      return found;
    },

    /** null: another server claimed it first. */
    async claim(job: JobRow): Promise<ClaimedJob | null> {
      const claimed = await db
        .updateTable('job')
        .set({ state: 'running', claimed_by: serverId, heartbeat_at: now(), attempts: job.attempts + 1 })
        .where('id', '=', job.id)
        .where('state', '=', job.state)
        .where('attempts', '=', job.attempts)
        .where('finished_at', 'is', null)
        .returning('payload')
        .executeTakeFirst();
      return claimed ? { ...job, payload: claimed.payload } : null;
    },

    /** False: the claim was lost. */
    async beat(job: JobRow): Promise<boolean> {
      return (await own(job).set({ heartbeat_at: now() }).executeTakeFirst()).numUpdatedRows > 0n;
    },

    /** A job that was enqueued again while it ran becomes due instead. */
    async end(job: JobRow, { state, failure }: JobEnd): Promise<void> {
      const ended = own(job).where('run_at', '=', job.run_at).set({ state, failure, finished_at: now() });
      if ((await ended.executeTakeFirst()).numUpdatedRows > 0n) return;
      await own(job).set({ state: 'waiting', attempts: 0, claimed_by: null }).execute();
    },

    async retry(job: JobRow, pauseMilliseconds: number): Promise<void> {
      await own(job)
        .set({ state: 'waiting', run_at: now() + pauseMilliseconds, claimed_by: null })
        .execute();
    },

    async release(job: JobRow): Promise<void> {
      await own(job).set({ state: 'waiting', claimed_by: null, attempts: job.attempts }).execute();
    },

    /** After a crash. */
    async releaseAll(): Promise<void> {
      const ours = db.updateTable('job').set({ state: 'waiting', claimed_by: null }).where('claimed_by', '=', serverId);
      await ours.where('state', '=', 'running').execute();
    },

    /** Returns the ids of cancelled jobs. */
    async cancel(kind: string, key: string): Promise<number[]> {
      const cancelled = db.updateTable('job').set({ state: 'cancelled', finished_at: now() });
      const rows = await cancelled
        .where('kind', '=', kind)
        .where('key', '=', key)
        .where('finished_at', 'is', null)
        .returning('id')
        .execute();
      return rows.map(({ id }) => id);
    },

    async forgetOld(): Promise<void> {
      await db
        .deleteFrom('job')
        .where('finished_at', '<', now() - keptMilliseconds)
        .execute();
    },
  };
};

/** null: corrupt. */
export function payloadOf(json: string): unknown {
  try {
    return JSON.parse(json);
  } catch {
    return null;
  }
}

interface Needs {
  readonly groupOf: (kind: string) => ((payload: unknown) => number) | undefined;
  readonly payloads: (ids: readonly number[]) => Promise<readonly { readonly id: number; readonly payload: string }[]>;
}

/** A payload never changes, so each is read once. */
export function jobGroups({ groupOf, payloads }: Needs) {
  const known = new Map<number, { readonly kind: string; readonly group: number | null }>();
  return {
    async keep(jobs: readonly JobRow[], kinds: readonly string[]): Promise<void> {
      const unfinished = new Map(jobs.map((job) => [job.id, job.kind]));
      for (const [id, { kind }] of known) if (kinds.includes(kind) && !unfinished.has(id)) known.delete(id);
      const unknown = [...unfinished].filter(([id, kind]) => groupOf(kind) !== undefined && !known.has(id));
      for (const { id, payload: json } of await payloads(unknown.map(([id]) => id))) {
        const [kind, payload] = [unfinished.get(id) ?? '', payloadOf(json)];
        known.set(id, { kind, group: payload === null ? null : (groupOf(kind)?.(payload) ?? null) });
      }
    },
    of: ({ id, kind }: JobRow): string => `${kind} ${known.get(id)?.group ?? `of ${id}`}`,
  };
}

export interface SlotRules {
  readonly atOnce: number;
  /** Additional jobs while as many wait for something else, such as a slow host. */
  readonly alsoWaiting?: number;
  readonly perGroup?: number;
}

interface Slot {
  readonly kind: string;
  readonly group: string | null;
  isWaiting: boolean;
}

export function jobSlots() {
  const taken = new Map<number, Slot>();
  return {
    isFree(kind: string, group: string | null, { atOnce, alsoWaiting = 0, perGroup = Infinity }: SlotRules): boolean {
      const ofKind = [...taken.values()].filter((slot) => slot.kind === kind);
      const ofGroup = ofKind.filter((slot) => group !== null && slot.group === group);
      const busy = ofKind.filter(({ isWaiting }) => !isWaiting);
      return busy.length < atOnce && ofKind.length < atOnce + alsoWaiting && ofGroup.length < perGroup;
    },
    take: (jobId: number, kind: string, group: string | null): void => void taken.set(jobId, { kind, group, isWaiting: false }),
    wait(jobId: number, isWaiting: boolean): void {
      const slot = taken.get(jobId);
      if (slot) slot.isWaiting = isWaiting;
    },
    release: (jobId: number): void => void taken.delete(jobId),
  };
}
