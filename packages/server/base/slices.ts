import { setImmediate as nextTurn, setTimeout as sleep } from 'node:timers/promises';

/** Work on the main thread yields after this long. */
const sliceMilliseconds = 4;

/** Await the result between small parts of long work; it yields when due. */
export function inSlices(pause: () => Promise<void> = nextTurn): () => Promise<void> {
  let began = performance.now();
  return async () => {
    if (performance.now() - began < sliceMilliseconds) return;
    await pause();
    began = performance.now();
  };
}

/** Like `inSlices` for shared code: yields when this thread has been busy for a slice since the first call. */
export function fairTurns(): () => Promise<void> | undefined {
  let began: number | null = null;
  const begin = (): void => {
    if (began === null) setImmediate(() => (began = null));
    began ??= performance.now();
  };
  return () => {
    begin();
    return performance.now() - (began ?? 0) < sliceMilliseconds ? undefined : nextTurn().then(begin);
  };
}

/** The pause of work in the background after a part, relative to its duration, and its limit. */
const restFactor = 3;
const longestRestMilliseconds = 100;

/** Ends early when the server stops. */
export const restAfter = (workedMilliseconds: number, signal?: AbortSignal): Promise<void> =>
  sleep(Math.min(restFactor * workedMilliseconds, longestRestMilliseconds), undefined, signal && { signal }).catch(
    () => undefined,
  );
