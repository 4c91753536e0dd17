import { expect, it } from 'vitest';
import { axisOf, pathOf, runsOf, labelledTicks, ticksIn } from './chart-drawing.tsx';

const at = (x: number) => ({ x, y: 0 });

it('a line ends at a gap, and goes on after it', () => {
  expect(runsOf([at(0), at(1), null, null, at(4), null, at(6), at(7)]).map((run) => run.map(({ x }) => x))).toEqual([
    [0, 1],
    [4],
    [6, 7],
  ]);
  expect(runsOf([null])).toEqual([]);
  expect(pathOf([at(0), { x: 1.04, y: 2.55 }])).toBe('M0,0L1,2.6');
});

it.each([
  [0, { end: 4, ticks: [0, 1, 2, 3, 4] }],
  [9, { end: 10, ticks: [0, 5, 10] }],
  [1204, { end: 1500, ticks: [0, 500, 1000, 1500] }],
  [100, { end: 100, ticks: [0, 25, 50, 75, 100] }],
])('the axis of values up to %d has few even steps of whole numbers', (largest, axis) => {
  expect(axisOf(largest, 0)).toEqual(axis);
});

it('places begin with 1', () => {
  expect(axisOf(3, 1)).toEqual({ end: 4, ticks: [1, 2, 3, 4] });
  expect(axisOf(24, 1).ticks).toEqual([1, 10, 20, 30]);
});

it.each([7, 8, 9, 60, 365])('of %d points at most eight ticks are told, and the first is', (count) => {
  const told = Array.from({ length: count }, (_, place) => place).filter(labelledTicks(count, 8));
  expect(told[0]).toBe(0);
  expect(told.length).toBeLessThanOrEqual(8);
});

it.each([
  ['31 Oct', 230, 3],
  ['10月31日', 230, 2],
  ['10月31日', 40, 1],
  ['31 Oct', 2000, 8],
])('labels like %s leave room between them in %d pixels', (tick, widthPx, most) => {
  expect(ticksIn(widthPx, [tick])).toBe(most);
});
