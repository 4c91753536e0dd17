import path from 'node:path';
import { expect, test } from 'vitest';
import { type Arrows, featureArrows, findCircle } from './feature-arrows.ts';

const root = path.dirname(import.meta.dirname);

const arrowsOf = (entries: Record<string, Record<string, string>>): Arrows =>
  new Map(Object.entries(entries).map(([from, to]) => [from, new Map(Object.entries(to))]));

test('features form no circle', () => {
  const arrows = featureArrows(root);
  expect(arrows.get('data/imports')?.has('data/feed-settings')).toBe(true);
  expect(findCircle(arrows)).toBeNull();
});

test('a circle is found, and told by the imports that make it', () => {
  const arrows = arrowsOf({
    dashboard: { 'data/feeds': 'dashboard.server.ts' },
    'data/feeds': { 'data/imports': 'feeds.server.ts' },
    'data/imports': { 'data/schedules': 'imports.service.ts' },
    'data/schedules': { 'data/feeds': 'schedules.service.ts' },
  });
  expect(findCircle(arrows)).toEqual([
    'data/feeds imports data/imports in feeds.server.ts',
    'data/imports imports data/schedules in imports.service.ts',
    'data/schedules imports data/feeds in schedules.service.ts',
  ]);
});

test('two ways to one feature are no circle', () => {
  const arrows = arrowsOf({ a: { b: 'a.ts', c: 'a.ts' }, b: { d: 'b.ts' }, c: { d: 'c.ts' } });
  expect(findCircle(arrows)).toBeNull();
});
