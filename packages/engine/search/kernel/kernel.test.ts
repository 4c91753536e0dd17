import { setFlagsFromString } from 'node:v8';
import { runInNewContext } from 'node:vm';
import { setImmediate as nextTurn } from 'node:timers/promises';
import { expect, it, vi } from 'vitest';
import { scoring } from '#engine/query/scoring.ts';
import { maxContribution, scoreUnit, ScoreTable, impactOf, strengths } from '#engine/search/scoring/weighting.ts';
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
import { KernelMemory } from './kernel-memory.ts';

/** Ends after garbage was collected and whoever waits for it was told. */
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

it('a memory has room for as much as its addresses reach, and no more', () => {
  const memory = KernelMemory.of(0)!;
  expect(memory.take(2 ** 31)).toBeGreaterThan(0);
  expect(memory.take(2 ** 31)).toBeNull();
  expect(memory.take(1_000)).toBeGreaterThan(2 ** 31);
  expect(KernelMemory.of(2 ** 31)).toBeNull();
});

it('scores what a table of plain code does, for any rarity and weight', () => {
  const kernel = newKernel();
  const [strengthBytes, out] = [kernel.uint8(strengths.byteLength), kernel.int32(256)];
  strengthBytes.set(new Uint8Array(strengths.buffer));
  for (const [idf, weight] of [
    ...Array.from({ length: 300 }, () => [random() * 16, random() * 3] as const),
    [1e-9, 1e-9],
    [1e6, 1e6],
    [0, 1],
  ] as const) {
    const table = new ScoreTable(idf, weight);
    kernel.code.scoreTable(table.full, kernel.addressOf(strengthBytes), maxContribution, kernel.addressOf(out));
    expect([...out]).toEqual([...table.units]);
  }
  expect(new ScoreTable(2, 1).full).toBe((2 * (scoring.saturation + 1)) / scoreUnit);
});

