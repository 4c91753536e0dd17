import { FeedError } from '#feeds/feed-error.ts';
import type { UnpackLimits } from '#feeds/limits.ts';

export type Bytes = AsyncIterable<Uint8Array>;

export interface PeekedBytes {
  readonly head: Uint8Array;
  readonly isWhole: boolean;
  readonly bytes: Bytes;
  close(): Promise<void>;
}

/** Reads at least `count` bytes ahead without consuming them. */
export async function peekBytes(source: Bytes, count: number): Promise<PeekedBytes> {
  const iterator = source[Symbol.asyncIterator]();
  const chunks: Uint8Array[] = [];
  let length = 0;
  let isWhole = false;
  while (length < count && !isWhole) {
    const next = await iterator.next();
    if (next.done) isWhole = true;
    else {
      chunks.push(next.value);
      length += next.value.length;
    }
  }
  const head = Buffer.concat(chunks, length);
  const close = async (): Promise<void> => {
    await iterator.return?.();
  };
  return { head, isWhole, bytes: replay(head, isWhole, iterator), close };
}

async function* replay(head: Uint8Array, isWhole: boolean, rest: AsyncIterator<Uint8Array>): AsyncGenerator<Uint8Array> {
  try {
    if (head.length > 0) yield head;
    if (isWhole) return;
    for (let next = await rest.next(); !next.done; next = await rest.next()) yield next.value;
  } finally {
    await rest.return?.();
  }
}

export async function* bytesOf(...chunks: readonly (Uint8Array | string)[]): AsyncGenerator<Uint8Array> {
  for (const chunk of chunks) yield typeof chunk === 'string' ? Buffer.from(chunk) : chunk;
}

/** @throws FeedError `unpackedTooLarge`, `bomb` */
export function refuseBomb(receivedBytes: number, unpackedBytes: number, limits: UnpackLimits): void {
  if (unpackedBytes > limits.maxBytes) throw new FeedError('unpackedTooLarge', { maxBytes: limits.maxBytes });
  if (unpackedBytes > limits.ratioFreeBytes && unpackedBytes > receivedBytes * limits.maxRatio) {
    throw new FeedError('bomb', { maxRatio: limits.maxRatio });
  }
}
