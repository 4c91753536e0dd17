import { setImmediate as nextTurn } from 'node:timers/promises';

/** Work in the thread that answers searches lets them have their turn after so long. */
const sliceMilliseconds = 4;

/** Call what it answers between small parts of a long work. */
export function inSlices(): () => Promise<void> {
  let began = performance.now();
  return async () => {
    if (performance.now() - began < sliceMilliseconds) return;
    await nextTurn();
    began = performance.now();
  };
}
