import { dayMs } from '#contract/days.ts';
import { keptCheckDays, keptChecks } from '#contract/limits.ts';

interface StoredCheck {
  readonly id: number;
  /** Epoch milliseconds. */
  readonly checked_at: number;
}

/**
 * Which checks of an item aren't kept any more. All of the newest stay, of the older ones the last of each day, and none that are very
 * old. `checks` begins with the oldest.
 */
export function tooManyChecks(checks: readonly StoredCheck[], now: number): number[] {
  const older = checks.slice(0, Math.max(0, checks.length - keptChecks));
  const oldest = now - keptCheckDays * dayMs;
  return older
    .filter((one, at) => {
      const next = older[at + 1];
      const isLastOfDay = next === undefined || dayIn(next) !== dayIn(one);
      return one.checked_at < oldest || !isLastOfDay;
    })
    .map(({ id }) => id);
}

/** By the clocks of UTC: one a day is enough, whichever. */
const dayIn = ({ checked_at: at }: StoredCheck): number => Math.floor(at / dayMs);