it.each(['scan', 'gather'] as const)(
  'groups add up, the best of several lists counts once, and a %s clears what it has read',
  (way) => {
    const kernel = newKernel();
    const { code } = kernel;
    const [scores, best, masks] = [kernel.int32(items), kernel.int32(items), kernel.uint16(items)];
    const [at, bestAt, masksAt] = [scores, best, masks].map((array) => kernel.addressOf(array)) as [number, number, number];
    const [found, passed] = [kernel.uint8(words * 8), kernel.uint8(words * 8)];
    const [heap, candidates, total] = [kernel.int32(2 + 10 * 4), kernel.int32(items * 3), kernel.uint32(2)];
    const ranks = kernel.float64(items);
    ranks.set(Array.from({ length: items }, () => random()));
    for (const [required, slack] of [0, 1, 2].flatMap((bits) => [0, 60].map((units) => [bits, units] as const))) {
      const [alone, one, other] = [0.4, 0.3, 0.2].map((share) => listIn(kernel, share)) as [KernelList, KernelList, KernelList];
      const allowed = bitmapIn(kernel, drawn(0.7));
      if (required === 0) code.add(alone.docs, alone.impacts, alone.count, alone.table, at);
      else code.addMarked(alone.docs, alone.impacts, alone.count, alone.table, at, masksAt, 1);
      for (const list of [one, other]) code.addBest(list.docs, list.impacts, list.count, list.table, at, bestAt);
      for (const list of [one, other]) code.endBest(list.docs, list.count, bestAt, masksAt, required === 0 ? 0 : 2);
      heap.fill(0);
      heap[1] = 10;
      const [heapAt, candidatesAt, totalAt] = [heap, candidates, total].map((array) => kernel.addressOf(array)) as [
        number,
        number,
        number,
      ];
      const [foundAt, passedAt, ranksAt] = [kernel.addressOf(found), kernel.addressOf(passed), kernel.addressOf(ranks)];
      const seen = [kernel.uint8(words * 8), kernel.uint8(words * 8)] as const;
      const [seenAt, seenPassedAt] = [kernel.addressOf(seen[0]), kernel.addressOf(seen[1])];
      const seenCount = code.matched(at, masksAt, words, required, allowed.at, seenAt, seenPassedAt);
      let count = 0;
      if (way === 'scan')
        count = code.scan(
          at,
          masksAt,
          words,
          required,
          allowed.at,
          foundAt,
          passedAt,
          heapAt,
          slack,
          ranksAt,
          candidatesAt,
          totalAt,
        );
      else {
        for (const array of [found, passed, total]) array.fill(0);
        for (const { docs, count: length } of [alone, one, other]) {
          const out = candidatesAt + count * 12;
          count += code.gather(
            docs,
            length,
            at,
            masksAt,
            required,
            allowed.at,
            foundAt,
            passedAt,
            heapAt,
            slack,
            ranksAt,
            out,
            totalAt,
          );
        }
      }

      const scoreOf = (doc: number): number =>
        (alone.units.get(doc) ?? 0) + Math.max(one.units.get(doc) ?? 0, other.units.get(doc) ?? 0);
      const maskOf = (doc: number): number =>
        ((alone.units.get(doc) ?? 0) > 0 ? 1 : 0) | (Math.max(one.units.get(doc) ?? 0, other.units.get(doc) ?? 0) > 0 ? 2 : 0);
      const matching = Array.from({ length: docCount }, (_, doc) => doc).filter((doc) =>
        required === 2 ? maskOf(doc) === 3 : scoreOf(doc) > 0,
      );
      const kept = matching.filter((doc) => allowed.docs.has(doc));
      expect(docsOf(found)).toEqual(matching);
      expect(docsOf(passed)).toEqual(kept);
      expect([docsOf(seen[0]), docsOf(seen[1]), seenCount]).toEqual([matching, kept, kept.length]);
      expect(total[0]).toBe(kept.length);
      const inOrder = kept.toSorted((a, b) => scoreOf(b) - scoreOf(a) || ranks[a]! - ranks[b]!);
      const tenth = inOrder[9] ?? kept.at(-1)!;
      const listed = Array.from({ length: count }, (_, index) => [...candidates.subarray(index * 3, index * 3 + 3)]);
      const isNeeded = (doc: number): boolean =>
        inOrder.indexOf(doc) < 10 || (slack > 0 && scoreOf(doc) >= scoreOf(tenth) - slack);
      expect(listed.filter(([doc]) => isNeeded(doc!)).toSorted(([a], [b]) => a! - b!)).toEqual(
        kept.filter(isNeeded).map((doc) => [doc, scoreOf(doc), required === 0 ? 0 : maskOf(doc)]),
      );
      expect(heap[4]).toBe(scoreOf(tenth));
      for (const array of [scores, best, masks]) expect(array.every((value) => value === 0)).toBe(true);
    }
  },
);

