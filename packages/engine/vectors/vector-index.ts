import { Kernel } from '#engine/search/kernel/kernel.ts';
import { KernelMemory } from '#engine/search/kernel/kernel-memory.ts';
import { dimensionsOf, scaleBytes, type StoredVector } from './vector.ts';

const rowsPerBlock = 4_096;
/** Rows of bits and bytes end at a multiple of 16 bytes. */
const bitsPerRow = 128;
/** So many times as many candidates as results are scored, and at least `leastCandidates`: bits order them roughly. */
const candidatesPerResult = 8;
const leastCandidates = 400;
const farAway = 0xffff;
/** Scale of a removed vector. */
const gone = 0;

interface Block {
  /** One bit per dimension: above the middle or not. */
  readonly bits: Uint8Array;
  readonly bytes: Int8Array;
  readonly differences: Uint16Array;
}

export interface NearVector {
  readonly id: string;
  /** Cosine. */
  readonly similarity: number;
}

function meanOf(sample: readonly StoredVector[], dimensions: number): Float32Array {
  const mean = new Float32Array(dimensions);
  for (const stored of sample) {
    const share = stored.readFloatLE() / sample.length;
    for (let at = 0; at < dimensions; at++) mean[at]! += stored.readInt8(scaleBytes + at) * share;
  }
  return mean;
}

/** Vectors of one collection: bits find candidates, bytes score them. Changes cost no more than their vectors. */
export class VectorIndex {
  readonly dimensions: number;
  readonly #memory: KernelMemory;
  readonly #kernel: Kernel;
  readonly #middle: Float32Array;
  readonly #rowBits: number;
  readonly #rowBytes: number;
  readonly #query: Block;
  readonly #blocks: Block[] = [];
  readonly #ids: string[] = [];
  readonly #scales: number[] = [];
  readonly #rows = new Map<string, number>();
  /** Rows by number of differences. */
  readonly #counts: Uint32Array;
  readonly #list: Uint16Array;
  readonly #products: Int32Array;

  private constructor(dimensions: number, memory: KernelMemory, sample: readonly StoredVector[]) {
    this.dimensions = dimensions;
    this.#middle = meanOf(sample, dimensions);
    this.#memory = memory;
    this.#kernel = new Kernel(memory);
    this.#rowBytes = Math.ceil(dimensions / bitsPerRow) * bitsPerRow;
    this.#rowBits = this.#rowBytes / 8;
    this.#query = this.#block(1);
    this.#counts = this.#kernel.uint32(this.#rowBytes + 1);
    this.#list = this.#kernel.uint16(rowsPerBlock);
    this.#products = this.#kernel.int32(rowsPerBlock);
  }

  /** Directions that the sample shares tell vectors apart no more. null where the system refuses the address space. */
  static of(dimensions: number, sample: readonly StoredVector[]): VectorIndex | null {
    const memory = KernelMemory.of(0);
    return memory === null ? null : new VectorIndex(dimensions, memory, sample);
  }

  get size(): number {
    return this.#ids.length;
  }

  #block(rows: number): Block {
    const bits = this.#memory.bytes(rows * this.#rowBits);
    const bytes = this.#memory.bytes(rows * this.#rowBytes);
    const differences = this.#memory.bytes(rows * Uint16Array.BYTES_PER_ELEMENT);
    const counted = new Uint16Array(differences.buffer, differences.byteOffset, rows);
    return {
      bits,
      bytes: new Int8Array(bytes.buffer, bytes.byteOffset, bytes.length),
      // Rows that aren't there are far away.
      differences: counted.fill(farAway),
    };
  }

  #write({ bits, bytes }: Block, row: number, stored: StoredVector): number {
    const [firstBit, firstByte] = [row * this.#rowBits, row * this.#rowBytes];
    const scale = stored.readFloatLE();
    bits.fill(0, firstBit, firstBit + this.#rowBits);
    for (let at = 0; at < this.dimensions; at++) {
      const value = stored.readInt8(scaleBytes + at);
      bytes[firstByte + at] = value;
      if (value * scale > this.#middle[at]!) bits[firstBit + (at >> 3)]! |= 1 << (at & 7);
    }
    return scale;
  }

  /** Ignores a vector of other dimensions. */
  set(id: string, stored: StoredVector): void {
    if (dimensionsOf(stored) !== this.dimensions) return;
    const row = this.#rows.get(id) ?? this.#ids.length;
    if (row === this.#ids.length) {
      this.#rows.set(id, row);
      this.#ids.push(id);
    }
    const block = (this.#blocks[Math.floor(row / rowsPerBlock)] ??= this.#block(rowsPerBlock));
    this.#scales[row] = this.#write(block, row % rowsPerBlock, stored);
  }

  remove(id: string): void {
    const row = this.#rows.get(id);
    // Its place is for a vector of the same item.
    if (row !== undefined) this.#scales[row] = gone;
  }

  /** Nearest first, of at least this similarity. */
  nearest(query: StoredVector, count: number, least: number): NearVector[] {
    if (dimensionsOf(query) !== this.dimensions) return [];
    const scale = this.#write(this.#query, 0, query);
    const most = this.#mostDifferences(Math.max(leastCandidates, count * candidatesPerResult));
    const { code } = this.#kernel;
    const [asked, list, sums] = [this.#query.bytes.byteOffset, this.#list.byteOffset, this.#products.byteOffset];
    const found: NearVector[] = [];
    for (const [at, { bytes, differences }] of this.#blocks.entries()) {
      const listed = code.fewDifferences(differences.byteOffset, this.#rowsOf(at), most, list);
      code.products(asked, bytes.byteOffset, list, listed, this.#rowBytes, sums);
      for (let place = 0; place < listed; place++) {
        const row = at * rowsPerBlock + this.#list[place]!;
        const ownScale = this.#scales[row]!;
        const similarity = this.#products[place]! * scale * ownScale;
        if (similarity >= least && ownScale !== gone) found.push({ id: this.#ids[row]!, similarity });
      }
    }
    return found.sort((one, other) => other.similarity - one.similarity || (one.id < other.id ? -1 : 1)).slice(0, count);
  }

  #rowsOf(block: number): number {
    return Math.min(rowsPerBlock, this.size - block * rowsPerBlock);
  }

  /** So many that at least `wanted` rows have no more, if there are so many rows. */
  #mostDifferences(wanted: number): number {
    const counts = this.#counts.fill(0);
    const query = this.#query.bits.byteOffset;
    for (const [at, { bits, differences }] of this.#blocks.entries()) {
      const rows = this.#rowsOf(at);
      this.#kernel.code.differences(query, bits.byteOffset, rows, this.#rowBits, differences.byteOffset, counts.byteOffset);
    }
    let most = 0;
    for (let sum = counts[0]!; sum < wanted && most < this.#rowBytes; sum += counts[++most]!);
    return most;
  }
}
