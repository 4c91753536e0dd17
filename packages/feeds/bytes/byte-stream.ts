export type Bytes = AsyncIterable<Uint8Array>;

export interface PeekedBytes {
  /** The first bytes, fewer than asked for only when the stream is shorter. */
  readonly head: Uint8Array;
  readonly isWhole: boolean;
  /** The whole stream, the head included. Can be read once. */
  readonly bytes: Bytes;
  /** Closes the source, for a stream that is not read any further. */
  close(): Promise<void>;
}

/** Reads at least `count` bytes ahead, or all there are, without consuming them. */
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
    // Closing the source ends its connection or file when the reader stops early.
    await rest.return?.();
  }
}

/** A stream of one chunk, for uploads and samples that are in memory already. */
export async function* bytesOf(...chunks: readonly (Uint8Array | string)[]): AsyncGenerator<Uint8Array> {
  for (const chunk of chunks) yield typeof chunk === 'string' ? Buffer.from(chunk) : chunk;
}
