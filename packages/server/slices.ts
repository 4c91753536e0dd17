import { setImmediate as nextTurn } from 'node:timers/promises';

/** Work in the thread that answers searches lets them have their turn after so long. */
const sliceMilliseconds = 4;

/** Call what it answers between small parts of a long work. `pause` has to let others have their turn. */
export function inSlices(pause: () => Promise<void> = nextTurn): () => Promise<void> {
  let began = performance.now();
  return async () => {
    if (performance.now() - began < sliceMilliseconds) return;
    await pause();
    began = performance.now();
  };
}

/**
 * As `inSlices`, for whoever doesn't know whose work it is a part of: what it answers waits where this thread has been at work, and has
 * let nobody else in, for so long since it was called first.
 */
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
