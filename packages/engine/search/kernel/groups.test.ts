import { expect, it } from 'vitest';
import { bitmapIn, docCount, docsOf, drawn, items, newKernel, random, words } from '#engine/testing/kernel-arrays.ts';
import type { Kernel } from './kernel.ts';

const valueCount = 20;
const below = (limit: number): number => Math.floor(random() * limit);

/** The items of a segment in an order of groups of five, three of ten places next to each other. */
function orderIn(kernel: Kernel) {
  const [itemsOf, groups, placeOf] = [kernel.uint32(docCount), kernel.uint32(docCount), kernel.uint32(docCount)];
  const shuffled = Array.from({ length: docCount }, (_, doc) => doc).toSorted(() => random() - 0.5);
  for (const [place, doc] of shuffled.entries()) {
    itemsOf[place] = doc;
    groups[place] = Math.floor(place / 5);
    placeOf[doc] = place;
  }
  return { itemsOf, groups, placeOf };
}

it('writes matches group by group, and says how many groups there are', () => {
  const kernel = newKernel();
  const { itemsOf, groups, placeOf } = orderIn(kernel);
  const [places, docs] = [bitmapIn(kernel, []), kernel.uint16(items)];
  const [outItems, outGroups, count] = [kernel.uint32(docCount), kernel.uint32(docCount), kernel.uint32(1)];
  const at = [itemsOf, groups, outItems, outGroups, count].map((array) => kernel.addressOf(array));
  const matches = drawn(0.3);
  docs.set(matches);
  kernel.code.addPlaces(kernel.addressOf(docs), matches.length, kernel.addressOf(placeOf), places.at);
  const expected = matches.map((doc) => placeOf[doc]!).toSorted((a, b) => a - b);
  expect(docsOf(places.bits)).toEqual(expected);
  const length = kernel.code.expandPlaces(places.at, words, at[0]!, at[1]!, at[2]!, at[3]!, at[4]!);
  expect([...outItems.subarray(0, length)]).toEqual(expected.map((place) => itemsOf[place]));
  expect([...outGroups.subarray(0, length)]).toEqual(expected.map((place) => groups[place]));
  expect(count[0]).toBe(new Set(expected.map((place) => groups[place])).size);
});

it('counts in how many groups each value is, in segments with one value or several, of either width', () => {
  const kernel = newKernel();
  const at = (array: Uint16Array | Uint32Array | Int32Array): number => kernel.addressOf(array);
  const inKernel = <Of extends Uint16Array | Uint32Array>(array: Of, values: readonly number[]): Of => {
    array.set(values);
    return array;
  };
  const segments = [true, false].flatMap((isNarrow) =>
    [true, false].map((isSingle) => {
      const lists = Array.from({ length: docCount }, () =>
        Array.from({ length: isSingle ? 1 : below(4) }, () => below(valueCount)),
      );
      // Single values are one higher, and 0 is none.
      const ordinals = isSingle ? lists.map(([ordinal]) => (ordinal! % 7 === 0 ? 0 : ordinal! + 1)) : lists.flat();
      const places = Array.from({ length: valueCount }, () => below(valueCount));
      const stored = inKernel(isNarrow ? kernel.uint16(ordinals.length) : kernel.uint32(ordinals.length), ordinals);
      const ends = lists.reduce((sums, { length }) => [...sums, sums.at(-1)! + length], [0]);
      const starts = isSingle ? null : inKernel(kernel.uint32(ends.length), ends);
      const placesArray = inKernel(kernel.uint32(valueCount), places);
      const valuesOf = (doc: number): number[] =>
        (isSingle ? lists[doc]!.filter((ordinal) => ordinal % 7 !== 0) : lists[doc]!).map((ordinal) => places[ordinal]!);
      return {
        valuesOf,
        arrays: [stored, starts, placesArray],
        column: [at(stored), starts === null ? 0 : at(starts), at(placesArray), Number(isNarrow)],
      };
    }),
  );
  const matches = Array.from({ length: 900 }, (_, match) => ({
    segment: below(segments.length),
    doc: below(docCount),
    group: Math.floor(match / 3),
  }));
  const itemsOf = inKernel(
    kernel.uint32(matches.length),
    matches.map(({ segment, doc }) => segment * 65_536 + doc),
  );
  const groups = inKernel(
    kernel.uint32(matches.length),
    matches.map(({ group }) => group),
  );
  const columns = inKernel(
    kernel.uint32(4 * segments.length),
    segments.flatMap(({ column }) => column),
  );
  const [tallies, counts, counted] = [kernel.uint32(2 * valueCount), kernel.int32(valueCount), kernel.uint32(valueCount + 1)];
  const length = kernel.code.tallyGroups(
    at(itemsOf),
    at(groups),
    matches.length,
    at(columns),
    at(tallies),
    at(counts),
    at(counted),
  );
  const expected = Array.from({ length: valueCount }, (_, value) => {
    const having = matches.filter(({ segment, doc }) => segments[segment]!.valuesOf(doc).includes(value));
    return new Set(having.map(({ group }) => group)).size;
  });
  expect([...counts]).toEqual(expected);
  expect(tallies.every((number) => number === 0)).toBe(true);
  expect([...counted.subarray(0, length)].toSorted((a, b) => a - b)).toEqual(
    [...expected.keys()].filter((value) => expected[value]! > 0),
  );
});
