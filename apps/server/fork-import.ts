import { fileURLToPath } from 'node:url';
import { runInProcess } from '#process-kit/one-task.ts';
import type { FoundProblem } from '#features/data/imports/import-problems.contract.ts';
import type { FeedRecord } from '#feeds/feed-record.ts';
import type { ImportProgress, RunImport } from '#features/data/imports/server/imports.task.ts';

export type ImportNotice =
  | { readonly kind: 'progress'; readonly progress: ImportProgress }
  | { readonly kind: 'problems'; readonly problems: readonly FoundProblem[] }
  | { readonly kind: 'waiting'; readonly isWaiting: boolean }
  | { readonly kind: 'samples'; readonly records: readonly FeedRecord[] };

const worker = fileURLToPath(new URL('import-worker.ts', import.meta.url));
/** Imports stream; a process that needs more than this is broken, and fails alone. */
const heapMegabytes = 256;
/** Streams leave much garbage that is young. With less room for it a quarter of the time is spent on clearing it away. */
const youngMegabytes = 4;
/** Clearing it away in several threads of V8's takes a tenth longer: on few processors they wait for each other and for searches. */
const serialScavenges = '--no-parallel-scavenge';
/** Arrays from this size on are given back to the system when they are gone; otherwise glibc keeps some of their memory. */
const mappedBytes = 256 * 1024;

/** Runs an import in a process of its own, so that neither its memory nor its end touches the server. */
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
