import { expect, it } from 'vitest';
import {
  bitmapIn,
  docCount,
  docsOf,
  drawn,
  items,
  type KernelList,
  listIn,
  newKernel,
  random,
  words,
} from '#engine/testing/kernel-arrays.ts';
import type { Kernel } from './kernel.ts';

const impactsOf = ({ arrays }: KernelList): number[] => [...arrays[1]!];

function indexOf(kernel: Kernel, { docs, impacts, count }: KernelList) {
  const [bitmap, before, atLeast] = [kernel.uint8(words * 8), kernel.uint16(words), kernel.uint32(256)];
  const at = { bitmap: kernel.addressOf(bitmap), before: kernel.addressOf(before) };
  kernel.code.indexList(docs, impacts, count, words, at.bitmap, at.before, kernel.addressOf(atLeast));
  return { ...at, atLeast, bitmapArray: bitmap, beforeArray: before };
}

it('an index says which items a list has, how many come before each word, and how strong they are', () => {
  const kernel = newKernel();
  for (const share of [0, 0.05, 0.6, 1]) {
    const list = listIn(kernel, share);
    const docs = [...list.arrays[0]!];
    const { bitmapArray, beforeArray, atLeast } = indexOf(kernel, list);
    expect(docsOf(bitmapArray)).toEqual(docs);
    expect([...beforeArray]).toEqual(Array.from({ length: words }, (_, word) => docs.filter((doc) => doc < word * 64).length));
    expect([...atLeast]).toEqual(
      Array.from({ length: 256 }, (_, least) => impactsOf(list).filter((impact) => impact >= least).length),
    );
  }
});

it('marks whom a list has with an impact that counts', () => {
  const kernel = newKernel();
  const list = listIn(kernel, 0.5);
  list.arrays[1]!.set(impactsOf(list).map((impact, at) => (at % 3 === 0 ? 0 : impact + 1)));
  const marked = bitmapIn(kernel, drawn(0.1));
  kernel.code.mark(list.docs, list.impacts, list.count, marked.at);
  const counted = [...list.arrays[0]!].filter((_, at) => impactsOf(list)[at]! > 0);
  expect(new Set(docsOf(marked.bits))).toEqual(new Set([...marked.docs, ...counted]));
});

it('takes the strong items of several lists, each once, and only pending ones', () => {
  const kernel = newKernel();
  const [pending, out] = [bitmapIn(kernel, drawn(0.7)), kernel.uint16(items)];
  const lists = [0.5, 0.03, 0.4].map((share) => listIn(kernel, share));
  const outAt = kernel.addressOf(out);
  let taken = 0;
  for (const { docs, impacts, count } of lists)
    taken += kernel.code.takeStrong(docs, impacts, count, 200, pending.at, outAt + taken * out.BYTES_PER_ELEMENT);
  const strong = lists.flatMap((list) => [...list.arrays[0]!].filter((_, at) => impactsOf(list)[at]! >= 200));
  const expected = [...new Set(strong)].filter((doc) => pending.docs.has(doc));
  expect([...out.subarray(0, taken)]).toEqual(expected);
  expect(docsOf(pending.bits)).toEqual([...pending.docs].filter((doc) => !expected.includes(doc)));
});

it.each(['addIndexed', 'addSought'] as const)('looks items up with %s as adding the lists up would score them', (way) => {
  const kernel = newKernel();
  const { code } = kernel;
  const [scores, best] = [kernel.int32(items), kernel.int32(items)];
  const [at, bestAt] = [kernel.addressOf(scores), kernel.addressOf(best)];
  const lists = [0.4, 0.02, 1, 0].map((share) => listIn(kernel, share));
  const wanted = kernel.uint16(items);
  const docs = drawn(0.3).toSorted(() => random() - 0.5);
  wanted.set(docs);
  const wantedAt = kernel.addressOf(wanted);
  for (const list of lists) {
    const { docs: docsAt, impacts, count, table } = list;
    const { bitmap, before } = indexOf(kernel, list);
    if (way === 'addIndexed') code.addIndexed(wantedAt, docs.length, bitmap, before, impacts, table, at, bestAt);
    else code.addSought(wantedAt, docs.length, docsAt, impacts, count, table, at, bestAt);
  }
  const expected = Array.from(scores, (_, doc) =>
    docs.includes(doc) ? Math.max(...lists.map(({ units }) => units.get(doc) ?? 0)) : 0,
  );
  expect([...scores]).toEqual(expected);
  expect([...best]).toEqual(expected);
});

it.each([
  [1, 0.05],
  [3, 0.2],
  [16, 0.9],
] as const)('counts in which of 16 sets an item is: in %i at least', (required, share) => {
  const kernel = newKernel();
  const counts = kernel.uint8(5 * words * 8);
  const at = kernel.addressOf(counts);
  const sets = Array.from({ length: 16 }, () => bitmapIn(kernel, drawn(share)));
  kernel.code.startCounting(at, words, 16 - required);
  for (const set of sets) kernel.code.countIn(set.at, words, at);
  const expected = Array.from({ length: docCount }, (_, doc) => doc).filter(
    (doc) => sets.filter(({ docs }) => docs.has(doc)).length >= required,
  );
  const enough = counts.subarray(4 * words * 8);
  expect(docsOf(enough)).toEqual(expected);
  expect(kernel.code.bitCount(kernel.addressOf(enough), words)).toBe(expected.length);
});

it('joins sets', () => {
  const kernel = newKernel();
  const [one, other] = [bitmapIn(kernel, drawn(0.3)), bitmapIn(kernel, drawn(0.2))];
  kernel.code.or(one.at, other.at, words, one.at);
  expect(docsOf(one.bits)).toEqual([...new Set([...one.docs, ...other.docs])].toSorted((a, b) => a - b));
});

it('includes an item in sets, where it is allowed', () => {
  const kernel = newKernel();
  const [allowed, found, passed] = [bitmapIn(kernel, [70, 999]), bitmapIn(kernel, [3]), bitmapIn(kernel, [3])];
  const included = [70, 71, 999].map((doc) => kernel.code.include(doc, allowed.at, found.at, passed.at));
  expect([included, docsOf(found.bits), docsOf(passed.bits)]).toEqual([
    [1, 0, 1],
    [3, 70, 71, 999],
    [3, 70, 999],
  ]);
  expect([kernel.code.include(5, 0, 0, passed.at), docsOf(passed.bits)]).toEqual([1, [3, 5, 70, 999]]);
});

it('copies', () => {
  const kernel = newKernel();
  const [from, to] = [kernel.uint32(5), kernel.uint32(5)];
  from.set([1, 2, 3, 4, 5]);
  kernel.code.copy(kernel.addressOf(from), 12, kernel.addressOf(to));
  expect([...to]).toEqual([1, 2, 3, 0, 0]);
});
