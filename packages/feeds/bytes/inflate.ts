import { createInflateRaw, type InflateRaw } from 'node:zlib';
import { FeedError } from '#feeds/feed-error.ts';
import type { ZipInput } from './zip-input.ts';

/** What is given at once unpacks to a few megabytes at most, which are then measured before more is given. */
const pieceBytes = 4096;

/**
 * Unpacks what was packed with deflate. The packed bytes say themselves where they end; what stands behind stays in the input.
 * @throws FeedError `cutArchive`
 */
export async function* inflated(input: ZipInput): AsyncGenerator<Uint8Array> {
  const inflater = createInflateRaw();
  let unpacked: Uint8Array[] = [];
  let givenBytes = 0;
  inflater.on('data', (chunk: Uint8Array) => void unpacked.push(chunk));
  const end = Promise.withResolvers<void>();
  inflater.once('end', end.resolve).once('error', end.reject);
  // Whoever waits hears of it; nobody may be waiting yet.
  end.promise.catch(() => undefined);
  try {
    for (let isOver = false; !isOver;) {
      const piece = await input.next(pieceBytes);
      if (piece === null) throw new FeedError('cutArchive');
      givenBytes += piece.length;
      await Promise.race([written(inflater, piece), end.promise]);
      const leftBytes = givenBytes - inflater.bytesWritten;
      isOver = leftBytes > 0;
      if (isOver) {
        input.giveBack(piece.subarray(piece.length - leftBytes));
        await end.promise;
      }
      const ready = unpacked;
      unpacked = [];
      yield* ready;
    }
  } finally {
    inflater.destroy();
  }
}

function written(inflater: InflateRaw, piece: Uint8Array): Promise<void> {
  return new Promise((resolve) => void inflater.write(piece, () => resolve()));
}
