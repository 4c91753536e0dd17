import { expect, test } from 'vitest';
import { PathCounter } from './counted-paths.ts';

test('counts an item once in each category above its own', () => {
  const counter = new PathCounter('category');
  const add = (fields: object) => counter.add({ id: 'x', fields: fields as never });
  add({ category: ['A > B', 'A > C', 'A > B'], image: ['1.jpg', '2.jpg'], availability: 'in_stock' });
  add({ category: 'A', image: [], availability: 'backorder' });
  add({ image: '3.jpg', availability: 'in_stock' });
  add({ category: '__proto__', image: '4.jpg' });
  expect([...counter.counts.get('with_picture')!]).toEqual([
    ['A', 1],
    ['A > B', 1],
    ['A > C', 1],
    ['__proto__', 1],
  ]);
  expect([...counter.counts.get('in_stock')!]).toEqual([
    ['A', 1],
    ['A > B', 1],
    ['A > C', 1],
  ]);
});
