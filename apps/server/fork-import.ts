import type { FoundProblem } from '#features/data/error-data/error-data.contract.ts';
import { fork } from 'node:child_process';
import { fileURLToPath } from 'node:url';
import type { FeedRecord } from '#feeds/feed-record.ts';
import type { ImportOutcome, ImportProgress, ImportTask, RunImport } from '#features/data/imports/imports.task.ts';

export type ImportMessage =
  | { readonly kind: 'progress'; readonly progress: ImportProgress }
  | { readonly kind: 'problems'; readonly problems: readonly FoundProblem[] }
  | { readonly kind: 'waiting'; readonly isWaiting: boolean }
  | { readonly kind: 'samples'; readonly records: readonly FeedRecord[] }
  | { readonly kind: 'outcome'; readonly outcome: ImportOutcome };

const worker = fileURLToPath(new URL('import-worker.ts', import.meta.url));
/** Imports stream; a process that needs more than this is broken, and fails alone. */
const heapMegabytes = 256;
/** Streams leave much garbage that is young. With less room for it a quarter of the time is spent on clearing it away. */
const youngMegabytes = 4;
/** Arrays from this size on are given back to the system when they are gone; otherwise glibc keeps some of their memory. */
const mappedBytes = 256 * 1024;

/** Runs an import in a process of its own, so that neither its memory nor its end touches the server. */
export const forkImport: RunImport = (task: ImportTask, listener, signal) =>
  new Promise((resolve, reject) => {
    const child = fork(worker, {
      execArgv: [`--max-old-space-size=${heapMegabytes}`, `--max-semi-space-size=${youngMegabytes}`],
      env: { ...process.env, MALLOC_MMAP_THRESHOLD_: String(mappedBytes) },
      serialization: 'advanced',
    });
    let outcome: ImportOutcome | null = null;
    const kill = (): void => {
      child.kill('SIGKILL');
    };
    signal.addEventListener('abort', kill, { once: true });
    child.on('message', (message: ImportMessage) => {
      if (message.kind === 'progress') listener.progress(message.progress);
      else if (message.kind === 'problems') listener.problems(message.problems);
      else if (message.kind === 'waiting') listener.waiting?.(message.isWaiting);
      else if (message.kind === 'samples') listener.samples(message.records);
      else outcome = message.outcome;
    });
    child.on('error', reject);
    child.on('exit', (code, reason) => {
      signal.removeEventListener('abort', kill);
      if (outcome) resolve(outcome);
      else reject(new Error(`The import process ended without a result (${reason ?? code}).`));
    });
    child.send(task);
    if (signal.aborted) kill();
  });
