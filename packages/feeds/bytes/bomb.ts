import { FeedError } from '#feeds/feed-error.ts';
import type { UnpackLimits } from '#feeds/limits.ts';

/** @throws FeedError `unpackedTooLarge`, `bomb` for what unpacks to more than any real feed does. */
export function refuseBomb(receivedBytes: number, unpackedBytes: number, limits: UnpackLimits): void {
  if (unpackedBytes > limits.maxBytes) throw new FeedError('unpackedTooLarge', { maxBytes: limits.maxBytes });
  if (unpackedBytes > limits.ratioFreeBytes && unpackedBytes > receivedBytes * limits.maxRatio) {
    throw new FeedError('bomb', { maxRatio: limits.maxRatio });
  }
}