it('bitmaps are made of bytes, cut, and turned into numbers', () => {
  const kernel = newKernel();
  const { code } = kernel;
  const bytes = kernel.uint8(items);
  const kept = drawn(0.5);
  for (const doc of kept) bytes[doc] = 1;
  const [packed, out, table, docs] = [
    kernel.uint8(words * 8),
    kernel.uint8(words * 8),
    kernel.uint8(4_096),
    kernel.uint16(items + 8),
  ];
  code.pack(kernel.addressOf(bytes), words, kernel.addressOf(packed), 0);
  expect(docsOf(packed)).toEqual(kept);
  code.pack(kernel.addressOf(bytes), words, kernel.addressOf(out), 1);
  expect(docsOf(out).filter((doc) => doc < docCount)).toEqual(
    Array.from({ length: docCount }, (_, doc) => doc).filter((doc) => !kept.includes(doc)),
  );
  code.expandTable(kernel.addressOf(table));
  for (const share of [0, 0.01, 0.3, 1]) {
    const some = bitmapIn(kernel, drawn(share));
    expect([...docs.subarray(0, code.expand(some.at, words, kernel.addressOf(table), kernel.addressOf(docs)))]).toEqual([
      ...some.docs,
    ]);
  }
  const [found, own, others] = [0.6, 0.5, 0.4].map((share) => bitmapIn(kernel, drawn(share))) as [
    ReturnType<typeof bitmapIn>,
    ReturnType<typeof bitmapIn>,
    ReturnType<typeof bitmapIn>,
  ];
  const missed = code.missesOf(found.at, own.at, others.at, words, kernel.addressOf(out));
  const expected = [...found.docs].filter((doc) => !own.docs.has(doc) && others.docs.has(doc));
  expect([docsOf(out), missed]).toEqual([expected, expected.length]);
  code.missesOf(found.at, own.at, 0, words, kernel.addressOf(out));
  expect(docsOf(out)).toEqual([...found.docs].filter((doc) => !own.docs.has(doc)));
  code.and(found.at, own.at, words, kernel.addressOf(out));
  expect(docsOf(out)).toEqual([...found.docs].filter((doc) => own.docs.has(doc)));
});

