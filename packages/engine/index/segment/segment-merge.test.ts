import { expect, test } from 'vitest';
import { maxSegmentItems } from '#engine/index/limits.ts';
import { fittingRuns } from './segment-merge.ts';

const sizesOf = (...docCounts: number[]) =>
  fittingRuns(docCounts.map((docCount) => ({ docCount }))).map((run) => run.map((each) => each.docCount));

test('neighbouring segments are put together as long as they fit into one', () => {
  expect(sizesOf(50_000, 50_000, 10_000, 5_536, 1)).toEqual([[50_000], [50_000, 10_000, 5_536], [1]]);
  expect(sizesOf(maxSegmentItems, maxSegmentItems)).toEqual([[maxSegmentItems], [maxSegmentItems]]);
  expect(sizesOf()).toEqual([]);
});
