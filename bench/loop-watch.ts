/** Preloaded into a server that is measured: it tells how long its event loop stood still at most since it was asked last. */
import { monitorEventLoopDelay } from 'node:perf_hooks';
import { isMainThread } from 'node:worker_threads';
import { longestStep } from './longest-step.ts';
import { askForStop, stopSentence } from './loop-stops.ts';

// Processes and threads that the server starts are given the same preload.
const isServer = isMainThread && /server\/(?:dist\/main\.js|main\.ts)$/.test(process.argv[1] ?? '');
if (isServer) {
  const lateness = monitorEventLoopDelay({ resolution: 1 });
  lateness.enable();
  const step = longestStep();
  process.on(askForStop, () => {
    console.log(stopSentence({ late: lateness.max / 1e6, worked: step.milliseconds() }));
    lateness.reset();
    step.reset();
  });
}
