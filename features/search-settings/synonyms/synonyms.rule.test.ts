import { expect, test } from 'vitest';
import { createAnalyser } from '#engine/query/analysis/analyser.ts';
import { draftQuery } from '#engine/query/query-draft.ts';
import { mostAlternatives } from '#engine/query/rule-matching.ts';
import { compileSynonyms } from './synonyms.rule.ts';

const analyser = createAnalyser('cs');
const rule = compileSynonyms(
  [
    { term: 'mobil', synonym_type_id: 1, synonyms: ['telefon', 'chytrý telefon'] },
    { term: 'tablet', synonym_type_id: 2, synonyms: ['ipad'] },
    { term: 'bota', synonym_type_id: 3, synonyms: ['pantofle'] },
  ],
  analyser,
);

/** What a query finds besides itself: by typed word, with the kind and the weight. */
function found(query: string): string[] {
  const { groups } = draftQuery(analyser, [rule], query);
  return groups.flatMap(({ word, alternatives }) =>
    alternatives
      .filter(({ kind, isStemmed }) => (kind === 'synonym' || kind === 'weak') && !isStemmed)
      .map(({ kind, terms, weight }) => `${word}: ${terms.join(' ')} ${kind} ${weight}`),
  );
}

test.each([
  ['mobil', ['mobil: telefon synonym 0.8', 'mobil: chytry telefon synonym 0.8']],
  ['telefon', ['telefon: mobil synonym 0.8', 'telefon: chytry telefon synonym 0.8']],
  ['mobily', ['mobily: telefon synonym 0.8', 'mobily: chytry telefon synonym 0.8']],
  ['tablet', ['tablet: ipad synonym 0.8']],
  ['ipad', []],
  ['boty', ['boty: pantofle weak 0.3']],
  ['bóty', ['boty: pantofle weak 0.3']],
  ['pantofle', []],
  ['židle', []],
])('%s also finds %j', (query, expected) => expect(found(query)).toEqual(expected));

test('several words find the one word that is their synonym, and share its weight', () => {
  expect(found('chytrý telefon').filter((text) => text.includes(' mobil '))).toEqual([
    'chytry: mobil synonym 0.4',
    'telefon: mobil synonym 0.4',
  ]);
});

test('the trace names the synonyms of a query', () => {
  expect(draftQuery(analyser, [rule], 'tablet').trace).toContainEqual({ step: 'synonyms', before: 'tablet', after: 'ipad' });
});

test('thousands of rules that share a word give it a limited number of alternatives, from the first rules', () => {
  const rows = Array.from({ length: 5_000 }, (_, at) => ({
    term: `slovo${at}x`,
    synonym_type_id: 1 as const,
    synonyms: ['konvice', ...Array.from({ length: 19 }, (_unused, word) => `slovo${at}y${word}`)],
  }));
  const { groups, trace } = draftQuery(analyser, [compileSynonyms(rows, analyser)], 'konvice');
  expect(groups[0]?.alternatives.length).toBe(mostAlternatives);
  expect(groups[0]?.alternatives.map(({ terms }) => terms.join(' '))).toEqual(expect.arrayContaining(['konvice', 'slovo0x']));
  expect(trace.length).toBeLessThan(mostAlternatives);
});
