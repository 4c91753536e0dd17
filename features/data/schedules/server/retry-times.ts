import type { ImportFailure } from '#features/data/imports/imports.contract.ts';

const minuteMs = 60_000;
/** How long after a failure an import is tried again: after the first, the second and the third one. Then the schedule goes on. */
const retryPausesMs = [5 * minuteMs, 15 * minuteMs, 45 * minuteMs] as const;

/** What can pass by itself: the host is down, slow or busy, or was still writing, or our disk was full or failed, or where files are kept was away. Everything else needs a person. */
const passing: ReadonlySet<ImportFailure['code']> = new Set([
  'unknownHost',
  'connectionFailed',
  'timeout',
  'hostBusy',
  'connectionCut',
  'truncated',
  'cutArchive',
  'diskFull',
  'storageFailed',
  'filesAway',
]);

interface Failed {
  readonly failure: ImportFailure;
  /** How many tries again came before. */
  readonly retryCount: number;
  /** What a busy host asked for. */
  readonly retryAfterSeconds: number | null;
  /** When the schedule would import the feed next. */
  readonly scheduledAt: number;
}

export interface Retry {
  readonly at: number;
  /** How many tries again that makes; 0 when the schedule goes on. */
  readonly retryCount: number;
}

/** When to import next after a failure at a moment. A host that asked for time gets it, also when the schedule comes earlier. */
export function nextTry({ failure, retryCount, retryAfterSeconds, scheduledAt }: Failed, now: number): Retry {
  const pause = retryPausesMs[retryCount];
  const askedAt = now + (retryAfterSeconds ?? 0) * 1000;
  const at = Math.max(now + (pause ?? 0), askedAt);
  if (passing.has(failure.code) && pause !== undefined && at < scheduledAt) return { at, retryCount: retryCount + 1 };
  return { at: Math.max(scheduledAt, askedAt), retryCount: 0 };
}
