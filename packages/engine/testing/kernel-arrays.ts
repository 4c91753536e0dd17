import { Kernel } from '#engine/search/kernel/kernel.ts';
import { KernelMemory } from '#engine/search/kernel/kernel-memory.ts';
import { randomNumbers } from './catalogue.ts';

/** Items of the segment that is made up. No whole number of words. */
export const docCount = 1_000;
export const words = 16;
export const items = words * 64;

export const newKernel = (): Kernel => new Kernel(KernelMemory.of(1_000_000)!);

export const random = randomNumbers(7);
export const drawn = (share: number): number[] =>
  Array.from({ length: docCount }, (_, doc) => doc).filter(() => random() < share);

/** A list of postings in the kernel's memory, a table, and what stands there. */
export function listIn(kernel: Kernel, share: number) {
  const docs = drawn(share);
  const impacts = docs.map(() => Math.floor(random() * 256));
  const table = Array.from({ length: 256 }, (_, impact) => impact * 3);
  const [docsArray, impactsArray, tableArray] = [kernel.uint16(docs.length), kernel.uint8(docs.length), kernel.int32(256)];
  docsArray.set(docs);
  impactsArray.set(impacts);
  tableArray.set(table);
  const units = new Map(docs.map((doc, at) => [doc, table[impacts[at]!]!]));
  const address = {
    docs: kernel.addressOf(docsArray),
    impacts: kernel.addressOf(impactsArray),
    table: kernel.addressOf(tableArray),
  };
  return { units, count: docs.length, ...address, arrays: [docsArray, impactsArray, tableArray] };
}

export type KernelList = ReturnType<typeof listIn>;

/** A set of items in the kernel's memory, and what is in it. */
export function bitmapIn(kernel: Kernel, docs: readonly number[]) {
  const bits = kernel.uint8(words * 8);
  for (const doc of docs) bits[doc >> 3]! |= 1 << (doc & 7);
  return { bits, at: kernel.addressOf(bits), docs: new Set(docs) };
}

export const docsOf = (bits: Uint8Array): number[] =>
  Array.from({ length: bits.length * 8 }, (_, doc) => doc).filter((doc) => ((bits[doc >> 3]! >> (doc & 7)) & 1) === 1);
