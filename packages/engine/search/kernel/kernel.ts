import { collectSoon } from '#engine/index/collect-garbage.ts';
import { garbageBytes as usualGarbageBytes, garbageShare, mostGarbageBytes } from '#engine/index/limits.ts';
import compiled from './kernel-binary.json' with { type: 'json' };
import { type KernelMemory, roundedUp } from './kernel-memory.ts';
import type { Room } from '#engine/index/segment/arrays.ts';

type Numbers<Length extends number, Taken extends number[] = []> = Taken['length'] extends Length
  ? Taken
  : Numbers<Length, [...Taken, number]>;

export interface KernelCode {
  scoreTable(...taken: Numbers<4>): void;
  add(...taken: Numbers<5>): void;
  addMarked(...taken: Numbers<7>): void;
  addBest(...taken: Numbers<6>): void;
  endBest(...taken: Numbers<5>): void;
  placeAlike(...taken: Numbers<2>): void;
  placeByRank(...taken: Numbers<4>): void;
  placeByValue16(...taken: Numbers<6>): void;
  placeByValue32(...taken: Numbers<6>): void;
  matched(...taken: Numbers<7>): number;
  scan(...taken: Numbers<12>): number;
  gather(...taken: Numbers<13>): number;
  mark(...taken: Numbers<4>): void;
  indexList(...taken: Numbers<7>): void;
  takeStrong(...taken: Numbers<6>): number;
  addIndexed(...taken: Numbers<8>): void;
  addSought(...taken: Numbers<8>): void;
  and(...taken: Numbers<4>): void;
  or(...taken: Numbers<4>): void;
  startCounting(...taken: Numbers<3>): void;
  countIn(...taken: Numbers<3>): void;
  include(...taken: Numbers<4>): number;
  bitCount(...taken: Numbers<2>): number;
  missesOf(...taken: Numbers<5>): number;
  pack(...taken: Numbers<4>): void;
  expandTable(...taken: Numbers<1>): void;
  expand(...taken: Numbers<4>): number;
  copy(...taken: Numbers<3>): void;
  fill(...taken: Numbers<2>): void;
  impacts(...taken: Numbers<13>): void;
  strengthen(...taken: Numbers<4>): number;
  united(...taken: Numbers<4>): void;
  tallySingles16(...taken: Numbers<7>): number;
  tallySingles32(...taken: Numbers<7>): number;
  tallyLists16(...taken: Numbers<8>): number;
  tallyLists32(...taken: Numbers<8>): number;
  countSingles(...taken: Numbers<4>): void;
  countLists(...taken: Numbers<5>): void;
  merge(...taken: Numbers<6>): number;
  pick(...taken: Numbers<6>): number;
  addPlaces(...taken: Numbers<4>): void;
  expandPlaces(...taken: Numbers<7>): number;
  tallyGroups(...taken: Numbers<7>): number;
  clear(...taken: Numbers<3>): void;
  differences(...taken: Numbers<6>): void;
  fewDifferences(...taken: Numbers<4>): number;
  products(...taken: Numbers<6>): void;
}

interface Block {
  readonly address: number;
  readonly size: number;
}

type NumberArray = Uint8Array | Uint16Array | Uint32Array | Int32Array | Float64Array;
type Constructor<Made> = new (buffer: SharedArrayBuffer, offset: number, length: number) => Made;

let module: WebAssembly.Module | undefined;
const kernelModule = (): WebAssembly.Module => (module ??= new WebAssembly.Module(Buffer.from(compiled.base64, 'base64')));

/** Blocks come in these sizes, so that one that is given back fits another: 64, 96, 128, 192, 256 … */
function sizeClass(length: number): number {
  const least = roundedUp(Math.max(1, length));
  const power = 2 ** Math.ceil(Math.log2(least));
  return roundedUp(least <= power * 0.75 ? power * 0.75 : power);
}

/** One thread's kernel over a generation's memory. Arrays return their blocks when they are collected. */
export class Kernel implements Room {
  readonly code: KernelCode;
  readonly #memory: KernelMemory;
  readonly #garbageBytes: number;
  readonly #free = new Map<number, number[]>();
  readonly #gone = new FinalizationRegistry<Block>((block) => this.#giveBack(block));
  /** The memory has another object as its buffer whenever it has grown; arrays on the older ones stay good. */
  readonly #buffers = new Set<ArrayBufferLike>();
  #madeBytes = 0;

  constructor(memory: KernelMemory, garbageBytes = usualGarbageBytes) {
    this.#memory = memory;
    this.#garbageBytes = garbageBytes;
    this.code = new WebAssembly.Instance(kernelModule(), { env: { memory: memory.shared } }).exports as KernelCode;
  }

  uint8(length: number): Uint8Array {
    return this.#made(Uint8Array, length, 1) ?? new Uint8Array(length);
  }

  uint16(length: number): Uint16Array {
    return this.#made(Uint16Array, length, 2) ?? new Uint16Array(length);
  }

  uint32(length: number): Uint32Array {
    return this.#made(Uint32Array, length, 4) ?? new Uint32Array(length);
  }

  int32(length: number): Int32Array {
    return this.#made(Int32Array, length, 4) ?? new Int32Array(length);
  }

  float64(length: number): Float64Array {
    return this.#made(Float64Array, length, 8) ?? new Float64Array(length);
  }

  /** The same array in all threads, never freed. null: not available; allocate a private one. */
  sharedArray(key: string, length: number): Uint8Array | null {
    const address = this.#memory.sharedArray(key, length);
    return address === null ? null : new Uint8Array(this.#buffer(), address, length);
  }

  reserved(length: number): Uint8Array {
    const bytes = this.uint8(length);
    if (this.addressOf(bytes) !== 0) this.#madeBytes -= sizeClass(length);
    return bytes;
  }

  #made<Made extends NumberArray>(Type: Constructor<Made>, length: number, unit: number): Made | null {
    const size = sizeClass(length * unit);
    const address = this.#take(size);
    if (address === null) return null;
    const array = new Type(this.#buffer(), address, length);
    this.#gone.register(array, { address, size }, array);
    this.#madeBytes += size;
    // V8 counts none of it, so it would not look by itself.
    if (this.#madeBytes > this.#mostMadeBytes) {
      this.#madeBytes = 0;
      collectSoon('major');
    }
    return array;
  }

  get #mostMadeBytes(): number {
    const share = this.#memory.shared.buffer.byteLength * garbageShare;
    return Math.max(this.#garbageBytes, Math.min(mostGarbageBytes, share));
  }

  #take(size: number): number | null {
    const known = this.#free.get(size)?.pop();
    if (known === undefined) return this.#memory.take(size);
    this.code.fill(known, size);
    return known;
  }

  #giveBack({ address, size }: Block): void {
    const free = this.#free.get(size);
    if (free === undefined) this.#free.set(size, [address]);
    else free.push(address);
  }

  /** Takes held bytes back, from who alone knows them and never uses them again. */
  release(bytes: Uint8Array): void {
    if (this.#gone.unregister(bytes)) this.#giveBack({ address: bytes.byteOffset, size: sizeClass(bytes.byteLength) });
  }

  #buffer(): SharedArrayBuffer {
    const { buffer } = this.#memory.shared;
    this.#buffers.add(buffer);
    return buffer;
  }

  seen({ byteOffset, length }: Uint8Array): Uint8Array {
    return new Uint8Array(this.#buffer(), byteOffset, length);
  }

  addressOf(array: NumberArray): number {
    const { buffer } = array;
    if (!this.#buffers.has(buffer) && buffer !== this.#buffer()) return 0;
    return array.byteOffset;
  }
}
