import { expect, it } from 'vitest';
import { foundNow, pagesOf } from './found-now.ts';

const asked = { promoted: ['p'], hidden: ['h'] };
const answer = { ids: ['a', 'b', 'c'], totalCount: 50, asked };

it('promoted and hidden items leave the found items before the search answers', () => {
  expect(foundNow(answer, { promoted: ['p', 'b'], hidden: ['h', 'c'] })).toEqual({ ids: ['a'], count: 48 });
  expect(foundNow(answer, asked)).toEqual({ ids: ['a', 'b', 'c'], count: 50 });
});

it('items taken out of the other columns come first until the search answers', () => {
  expect(foundNow(answer, { promoted: [], hidden: [] })).toEqual({ ids: ['p', 'h', 'a', 'b', 'c'], count: 52 });
  expect(foundNow({ ...answer, ids: ['p', 'a'] }, { promoted: [], hidden: ['h'] }).ids).toEqual(['p', 'a']);
});

it('pages cover the wanted items after any number of promoted ones, with the fewest calls', () => {
  expect(pagesOf(0, 20)).toEqual([{ page: 1, per_page: 20 }]);
  expect(pagesOf(3, 40)).toEqual([{ page: 1, per_page: 43 }]);
  for (const [promoted, wanted] of [
    [95, 20],
    [100, 20],
    [250, 200],
    [999, 20],
  ] as const) {
    const pages = pagesOf(promoted, wanted);
    const [first] = pages;
    expect((first!.page - 1) * 100).toBeLessThanOrEqual(promoted);
    expect(pages.at(-1)!.page * 100).toBeGreaterThanOrEqual(promoted + wanted);
    expect(pages.length).toBeLessThanOrEqual(wanted / 100 + 2);
  }
});
