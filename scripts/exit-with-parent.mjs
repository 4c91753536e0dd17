import { isMainThread } from 'node:worker_threads';

/**
 * Import (or `node --import`) in processes that must not outlive their parent: `kill` of `npm start` reaches only npm's shell, and a
 * closed terminal reaches nobody.
 */
const watchMs = 300;

if (isMainThread) {
  const parent = process.ppid;
  const watch = setInterval(() => {
    if (process.ppid === parent) return;
    clearInterval(watch);
    process.kill(process.pid, 'SIGTERM');
  }, watchMs);
  watch.unref();
}
