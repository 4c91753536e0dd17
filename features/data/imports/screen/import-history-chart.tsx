import type { ChartPoint } from '#ui/charts/chart.tsx';
import type { Formats } from '#ui/text/format.ts';
import type { PastImport } from '#features/data/imports/import-history.contract.ts';

/** What the newest of these imports came to, against the one before it. */
export interface ImportSummary {
  readonly latest: PastImport;
  readonly change: number;
}

export const isDone = ({ state }: PastImport): boolean => state === 'done' || state === 'unchanged';
const hasEnded = ({ duration_ms: duration }: PastImport): boolean => duration !== null;

/** Null while there are no two imports to compare. `imports` are newest first; failed ones changed nothing. */
export function summaryOf(imports: readonly PastImport[]): ImportSummary | null {
  const [latest, before] = imports.filter(isDone);
  return latest && before ? { latest, change: latest.imported_count - before.imported_count } : null;
}

/** One point for each import that has ended, oldest first. One that failed brought no items, so it is a gap. */
export function historyPoints(
  imports: readonly PastImport[],
  formats: Pick<Formats, 'shortDay' | 'time' | 'moment'>,
  stateWord: (state: PastImport['state']) => string,
): readonly ChartPoint[] {
  const ended = imports.filter(hasEnded).toReversed();
  const isOneDay = new Set(ended.map(({ started_at: at }) => formats.shortDay(at))).size === 1;
  return ended.map((past) => {
    const { started_at: at, state, imported_count: imported, error_count: leftOut } = past;
    return {
      tick: isOneDay ? formats.time(at) : formats.shortDay(at),
      title: isDone(past) ? formats.moment(at) : `${formats.moment(at)} · ${stateWord(state)}`,
      values: isDone(past) ? { imported, leftOut } : { imported: null, leftOut: null },
    };
  });
}
