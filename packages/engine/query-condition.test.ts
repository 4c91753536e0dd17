import { expect, test } from 'vitest';
import { QueryCondition, queryMatches } from '#contract/values/query-condition.ts';
import { createAnalyser } from '#engine/analysis/analyser.ts';
import { compileCondition } from './query-condition.ts';
import { groupsOf } from './query-draft.ts';

const czech = createAnalyser('cs');
/** How a query meets a condition, of those there are. */
const met = (query: string, text: string) =>
  queryMatches.filter((match) => compileCondition({ query: text, match }, czech)(groupsOf(czech, query)));

test.each([
  ['dřevěná židle', 'drevene zidle', ['is', 'phrase', 'contains', 'any']],
  ['dřevěná židle na zahradu', 'dřevěné židle', ['phrase', 'contains', 'any']],
  ['židle, dřevěná', 'dřevěná židle', ['contains', 'any']],
  ['židle zahrada dřevěné', 'dřevěná židle', ['contains', 'any']],
  ['židle', 'dřevěná židle', ['any']],
  ['židle židle', 'židle', ['phrase', 'contains', 'any']],
  ['židlička', 'židle', ['any']],
  ['', 'židle', ['any']],
  ['židle', '!!', ['any']],
])('%j meets %j as %j', (query, text, expected) => {
  expect(met(query, text)).toEqual(expected);
});

test.each([
  [{ query: 'židle' }, { query: 'židle', match: 'is' }],
  [{ match: 'any' }, { query: '', match: 'any' }],
  [{ query: ' ', match: 'phrase' }, null],
  [{ query: 'židle', match: 'any' }, null],
  [{ query: 'židle', match: 'begins' }, null],
])('%j is read as %j', (given, expected) => {
  expect(QueryCondition.safeParse(given).data ?? null).toEqual(expected);
});
