import { describe, expect, test } from 'vitest';
import { createAnalyser } from '#engine/analysis/analyser.ts';
import { draftQuery } from '#engine/query-draft.ts';
import { compileSynonyms } from './synonyms.rule.ts';
import type { SynonymRule } from './synonyms.contract.ts';

const rows: SynonymRule[] = [
  { term: 'mobil', synonym_type_id: 1, synonyms: ['telefon', 'chytrý telefon'] },
  { term: 'tablet', synonym_type_id: 2, synonyms: ['ipad'] },
  { term: 'bota', synonym_type_id: 3, synonyms: ['pantofle'] },
];
const analyser = createAnalyser('cs');
const rule = compileSynonyms(rows, analyser);

/** Words that a query also finds, by typed word: `mobil: telefon synonym`. */
function found(query: string): string[] {
  const draft = draftQuery(analyser, [rule], query);
  const texts = new Set<string>();
  for (const { word, alternatives } of draft.groups) {
    for (const { kind, terms, isStemmed } of alternatives) {
      if (
        (kind === 'synonym' || kind === 'weak') &&
        !isStemmed &&
        terms.join('') !== draft.groups.map((group) => group.word).join('')
      ) {
        texts.add(`${word}: ${terms.join(' ')} ${kind}`);
      }
    }
  }
  return [...texts];
}

describe('a query', () => {
  test.each([
    ['mobil', ['mobil: telefon synonym', 'mobil: chytry telefon synonym']],
    ['telefon', ['telefon: mobil synonym', 'telefon: chytry telefon synonym']],
    ['mobily', ['mobily: telefon synonym', 'mobily: chytry telefon synonym']],
    ['tablet', ['tablet: ipad synonym']],
    ['ipad', []],
    ['boty', ['boty: pantofle weak']],
    ['bóty', ['boty: pantofle weak']],
    ['pantofle', []],
    ['židle', []],
  ])('%s also finds %j', (query, expected) => {
    expect(found(query)).toEqual(expected);
  });

  test('of several words finds the one word that means them, with the weight shared', () => {
    const { groups } = draftQuery(analyser, [rule], 'chytrý telefon');
    for (const group of groups) {
      const mobil = group.alternatives.find(({ terms }) => terms.join() === 'mobil');
      expect(mobil).toMatchObject({ kind: 'synonym' });
      expect(mobil!.weight).toBeLessThan(0.8);
    }
  });

  test('says which synonyms it used', () => {
    expect(draftQuery(analyser, [rule], 'tablet').trace).toContainEqual({ step: 'synonyms', before: 'tablet', after: 'ipad' });
  });
});

test('weak synonyms score below others', () => {
  const weightOf = (query: string, term: string): number =>
    draftQuery(analyser, [rule], query).groups[0]?.alternatives.find(({ terms }) => terms[0] === term)?.weight ?? 0;
  expect(weightOf('bota', 'pantofle')).toBeLessThan(weightOf('tablet', 'ipad'));
});
