import type { JobRow } from './job-store.ts';

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
