import { createHash } from 'node:crypto';

/** Smaller sets are exact; larger ones are estimated with a standard error of 1/√k, 0.8 %. */
export const mostKept = 16_384;
const hashBytes = 6;
const hashRange = 2 ** (8 * hashBytes);
/** As `sealing.hash` writes it; 8 letters are 6 bytes. */
const hashed = /^[\w-]{16}$/;

export interface VisitorCount {
  readonly count: number;
  readonly isEstimated: boolean;
}

const hashOf = (visitor: string): number =>
  (hashed.test(visitor)
    ? Buffer.from(visitor.slice(0, 8), 'base64url')
    : createHash('sha256').update(visitor).digest()
  ).readUIntBE(0, hashBytes);

/** Distinct visitors as the k smallest of their hashes (Beyer et al.: On Synopses for Distinct-Value Estimation, SIGMOD 2007). */
export class VisitorSet {
  #hashes = new Set<number>();
  /** Greater hashes are none of the k smallest. */
  #limit = Infinity;

  add(visitor: string): void {
    this.#addHash(hashOf(visitor));
  }

  #addHash(hash: number): void {
    if (hash > this.#limit) return;
    this.#hashes.add(hash);
    if (this.#hashes.size >= 2 * mostKept) this.#smallest();
  }

  #smallest(): Float64Array {
    const smallest = Float64Array.from(this.#hashes).sort().subarray(0, mostKept);
    if (smallest.length < this.#hashes.size) {
      this.#hashes = new Set(smallest);
      this.#limit = smallest.at(-1)!;
    }
    return smallest;
  }

  /** Adds what `packed` returned. */
  addPacked(text: string): void {
    const bytes = Buffer.from(text, 'base64');
    for (let at = 0; at < bytes.length; at += hashBytes) {
      const hash = bytes.readUIntBE(at, hashBytes);
      if (hash > this.#limit) return;
      this.#addHash(hash);
    }
  }

  /** The hashes in ascending order, as base64. */
  packed(): string {
    const hashes = this.#smallest();
    const bytes = Buffer.alloc(hashes.length * hashBytes);
    for (const [at, hash] of hashes.entries()) bytes.writeUIntBE(hash, at * hashBytes, hashBytes);
    return bytes.toString('base64');
  }

  count(): VisitorCount {
    const hashes = this.#smallest();
    if (hashes.length < mostKept) return { count: hashes.length, isEstimated: false };
    return { count: Math.round(((mostKept - 1) * hashRange) / hashes.at(-1)!), isEstimated: true };
  }
}
