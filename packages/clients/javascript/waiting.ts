/** Resolves after so long, and rejects with the signal's reason once it is aborted. */
export function wait(milliseconds: number, signal?: AbortSignal): Promise<void> {
  return new Promise((resolve, reject) => {
    const end = (): void => {
      signal?.removeEventListener('abort', stop);
      resolve();
    };
    const timer = setTimeout(end, milliseconds);
    const stop = (): void => {
      clearTimeout(timer);
      reject(signal?.reason as Error);
    };
    if (signal?.aborted) stop();
    else signal?.addEventListener('abort', stop, { once: true });
  });
}

const firstWaitMilliseconds = 200;
const longestWaitMilliseconds = 3_000;

/**
 * How long to wait before the try after `tried` ones: twice as long each time, and a random part of it, so that the pages that lost a
 * server don't all come back at once (full jitter, as the AWS Architecture Blog calls it).
 */
export const backoffMilliseconds = (tried: number, random = Math.random()): number =>
  Math.min(longestWaitMilliseconds, firstWaitMilliseconds * 2 ** (tried - 1)) * (0.5 + random / 2);
