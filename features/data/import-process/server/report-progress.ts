import { keptProblems, type FoundProblem, keptExamples } from '#features/data/imports/imports.contract.ts';
import type { FeedRecord } from '#feeds/feed-record.ts';
import type { ImportListener, ImportProgress } from '#features/data/imports/server/imports.task.ts';

const reportMilliseconds = 300;

const repetitions: ReadonlySet<string> = new Set(['duplicateItem', 'otherFeedItem']);

/** Counts what an import does and reports it a few times a second. */
export function importProgress(listener: ImportListener) {
  let state: ImportProgress = {
    step: 'download',
    received_bytes: 0,
    total_bytes: null,
    read_count: 0,
    imported_count: 0,
    error_count: 0,
    warning_count: 0,
  };
  let repeatedCount = 0;
  const firstErrors: FoundProblem[] = [];
  let unsent: FoundProblem[] = [];
  let keptCount = 0;

  const report = (): void => {
    listener.progress(state);
    if (unsent.length > 0) listener.problems(unsent);
    unsent = [];
  };
  const timer = setInterval(report, reportMilliseconds);

  return {
    set(change: Partial<ImportProgress>): void {
      const isNextStep = change.step !== undefined && change.step !== state.step;
      state = { ...state, ...change };
      if (isNextStep) report();
    },
    add(counter: 'read_count' | 'imported_count', count: number): void {
      state = { ...state, [counter]: state[counter] + count };
    },
    problem(problem: FoundProblem): void {
      const counter = problem.severity === 'error' ? 'error_count' : 'warning_count';
      state = { ...state, [counter]: state[counter] + 1 };
      if (repetitions.has(problem.reason)) repeatedCount += 1;
      if (problem.severity === 'error' && firstErrors.length < keptExamples) firstErrors.push(problem);
      keptCount += 1;
      if (keptCount <= keptProblems) unsent.push(problem);
    },
    samples: (records: readonly FeedRecord[]): void => listener.samples(records),
    current: (): ImportProgress => state,
    repeatedCount: (): number => repeatedCount,
    firstErrors: (): readonly FoundProblem[] => firstErrors,
    close(): void {
      clearInterval(timer);
      report();
    },
  };
}
export type ProgressReporter = ReturnType<typeof importProgress>;
