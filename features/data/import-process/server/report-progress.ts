import { keptProblems, type FoundProblem, keptExamples, type StepDuration } from '#features/data/imports/imports.contract.ts';
import type { FeedRecord } from '#feeds/feed-record.ts';
import type { ImportListener, ImportProgress } from '#features/data/imports/server/imports.task.ts';

const reportMilliseconds = 300;
/** Estimates before this are guesses. */
const estimateAfterMilliseconds = 2000;

const repetitions: ReadonlySet<string> = new Set(['duplicateItem', 'otherFeedItem']);

/** Counts what an import does and reports it a few times a second. */
export function importProgress(listener: ImportListener, now: () => number = performance.now.bind(performance)) {
  const startedAt = now();
  let state: ImportProgress = {
    step: 'download',
    received_bytes: 0,
    total_bytes: null,
    read_count: 0,
    imported_count: 0,
    error_count: 0,
    warning_count: 0,
    seconds_left: null,
  };
  let stepSince = startedAt;
  const steps: StepDuration[] = [];
  let repeatedCount = 0;
  const firstErrors: FoundProblem[] = [];
  let unsent: FoundProblem[] = [];
  let keptCount = 0;

  const secondsLeft = (): number | null => {
    const elapsed = now() - startedAt;
    if (state.total_bytes === null || state.received_bytes === 0 || elapsed < estimateAfterMilliseconds) return null;
    return Math.max(0, Math.round(((elapsed / state.received_bytes) * (state.total_bytes - state.received_bytes)) / 1000));
  };

  const report = (): void => {
    state = { ...state, seconds_left: secondsLeft() };
    listener.progress(state);
    if (unsent.length > 0) listener.problems(unsent);
    unsent = [];
  };
  const endStep = (): void => {
    steps.push({ step: state.step, duration_ms: Math.round(now() - stepSince) });
    stepSince = now();
  };
  const timer = setInterval(report, reportMilliseconds);

  return {
    set(change: Partial<ImportProgress>): void {
      const isNextStep = change.step !== undefined && change.step !== state.step;
      if (isNextStep) endStep();
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
    steps: (): StepDuration[] => [...steps, { step: state.step, duration_ms: Math.round(now() - stepSince) }],
    close(): void {
      clearInterval(timer);
      report();
    },
  };
}
export type ProgressReporter = ReturnType<typeof importProgress>;
