import { setImmediate as nextTurn } from 'node:timers/promises';

/** Long work that yields, so that searches run in between. */
export type SlicedWork<Result> = Generator<void, Result>;

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

export function atOnce<Result>(work: SlicedWork<Result>): Result {
  for (;;) {
    const step = work.next();
    if (step.done === true) return step.value;
  }
}
