import { fileURLToPath } from 'node:url';
import { runInProcess } from '#process-kit/one-task.ts';
import type { AvailabilityChange, RunAvailability } from '#features/data/schedules/availability.task.ts';

const worker = fileURLToPath(new URL('availability-worker.ts', import.meta.url));
/** Updates stream; a process that needs more than this is broken, and fails alone. */
const heapMegabytes = 128;

/** Reads prices and stock in a process of its own, so that a hostile feed touches no search. */
export const forkAvailability: RunAvailability = (task, apply, signal) =>
  runInProcess(worker, task, {
    signal,
    answer: (changes: readonly AvailabilityChange[]) => apply(changes),
    fork: { execArgv: [`--max-old-space-size=${heapMegabytes}`] },
  });
