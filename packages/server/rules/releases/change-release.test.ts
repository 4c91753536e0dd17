import { expect, test } from 'vitest';
import { listedReleaseChanges } from '#contract/limits.ts';
import { reportedChanges } from './change-release.ts';

const changes = (counts: Readonly<Record<string, number>>) =>
  Object.entries(counts).flatMap(([source, count]) => Array.from({ length: count }, (_, id) => ({ source, id })));
const reportedCounts = (counts: Readonly<Record<string, number>>) => {
  const reported = Map.groupBy(reportedChanges(changes(counts)), ({ source }) => source);
  return Object.fromEntries([...reported].map(([source, rows]) => [source, rows.length]));
};

test('lists all changes of kinds with few beside a kind with very many', () => {
  expect(reportedCounts({ phrases: 1000, synonyms: 5, curations: 12 })).toEqual({ phrases: 483, synonyms: 5, curations: 12 });
});

test('gives kinds with very many changes equal shares', () => {
  expect(reportedCounts({ phrases: 1000, synonyms: 300, fixits: 100 })).toEqual({ phrases: 200, synonyms: 200, fixits: 100 });
});

test('lists all changes in their order below the limit', () => {
  const few = changes({ phrases: listedReleaseChanges - 1, synonyms: 1 });
  expect(reportedChanges(few)).toEqual(few);
  expect(reportedChanges([])).toEqual([]);
});
