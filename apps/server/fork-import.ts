import { fileURLToPath } from 'node:url';
import { runInProcess } from '#process-kit/one-task.ts';
import type { FoundProblem } from '#features/data/imports/imports.contract.ts';
import type { FeedRecord } from '#feeds/feed-record.ts';
import type { ImportProgress, RunImport } from '#features/data/imports/server/imports.task.ts';

export interface ImportNotice {
  readonly progress?: ImportProgress;
  readonly problems?: readonly FoundProblem[];
  readonly isWaiting?: boolean;
  readonly samples?: readonly FeedRecord[];
}

const worker = fileURLToPath(new URL('import-worker.ts', import.meta.url));
/** Imports stream, so a process that needs more is broken. */
const heapMegabytes = 256;
/** A smaller young generation would spend a quarter of the time on collection. */
const youngMegabytes = 4;
/** Parallel scavenges take 10 % longer on few processors. */
const serialScavenges = '--no-parallel-scavenge';
/** Larger arrays are returned to the system; glibc would keep their memory. */
const mappedBytes = 256 * 1024;

/** In a process of its own, so neither its memory nor its end affects the server. */
export const forkImport: RunImport = (task, listener, signal) =>
  runInProcess(worker, task, {
    signal,
    onNotice({ progress, problems, isWaiting, samples }: ImportNotice) {
      if (progress) listener.progress(progress);
      if (problems) listener.problems(problems);
      if (isWaiting !== undefined) listener.waiting?.(isWaiting);
      if (samples) listener.samples(samples);
    },
    fork: {
      execArgv: [`--max-old-space-size=${heapMegabytes}`, `--max-semi-space-size=${youngMegabytes}`, serialScavenges],
      env: { ...process.env, MALLOC_MMAP_THRESHOLD_: String(mappedBytes) },
    },
  });
