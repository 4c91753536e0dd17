import { expect, test } from 'vitest';
import { createAnalyser } from '#engine/analysis/analyser.ts';
import { EarlierPatterns } from './earlier-patterns.ts';
import { Shadows } from './fixit-shadows.ts';
import { compileFixits } from './fixit.rule.ts';

const rows = (terms: readonly string[]) => terms.map((term, at) => ({ id: at + 1, term, is_regexp: true, catalog_term: 'x' }));
/** Who stands before the last of them. */
const over = (...terms: string[]) => new EarlierPatterns(rows(terms)).over(rows(terms).at(-1)!);

test.each([
  ['a pattern that differs in case and diacritics alone', ['^Lednička', '^lednicka'], 1],
  ['another class by its case', ['ab\\S+', 'ab\\s+'], null],
  ['a pattern whose text holds that of an earlier one', ['led', 'lednice \\d+'], 1],
  ['all of whose branches hold texts of earlier ones', ['bosch', 'sie?mens', '(bosch|siemens) \\d+'], 1],
  ['one of whose branches does not', ['bosch', '(bosch|siemens) \\d+'], null],
  ['an earlier one that stands at a place of its own', ['^led', 'lednice'], null],
  ['one that comes later', ['lednice', 'led'], null],
  ['a pattern of which nothing is known', ['led', 'l.d+'], null],
  ['letters that are two in large', ['strasse', 'straße'], null],
])('%s', (_, terms, id) => {
  expect(over(...terms)).toBe(id);
});

test('a pattern that lists queries is shadowed once all of them are caught earlier', () => {
  const all = [...rows(['led', 'chlad']), { id: 3, term: 'mrazák', is_regexp: false, catalog_term: 'y' }];
  const shadowed = (term: string) => {
    const row = { id: 4, term, is_regexp: true, catalog_term: 'x' };
    return new Shadows([compileFixits([...all, row], createAnalyser('cs'))], [...all, row]).over(row);
  };
  expect(['^(lednice|mrazák)$', '^(?:mrazáky|chladnička)$', '^(lednice|trouba)$', '^mrazák$'].map(shadowed)).toEqual([
    1,
    3,
    null,
    3,
  ]);
});
