import { fileURLToPath } from 'node:url';
import { runInProcess } from '#process-kit/one-task.ts';
import type { FoundProblem } from '#features/data/imports/imports.contract.ts';
import type { FeedRecord } from '#feeds/feed-record.ts';
import type { ImportProgress, RunImport } from '#features/data/imports/server/imports.task.ts';

export type ImportNotice =
  | { readonly kind: 'progress'; readonly progress: ImportProgress }
  | { readonly kind: 'problems'; readonly problems: readonly FoundProblem[] }
  | { readonly kind: 'waiting'; readonly isWaiting: boolean }
  | { readonly kind: 'samples'; readonly records: readonly FeedRecord[] };

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
    onNotice(notice: ImportNotice) {
      if (notice.kind === 'progress') listener.progress(notice.progress);
      else if (notice.kind === 'problems') listener.problems(notice.problems);
      else if (notice.kind === 'waiting') listener.waiting?.(notice.isWaiting);
      else listener.samples(notice.records);
    },
    fork: {
      execArgv: [`--max-old-space-size=${heapMegabytes}`, `--max-semi-space-size=${youngMegabytes}`, serialScavenges],
      env: { ...process.env, MALLOC_MMAP_THRESHOLD_: String(mappedBytes) },
    },
  });
