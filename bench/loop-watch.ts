/** Preloaded into a measured server: reports the longest stop of its event loop since the last request. */
import { monitorEventLoopDelay } from 'node:perf_hooks';
import { isMainThread } from 'node:worker_threads';
import { longestStep } from './longest-step.ts';
import { askForStop, stopSentence } from './loop-stops.ts';

// Its processes and threads load this file, too.
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
