import { setImmediate as nextTurn } from 'node:timers/promises';

/** Long work that lets go now and then, so that what is waiting gets its turn. */
export type SlicedWork<Result> = Generator<void, Result>;

/** Does the work in slices of about so many milliseconds, with a turn of the event loop between. */
export async function inSlices<Result>(work: SlicedWork<Result>, sliceMs: number): Promise<Result> {
  await nextTurn();
  let end = performance.now() + sliceMs;
  for (;;) {
    const step = work.next();
    if (step.done === true) return step.value;
    if (performance.now() < end) continue;
    await nextTurn();
    end = performance.now() + sliceMs;
  }
}

/** Does the work in one go. */
export function atOnce<Result>(work: SlicedWork<Result>): Result {
  for (;;) {
    const step = work.next();
    if (step.done === true) return step.value;
  }
}
