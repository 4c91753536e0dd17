import { fileURLToPath } from 'node:url';
import { runInProcess } from '#process-kit/one-task.ts';
import type { RunFeedTest } from '#features/data/feed-test/feed-test.task.ts';

const worker = fileURLToPath(new URL('feed-test-worker.ts', import.meta.url));
const heapMegabytes = 128;

/** Reads the beginning of a feed in a process of its own, so that a hostile one touches no search. */
export const forkFeedTest: RunFeedTest = (task, signal) =>
  runInProcess(worker, task, { signal, fork: { execArgv: [`--max-old-space-size=${heapMegabytes}`] } });
