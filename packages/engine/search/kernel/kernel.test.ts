import { createHash } from 'node:crypto';
import { readdirSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { setFlagsFromString } from 'node:v8';
import { runInNewContext } from 'node:vm';
import { setImmediate as nextTurn } from 'node:timers/promises';
import { expect, it, vi } from 'vitest';
import { randomNumbers } from '#engine/testing/catalogue.ts';
import { compareKernel } from '#engine/testing/compare-kernel.ts';
import compiled from './kernel-binary.json' with { type: 'json' };
import { KernelMemory } from './kernel-memory.ts';
import { Kernel } from './kernel.ts';

const newKernel = (): Kernel => new Kernel(KernelMemory.of(1_000_000)!);

/** Ends after garbage was collected and finalisers have run. */
async function collected(): Promise<void> {
  setFlagsFromString('--expose-gc');
  (runInNewContext('gc') as () => void)();
  await nextTurn();
  await nextTurn();
}

it('arrays of a kernel stand apart, are empty, and are found by their address', () => {
  const kernel = newKernel();
  const arrays = [kernel.uint8(3), kernel.uint16(70), kernel.uint32(0), kernel.int32(5), kernel.uint8(2_000_000)];
  for (const [index, array] of arrays.entries()) {
    expect(kernel.addressOf(array) % 64).toBe(0);
    expect(array.every((value) => value === 0)).toBe(true);
    array.fill(index + 1);
  }
  expect(arrays.map((array, index) => array.every((value) => value === index + 1))).toEqual([true, true, true, true, true]);
  expect(kernel.addressOf(new Uint8Array(10))).toBe(0);
});

it('kernels of one memory find shared arrays by key, up to its maximum', () => {
  const memory = KernelMemory.of(1_000_000, 2)!;
  const [one, other] = [new Kernel(memory), new Kernel(new KernelMemory(memory.shared))];
  const array = one.sharedArray('weights', 1_000)!;
  array[999] = 7;
  expect(other.sharedArray('weights', 1_000)![999]).toBe(7);
  expect(other.addressOf(other.sharedArray('weights', 1_000)!)).toBe(one.addressOf(array));
  expect(other.sharedArray('others', 1_000)!.every((value) => value === 0)).toBe(true);
  expect(one.sharedArray('a third', 1_000)).toBeNull();
  expect(newKernel().sharedArray('weights', 1_000)).toBeNull();
});

it('a memory has room for as much as its addresses reach, and no more', () => {
  const memory = KernelMemory.of(0)!;
  expect(memory.take(2 ** 31)).toBeGreaterThan(0);
  expect(memory.take(2 ** 31)).toBeNull();
  expect(memory.take(1_000)).toBeGreaterThan(2 ** 31);
  expect(KernelMemory.of(2 ** 31)).toBeNull();
});

it('where the system gives no such memory, there is none, and no error', () => {
  const refusing = vi.spyOn(WebAssembly, 'Memory').mockImplementation(function refuse() {
    throw new RangeError('WebAssembly.Memory(): could not allocate memory');
  });
  expect(KernelMemory.of(1_000)).toBeNull();
  refusing.mockRestore();
});

it('arrays that nobody has any more go back, and what is made of them is empty', async () => {
  const kernel = newKernel();
  const size = 100_000;
  const addresses = new Set<number>();
  for (let round = 0; round < 200; round += 1) {
    const array = kernel.uint8(size);
    expect(array.every((value) => value === 0)).toBe(true);
    addresses.add(kernel.addressOf(array.fill(1)));
    if (round % 20 === 19) await collected();
  }
  expect(addresses.size).toBeLessThan(100);
});

it('bytes that are given back at once make room for others, and only once', async () => {
  const kernel = newKernel();
  const first = kernel.reserved(5_000).fill(1);
  kernel.release(first);
  kernel.release(first);
  const [second, third] = [kernel.uint32(1_250), kernel.uint8(5_000)];
  expect(kernel.addressOf(second)).toBe(kernel.addressOf(first));
  expect(kernel.addressOf(third)).not.toBe(kernel.addressOf(first));
  expect(second.every((value) => value === 0)).toBe(true);
  kernel.release(new Uint8Array(5_000));
  await collected();
  expect(kernel.addressOf(kernel.uint8(5_000))).not.toBe(kernel.addressOf(first));
});

// Random plans compare everything else with the plain code; they have no column with more than 65,536 values.
it('counts and places wide ordinals like narrow ones', () => {
  const [docCount, valueCount] = [500, 30];
  const random = randomNumbers(7);
  const singles = Array.from({ length: docCount }, () => Math.floor(random() * (valueCount + 1)));
  const lists = singles.map(() => Array.from({ length: Math.floor(random() * 4) }, () => Math.floor(random() * valueCount)));
  const results = (['uint16', 'uint32'] as const).map((width) => {
    const kernel = newKernel();
    const { code } = kernel;
    const put = (make: 'uint16' | 'uint32', values: readonly number[]): number => {
      const array = kernel[make](values.length);
      array.set(values);
      return kernel.addressOf(array);
    };
    const isNarrow = width === 'uint16';
    const docs = put('uint16', [...singles.keys()]);
    const places = put(
      'uint32',
      Array.from({ length: valueCount }, (_, ordinal) => valueCount - ordinal),
    );
    let end = 0;
    const starts = put('uint32', [0, ...lists.map(({ length }) => (end += length))]);
    const [single, list] = [put(width, singles), put(width, lists.flat())];
    const [counts, counted, placed] = [kernel.int32(valueCount + 2), kernel.uint32(valueCount + 2), kernel.int32(docCount)];
    const [countsAt, countedAt] = [kernel.addressOf(counts), kernel.addressOf(counted)];
    const [tallySingles, tallyLists, placeByValue] = isNarrow
      ? [code.tallySingles16, code.tallyLists16, code.placeByValue16]
      : [code.tallySingles32, code.tallyLists32, code.placeByValue32];
    let length = tallySingles(docs, docCount, single, places, countsAt, countedAt, 0);
    length = tallyLists(docs, docCount, starts, list, places, countsAt, countedAt, length);
    const tallied = [...counts];
    code.clear(countedAt, length, countsAt);
    placeByValue(single, docCount, places, 41, -1, kernel.addressOf(placed));
    const items = put('uint32', [...singles.keys()]);
    const groups = put(
      'uint32',
      singles.map((_, doc) => doc >> 1),
    );
    const grouped = [single, list].map((ordinals) => {
      const column = put('uint32', [ordinals, ordinals === list ? starts : 0, places, Number(isNarrow)]);
      const tallies = kernel.addressOf(kernel.uint32(2 * (valueCount + 2)));
      const found = code.tallyGroups(items, groups, docCount, column, tallies, countsAt, countedAt);
      const inGroups = [...counts];
      code.clear(countedAt, found, countsAt);
      return inGroups;
    });
    return { tallied, placed: [...placed], grouped };
  });
  expect(results[1]).toEqual(results[0]);
  expect(results[0]!.tallied.reduce((sum, count) => sum + count, 0)).toBe(
    singles.filter((ordinal) => ordinal > 0).length + lists.flat().length,
  );
});

it('the kernel is compiled from its source as it is now; otherwise run `npm run kernel`', () => {
  const hash = createHash('sha256');
  const folder = path.join(import.meta.dirname, 'assembly');
  for (const name of readdirSync(folder).toSorted()) if (name.endsWith('.ts')) hash.update(readFileSync(path.join(folder, name)));
  expect(compiled.sourceDigest).toBe(hash.digest('hex'));
});

it('a kernel answers 500 random plans like the plain code, while items change', async () => {
  expect.hasAssertions();
  await compareKernel(500, 5, 5);
});