it('values are counted by their places, and the most frequent are picked', () => {
  const kernel = newKernel();
  const { code } = kernel;
  const [valueCount, placeCount] = [30, 50];
  const places = kernel.uint32(valueCount);
  places.set(Array.from({ length: valueCount }, (_, ordinal) => placeCount - 1 - ordinal));
  const [counts, counted, picked, bounds] = [
    kernel.int32(placeCount + 1),
    kernel.uint32(placeCount + 1),
    kernel.uint32(20),
    kernel.uint32(2),
  ];
  const docs = kernel.uint16(docCount);
  for (const isNarrow of [true, false]) {
    const found = drawn(0.6);
    docs.set(found);
    const singles = Array.from({ length: docCount }, () => Math.floor(random() ** 2 * (valueCount + 1)));
    const lists = singles.map(() => Array.from({ length: Math.floor(random() * 4) }, () => Math.floor(random() * valueCount)));
    const [ordinals, ends] = [lists.flat(), lists.map((list) => list.length)];
    const make = (length: number) => (isNarrow ? kernel.uint16(length) : kernel.uint32(length));
    const [singleArray, listArray, starts] = [make(docCount), make(ordinals.length), kernel.uint32(docCount + 1)];
    singleArray.set(singles);
    listArray.set(ordinals);
    let end = 0;
    starts.set([0, ...ends.map((length) => (end += length))]);
    const address = [docs, singleArray, listArray, starts, places, counts, counted].map((array) => kernel.addressOf(array)) as [
      number,
      number,
      number,
      number,
      number,
      number,
      number,
    ];
    const [docsAt, singlesAt, listsAt, startsAt, placesAt, countsAt, countedAt] = address;
    const tallySingles = isNarrow ? code.tallySingles16 : code.tallySingles32;
    const tallyLists = isNarrow ? code.tallyLists16 : code.tallyLists32;
    let length = tallySingles(docsAt, found.length, singlesAt, placesAt, countsAt, countedAt, 0);
    length = tallyLists(docsAt, found.length, startsAt, listsAt, placesAt, countsAt, countedAt, length);

    const expected = new Map<number, number>();
    for (const doc of found)
      for (const ordinal of [...(singles[doc] === 0 ? [] : [singles[doc]! - 1]), ...lists[doc]!])
        expected.set(places[ordinal]!, (expected.get(places[ordinal]!) ?? 0) + 1);
    expect([...counted.subarray(0, length)].toSorted((a, b) => a - b)).toEqual([...expected.keys()].toSorted((a, b) => a - b));
    expect([...expected].every(([place, count]) => counts[place] === count)).toBe(true);
    const most = [...expected].toSorted(([a, x], [b, y]) => y - x || a - b);
    for (const limit of [0, 1, 10]) {
      const count = code.pick(countedAt, length, countsAt, limit, kernel.addressOf(picked), kernel.addressOf(bounds));
      expect([...picked.subarray(0, count * 2)]).toEqual(most.slice(0, limit).flat());
      expect([...bounds]).toEqual([Math.min(...expected.keys()), Math.max(...expected.keys())]);
    }
    code.clear(countedAt, length, countsAt);
    expect(counts.every((count) => count === 0)).toBe(true);
    if (!isNarrow) continue;
    const own = kernel.uint32(valueCount + 1);
    const ownAt = kernel.addressOf(own);
    code.countSingles(docsAt, found.length, singlesAt, ownAt);
    expect(own[0]).toBe(found.filter((doc) => singles[doc] === 0).length);
    own[0] = 0;
    length = code.merge(ownAt + own.BYTES_PER_ELEMENT, valueCount, placesAt, countsAt, countedAt, 0);
    expect(own.every((count) => count === 0)).toBe(true);
    code.countLists(docsAt, found.length, startsAt, listsAt, ownAt);
    length = code.merge(ownAt, valueCount, placesAt, countsAt, countedAt, length);
    expect([...counted.subarray(0, length)].toSorted((a, b) => a - b)).toEqual([...expected.keys()].toSorted((a, b) => a - b));
    expect([...expected].every(([place, count]) => counts[place] === count)).toBe(true);
    code.clear(countedAt, length, countsAt);
  }
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
  const first = kernel.held(5_000).fill(1);
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

it('works out impacts of postings to the bit', () => {
  const kernel = newKernel();
  const fieldCount = 3;
  const docs = drawn(0.4);
  const factors = Float64Array.from({ length: fieldCount * 256 }, () => (random() < 0.1 ? 0 : random() * 9));
  const codesOf = Array.from({ length: 40 }, () =>
    Array.from({ length: 1 + Math.floor(random() * fieldCount) }, (_, field) => ({
      field,
      frequency: 1 + Math.floor(random() * 6),
    })),
  );
  const flat = codesOf.flat();
  const inKernel = <Of extends Uint8Array | Uint16Array | Uint32Array>(array: Of, values: readonly number[]): Of => {
    array.set(values);
    return array;
  };
  const docsArray = inKernel(kernel.uint16(docs.length), docs);
  const codes = inKernel(
    kernel.uint16(docs.length),
    docs.map(() => Math.floor(random() * codesOf.length)),
  );
  const codeStarts = inKernel(
    kernel.uint32(codesOf.length + 1),
    [...codesOf, []].map((_, code) => codesOf.slice(0, code).flat().length),
  );
  const fields = inKernel(
    kernel.uint8(flat.length),
    flat.map(({ field }) => field),
  );
  const frequencies = inKernel(
    kernel.uint8(flat.length),
    flat.map(({ frequency }) => frequency),
  );
  const lengths = inKernel(
    kernel.uint8(fieldCount * docCount),
    Array.from({ length: fieldCount * docCount }, () => Math.floor(random() * 256)),
  );
  const factorBytes = inKernel(kernel.uint8(factors.byteLength), [...new Uint8Array(factors.buffer)]);
  const impacts = kernel.uint8(docs.length);
  const [from, to] = [5, docs.length - 5];
  const at = [docsArray, codes, codeStarts, fields, frequencies, lengths].map((array) => kernel.addressOf(array));
  const [docsAt, codesAt, startsAt, fieldsAt, frequenciesAt, lengthsAt] = at as [number, number, number, number, number, number];
  const { maxCountedFrequency, saturation } = scoring;
  kernel.code.impacts(
    from,
    to,
    docsAt,
    codesAt,
    startsAt,
    fieldsAt,
    frequenciesAt,
    lengthsAt,
    docCount,
    kernel.addressOf(factorBytes),
    maxCountedFrequency,
    saturation,
    kernel.addressOf(impacts),
  );
  const expected = docs.map((doc, posting) => {
    if (posting < from || posting >= to) return 0;
    const frequency = codesOf[codes[posting]!]!.reduce(
      (sum, one) =>
        sum + factors[one.field * 256 + lengths[one.field * docCount + doc]!]! * Math.min(one.frequency, maxCountedFrequency),
      0,
    );
    return frequency === 0 ? 0 : impactOf(frequency / (saturation + frequency));
  });
  expect([...impacts]).toEqual(expected);
  expect(new Set(expected).size).toBeGreaterThan(20);
});

it('unites lists by the strongest impact of each item', () => {
  const kernel = newKernel();
  const strongest = kernel.uint8(items);
  const at = kernel.addressOf(strongest);
  const best = new Map<number, number>();
  let count = 0;
  for (const share of [0.3, 0.02, 0.5]) {
    const { docs, impacts, count: length, arrays } = listIn(kernel, share);
    count += kernel.code.strengthen(docs, impacts, length, at);
    for (const [place, doc] of arrays[0]!.entries()) best.set(doc, Math.max(best.get(doc) ?? 0, arrays[1]![place]!));
  }
  const expected = [...best].filter(([, impact]) => impact > 0).toSorted(([one], [other]) => one - other);
  expect(count).toBe(expected.length);
  const [docs, impacts] = [kernel.uint16(count), kernel.uint8(count)];
  kernel.code.united(at, docCount, kernel.addressOf(docs), kernel.addressOf(impacts));
  expect([...docs].map((doc, place) => [doc, impacts[place]])).toEqual(expected);
  expect(strongest.every((impact) => impact === 0)).toBe(true);
});

it('gives every item the same place', () => {
  const kernel = newKernel();
  const scores = kernel.int32(items);
  kernel.code.placeAlike(kernel.addressOf(scores), docCount);
  expect([...scores]).toEqual(Array.from(scores, (_, doc) => (doc < docCount ? 1 : 0)));
});

it.each([
  ['few values, ascending', 'uint16', 'placeByValue16', 41, -1],
  ['many values, descending', 'uint32', 'placeByValue32', 2, 1],
] as const)('places items by their value: %s', (_, make, score, first, step) => {
  const kernel = newKernel();
  const [ordinals, places, scores] = [kernel[make](docCount), kernel.uint32(20), kernel.int32(items)];
  for (let doc = 0; doc < docCount; doc += 1) ordinals[doc] = Math.floor(random() * 21);
  for (let ordinal = 0; ordinal < 20; ordinal += 1) places[ordinal] = ordinal * 2;
  const [ordinalsAt, placesAt, scoresAt] = [ordinals, places, scores].map((array) => kernel.addressOf(array));
  kernel.code[score](ordinalsAt!, docCount, placesAt!, first, step, scoresAt!);
  const expected = Array.from(ordinals, (ordinal) => (ordinal === 0 ? 1 : first + step * places[ordinal - 1]!));
  expect([...scores.subarray(0, docCount)]).toEqual(expected);
  expect(scores.subarray(docCount).every((number) => number === 0)).toBe(true);
});

it('places items by their ranks, which may stand between two others', () => {
  const kernel = newKernel();
  const [ranks, scores] = [kernel.float64(docCount), kernel.int32(items)];
  for (let doc = 0; doc < docCount; doc += 1) ranks[doc] = Math.floor(random() * 1_200 - 100) + (doc % 3 === 0 ? 0.5 : 0);
  kernel.code.placeByRank(kernel.addressOf(ranks), docCount, docCount, kernel.addressOf(scores));
  const expected = Array.from(ranks, (rank) => Math.trunc(Math.max(1, Math.min(docCount, docCount - rank))));
  expect([...scores.subarray(0, docCount)]).toEqual(expected);
  expect(scores.subarray(docCount).every((number) => number === 0)).toBe(true);
});
