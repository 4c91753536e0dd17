import { expect, test } from 'vitest';
import { toldReleaseChanges } from '#contract/limits.ts';
import { toldChanges } from './told-changes.ts';

const changes = (counts: Readonly<Record<string, number>>) =>
  Object.entries(counts).flatMap(([source, count]) => Array.from({ length: count }, (_, id) => ({ source, id })));
const toldCounts = (counts: Readonly<Record<string, number>>) => {
  const told = Map.groupBy(toldChanges(changes(counts)), ({ source }) => source);
  return Object.fromEntries([...told].map(([source, rows]) => [source, rows.length]));
};

test('a kind with very many changes leaves room for those with few', () => {
  expect(toldCounts({ phrases: 1000, synonyms: 5, curations: 12 })).toEqual({ phrases: 483, synonyms: 5, curations: 12 });
});

test('kinds with very many changes have equal shares, and what one leaves goes to the others', () => {
  expect(toldCounts({ phrases: 1000, synonyms: 300, fixits: 100 })).toEqual({ phrases: 200, synonyms: 200, fixits: 100 });
});

test('all is told where there is room, in the order in which it came', () => {
  const few = changes({ phrases: toldReleaseChanges - 1, synonyms: 1 });
  expect(toldChanges(few)).toEqual(few);
  expect(toldChanges([])).toEqual([]);
});
