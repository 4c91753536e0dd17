import { expect, test } from 'vitest';
import type { Hit } from '#engine/port.ts';
import type { SearchAnswer } from '#engine/query/resolve/run-search.ts';
import { previewAnswer } from './preview.ts';

const hit = (id: string): Hit => ({
  id,
  score: 1,
  item: { id, fields: { name: `Item ${id}`, description: 'long', margin: 5 } },
  variantCount: 1,
  promoted: false,
});
const answer = (ids: readonly string[], took = 1): SearchAnswer => ({
  hits: ids.map(hit),
  totalCount: ids.length,
  totalPages: 1,
  facets: [],
  took,
  trace: [],
  relaxed: false,
  foundAsTyped: 0,
  correctedQuery: null,
  highlights: null,
  redirect: null,
});
const ids = (from: number, to: number) => Array.from({ length: to - from + 1 }, (_, at) => String(from + at));

test('every item says where it would be and where it is, and what leaves the first ones is told apart', () => {
  const { data, beside } = previewAnswer(answer(['30', ...ids(1, 29), 'new'], 7.5), answer(ids(1, 30)));
  expect(data).toHaveLength(20);
  expect(data?.[0]).toEqual({ id: '30', name: 'Item 30', position: 1, live_position: 30 });
  expect(data?.[1]).toMatchObject({ id: '1', position: 2, live_position: 1 });
  expect(beside).toMatchObject({
    res: { took: { final: 7.5 } },
    gone: [{ id: '20', position: 21, live_position: 20 }],
    total_count: 31,
    live_total_count: 30,
  });
});

test('an item that is not found live at all has no place there', () => {
  expect(previewAnswer(answer(['a']), answer([])).data).toMatchObject([{ position: 1, live_position: null }]);
});
