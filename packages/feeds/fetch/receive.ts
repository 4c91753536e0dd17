import type { Agent, Dispatcher } from 'undici';
import { FeedError } from '#feeds/feed-error.ts';
import { bodyFailure, timeoutFailure } from './fetch-failures.ts';
import type { FetchLimits } from '#feeds/limits.ts';

export interface Progress {
  readonly receivedBytes: number;
  readonly totalBytes: number | null;
}

export interface ReceiveOptions {
  readonly host: string;
  readonly agent: Agent;
  readonly totalBytes: number | null;
  readonly limits: FetchLimits;
  readonly signal: AbortSignal;
  readonly callerSignal?: AbortSignal;
  readonly onProgress?: (progress: Progress) => void;
}

/**
 * The body as it comes over the wire, watched for size, speed and an early end. Closes the connection when the reader stops.
 * @throws FeedError `tooLarge` at once when the host announces too much; the rest while reading.
 */
export function receive(body: Dispatcher.ResponseData['body'], options: ReceiveOptions): AsyncIterable<Uint8Array> {
  const { maxDownloadBytes } = options.limits;
  if ((options.totalBytes ?? 0) > maxDownloadBytes) throw new FeedError('tooLarge', { maxBytes: maxDownloadBytes });
  return watched(body, options);
}

async function* watched(body: Dispatcher.ResponseData['body'], options: ReceiveOptions): AsyncGenerator<Uint8Array> {
  const { limits, totalBytes } = options;
  let receivedBytes = 0;
  // Only time spent waiting for the host counts, so that a slow reader doesn't make a host look slow.
  let waitedMs = 0;
  const iterator = body[Symbol.asyncIterator]() as AsyncIterator<Uint8Array>;
  try {
    for (;;) {
      const askedAt = performance.now();
      const next = await iterator.next();
      waitedMs += performance.now() - askedAt;
      if (next.done) break;
      receivedBytes += next.value.length;
      if (receivedBytes > limits.maxDownloadBytes) throw new FeedError('tooLarge', { maxBytes: limits.maxDownloadBytes });
      if (waitedMs > limits.slowAfterMs && receivedBytes < (waitedMs / 1000) * limits.minBytesPerSecond)
        throw timeoutFailure(options.host);
      options.onProgress?.({ receivedBytes, totalBytes });
      yield next.value;
    }
    if (totalBytes !== null && receivedBytes < totalBytes) throw new Error('The body is shorter than its announced length.');
  } catch (error) {
    throw bodyFailure(options.signal.reason ?? error, options.host, options.callerSignal);
  } finally {
    body.on('error', () => undefined);
    body.destroy();
    await options.agent.destroy();
  }
}
