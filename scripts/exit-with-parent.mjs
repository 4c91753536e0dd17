import { isMainThread } from 'node:worker_threads';

/**
 * Imported (also with `node --import`) by processes that must not outlive the one that started them: `kill` of `npm start` reaches
 * only npm's shell, and a terminal that is closed by force reaches nobody.
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
