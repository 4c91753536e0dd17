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
/** The first block says where free memory begins and how many arrays may be kept. Nothing else has an address that low, so 0 stands for none. */
const [freePlace, mostKeptPlace] = [0, 1];
/** Per kept array: two halves of a hash, and the number of its first block. */
const keptNumbers = 4;
const mostKept = 256;
const firstAddress = blockBytes + mostKept * keptNumbers * Int32Array.BYTES_PER_ELEMENT;

export const roundedUp = (length: number): number => Math.ceil(length / blockBytes) * blockBytes;

export class KernelMemory {
  readonly shared: WebAssembly.Memory;
  readonly #head: Uint32Array;
  readonly #kept: Int32Array;

  constructor(shared: WebAssembly.Memory) {
    this.shared = shared;
    this.#head = new Uint32Array(shared.buffer, 0, 2);
    this.#kept = new Int32Array(shared.buffer, blockBytes, mostKept * keptNumbers);
    Atomics.compareExchange(this.#head, freePlace, 0, firstAddress);
  }

  static of(segmentBytes: number, keptCount = 0): KernelMemory | null {
    if (segmentBytes > maxKernelSegmentBytes) return null;
    try {
      const initial = Math.ceil(segmentBytes / pageBytes) + grownPages;
      const shared = new WebAssembly.Memory({ initial, maximum: maxPages, shared: true });
      const memory = new KernelMemory(shared);
      memory.#head[mostKeptPlace] = Math.min(mostKept, keptCount);
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
   * Address of an array that all threads find by its key, for as long as the memory lasts. null if full, if enough are kept, or while
   * another thread takes it.
   */
  kept(key: string, length: number): number | null {
    const hash = createHash('md5').update(key).digest();
    const [first, second] = [hash.readInt32LE(0) | 1, hash.readInt32LE(Int32Array.BYTES_PER_ELEMENT)];
    const kept = this.#kept;
    for (let at = 0, end = this.#head[mostKeptPlace]! * keptNumbers; at < end; at += keptNumbers) {
      if (Atomics.compareExchange(kept, at, 0, first) === 0) {
        const address = this.take(length);
        Atomics.store(kept, at + 1, second);
        Atomics.store(kept, at + 2, (address ?? 0) / blockBytes);
        return address;
      }
      if (Atomics.load(kept, at) !== first) continue;
      const address = Atomics.load(kept, at + 2) * blockBytes;
      return address === 0 || Atomics.load(kept, at + 1) !== second ? null : address;
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
