import type { Bytes } from './byte-stream.ts';
import { FeedError } from '#feeds/feed-error.ts';

/** Takes a stream apart by counts of bytes. What was taken too far can be given back. */
export class ZipInput {
  #rest: Uint8Array = new Uint8Array();
  readonly #source: AsyncIterator<Uint8Array>;

  constructor(bytes: Bytes) {
    this.#source = bytes[Symbol.asyncIterator]();
  }

  /** How many bytes have been taken and not given back. */
  takenBytes = 0;

  /** The next bytes, at most so many; null at the end. */
  async next(maxBytes: number): Promise<Uint8Array | null> {
    while (this.#rest.length === 0) {
      const { done, value } = await this.#source.next();
      if (done) return null;
      this.#rest = value;
    }
    const next = this.#rest.subarray(0, maxBytes);
    this.#rest = this.#rest.subarray(next.length);
    this.takenBytes += next.length;
    return next;
  }

  giveBack(bytes: Uint8Array): void {
    this.takenBytes -= bytes.length;
    this.#rest = this.#rest.length === 0 ? bytes : Buffer.concat([bytes, this.#rest]);
  }

  /** Exactly so many bytes, for what is small. @throws FeedError `cutArchive`. */
  async take(count: number): Promise<Buffer> {
    const taken: Uint8Array[] = [];
    for await (const piece of this.pieces(count)) taken.push(piece);
    return Buffer.concat(taken);
  }

  /** So many bytes, piece by piece. @throws FeedError `cutArchive`. */
  async *pieces(count: number): AsyncGenerator<Uint8Array> {
    for (let missing = count; missing > 0;) {
      const piece = await this.next(missing);
      if (piece === null) throw new FeedError('cutArchive');
      yield piece;
      missing -= piece.length;
    }
  }

  async close(): Promise<void> {
    await this.#source.return?.();
  }
}
