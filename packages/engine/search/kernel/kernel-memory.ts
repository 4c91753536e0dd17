import { createHash } from 'node:crypto';
import { maxKernelSegmentBytes } from '#engine/index/limits.ts';

declare global {
  // oxlint-disable-next-line typescript/no-namespace
  namespace WebAssembly {
    class Memory {
      constructor(size: { readonly initial: number; readonly maximum: number; readonly shared: true });
      readonly buffer: SharedArrayBuffer;
      grow(pages: number): number;
    }
    class Module {
      constructor(bytes: Uint8Array);
    }
    class Instance {
      constructor(module: Module, imports: Readonly<Record<string, Readonly<Record<string, Memory>>>>);
      readonly exports: unknown;
    }
  }
}

const pageBytes = 65_536;
const maxPages = 65_536;
const grownPages = 16;
const blockBytes = 64;
/** Header: start of free memory, maximum number of shared arrays. Address 0 means none. */
const [freePlace, mostSharedPlace] = [0, 1];
/** Directory entry of a shared array: 64-bit hash of its key, number of its first block, padding. */
const entryNumbers = 4;
const mostShared = 256;
const firstAddress = blockBytes + mostShared * entryNumbers * Int32Array.BYTES_PER_ELEMENT;

export const roundedUp = (length: number): number => Math.ceil(length / blockBytes) * blockBytes;

export class KernelMemory {
  readonly shared: WebAssembly.Memory;
  readonly #head: Uint32Array;
  readonly #directory: Int32Array;

  constructor(shared: WebAssembly.Memory) {
    this.shared = shared;
    this.#head = new Uint32Array(shared.buffer, 0, 2);
    this.#directory = new Int32Array(shared.buffer, blockBytes, mostShared * entryNumbers);
    Atomics.compareExchange(this.#head, freePlace, 0, firstAddress);
  }

  static of(segmentBytes: number, sharedCount = 0): KernelMemory | null {
    if (segmentBytes > maxKernelSegmentBytes) return null;
    try {
      const initial = Math.ceil(segmentBytes / pageBytes) + grownPages;
      const shared = new WebAssembly.Memory({ initial, maximum: maxPages, shared: true });
      const memory = new KernelMemory(shared);
      memory.#head[mostSharedPlace] = Math.min(mostShared, sharedCount);
      return memory;
    } catch (error) {
      if (error instanceof RangeError) return null;
      throw error;
    }
  }

  /** All 0. Thread-safe. null if full. */
  take(length: number): number | null {
    const size = roundedUp(Math.max(1, length));
    for (;;) {
      const start = Atomics.load(this.#head, freePlace);
      const end = start + size;
      if (end > this.shared.buffer.byteLength && !this.#grow(end)) return null;
      if (Atomics.compareExchange(this.#head, freePlace, start, end) === start) return start;
    }
  }

  /**
   * Address of the array with this key, the same in all threads; never freed. null if the memory or the directory is full, or while another
   * thread allocates it.
   */
  sharedArray(key: string, length: number): number | null {
    const hash = createHash('md5').update(key).digest();
    const [first, second] = [hash.readInt32LE(0) | 1, hash.readInt32LE(Int32Array.BYTES_PER_ELEMENT)];
    const directory = this.#directory;
    for (let at = 0, end = this.#head[mostSharedPlace]! * entryNumbers; at < end; at += entryNumbers) {
      if (Atomics.compareExchange(directory, at, 0, first) === 0) {
        const address = this.take(length);
        Atomics.store(directory, at + 1, second);
        Atomics.store(directory, at + 2, (address ?? 0) / blockBytes);
        return address;
      }
      if (Atomics.load(directory, at) !== first) continue;
      const address = Atomics.load(directory, at + 2) * blockBytes;
      return address === 0 || Atomics.load(directory, at + 1) !== second ? null : address;
    }
    return null;
  }

  bytes(length: number): Uint8Array {
    const address = this.take(length);
    if (address === null) throw new RangeError('A segment is larger than what its memory was made for.');
    return new Uint8Array(this.shared.buffer, address, length);
  }

  #grow(end: number): boolean {
    const missing = Math.ceil((end - this.shared.buffer.byteLength) / pageBytes);
    const left = maxPages - this.shared.buffer.byteLength / pageBytes;
    if (missing > left) return false;
    try {
      this.shared.grow(Math.min(left, Math.max(missing, grownPages)));
      return true;
    } catch (error) {
      if (error instanceof RangeError) return false;
      throw error;
    }
  }
}
