import { setImmediate as nextTurn, setTimeout as sleep } from 'node:timers/promises';

/** Long work that lets go now and then, so that what is waiting gets its turn. */
export type SlicedWork<Result> = Generator<void, Result>;

/** How long work goes on at a time, and for how long it lets others go on then, in milliseconds; with 0 for a turn of the event loop. */
export interface Pace {
  readonly sliceMs: number;
  readonly pauseMs: number;
}

export const pause = ({ pauseMs }: Pace): Promise<unknown> => (pauseMs === 0 ? nextTurn() : sleep(pauseMs));

export async function inSlices<Result>(work: SlicedWork<Result>, pace: Pace): Promise<Result> {
  await pause(pace);
  let end = performance.now() + pace.sliceMs;
  for (;;) {
    const step = work.next();
    if (step.done === true) return step.value;
    if (performance.now() < end) continue;
    await pause(pace);
    end = performance.now() + pace.sliceMs;
  }
}

export function atOnce<Result>(work: SlicedWork<Result>): Result {
  for (;;) {
    const step = work.next();
    if (step.done === true) return step.value;
  }
}
