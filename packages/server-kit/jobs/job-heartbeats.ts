import type { JobRow } from './job-store.ts';

export const heartbeatMilliseconds = 5_000;
/** A claim whose heartbeat doesn't change for this long, by the clock of whoever looks, is taken over by another server. */
const staleMilliseconds = 30_000;

/** Servers need not agree about the time: what counts is how long this one has seen the same heartbeat. */
export function jobHeartbeats(now: () => number) {
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
