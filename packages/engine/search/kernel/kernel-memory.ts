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
/** The first block of all says where free memory begins. Nothing else has an address that low, so 0 stands for none. */
const firstAddress = blockBytes;

export const roundedUp = (length: number): number => Math.ceil(length / blockBytes) * blockBytes;

export class KernelMemory {
  readonly shared: WebAssembly.Memory;
  readonly #free: Uint32Array;

  constructor(shared: WebAssembly.Memory) {
    this.shared = shared;
    this.#free = new Uint32Array(shared.buffer, 0, 1);
    Atomics.compareExchange(this.#free, 0, 0, firstAddress);
  }

  static of(segmentBytes: number): KernelMemory | null {
    if (segmentBytes > maxKernelSegmentBytes) return null;
    try {
      const initial = Math.ceil(segmentBytes / pageBytes) + grownPages;
      const shared = new WebAssembly.Memory({ initial, maximum: maxPages, shared: true });
      return new KernelMemory(shared);
    } catch (error) {
      if (error instanceof RangeError) return null;
      throw error;
    }
  }

  /** All 0. Thread-safe. null if full. */
  take(length: number): number | null {
    const size = roundedUp(Math.max(1, length));
    for (;;) {
      const start = Atomics.load(this.#free, 0);
      const end = start + size;
      if (end > this.shared.buffer.byteLength && !this.#grow(end)) return null;
      if (Atomics.compareExchange(this.#free, 0, start, end) === start) return start;
    }
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
