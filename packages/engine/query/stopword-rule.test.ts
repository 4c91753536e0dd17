import { describe, expect, it, test } from 'vitest';
import { stopwordLanguages } from '#contract/texts/languages.ts';
import { createAnalyser } from './analysis/analyser.ts';
import { stopwordSet, compileStopwords, stopwordRule } from './stopword-rule.ts';
import { draftQuery, groupsOf } from './query-draft.ts';
import { compileWith } from './pipeline.ts';
import { addAlternative, alternativesOf, findSpans, isWholeQuery, stemPhrase } from './rule-matching.ts';

const czech = createAnalyser('cs');
const rule = compileStopwords([...stopwordSet('cs'), 'z.b', ''], czech);
const draft = (query: string) => draftQuery(czech, [rule], query);
const wordsOf = (query: string): string =>
  draft(query)
    .groups.map(({ word }) => word)
    .join(' ');

describe('stop words', () => {
  it.each([
    ['židle na zahradu', 'zidle zahradu'],
    ['ŽIDLE když při zahradu', 'zidle zahradu'],
    ['zidle kdyz pri zahradu', 'zidle zahradu'],
    ['byt v Říčanech', 'byt ricanech'],
    ['být v Říčanech', 'ricanech'],
    ['boty pro', 'boty'],
    ['on', 'on'],
    ['být či nebýt', 'nebyt'],
    ['pro na', 'pro na'],
    ['b z 5', 'b 5'],
    ['', ''],
  ])('of %j leave %j', (query, expected) => {
    expect(wordsOf(query)).toBe(expected);
  });

  it('are told of in the trace, when there were any', () => {
    expect(draft('židle na zahradu').trace).toContainEqual({
      step: 'stopwords',
      before: 'zidle na zahradu',
      after: 'zidle zahradu',
    });
    for (const query of ['židle zahrada', 'pro na'])
      expect(draft(query).trace.map(({ step }) => step)).not.toContain('stopwords');
  });

  it('of a set take no other form of a word along', () => {
    const may = compileStopwords(['může'], czech);
    const left = draftQuery(czech, [may], 'židle mohu může můžu').groups.map(({ word }) => word);
    expect(left).toEqual(['zidle', 'mohu', 'muzu']);
  });

  it.each([
    ['levná konvice', 'konvice'],
    ['nejlevnější LEVNÝCH konvic', 'nejlevnejsi konvic'],
    ['levne konvice', 'konvice'],
    ['levně', 'levne'],
    ['byt v Říčanech', 'byt v ricanech'],
    ['být v Říčanech', 'v ricanech'],
  ])('that were added one by one leave of %j %j, in any form unless they are short', (query, expected) => {
    const single = compileWith(stopwordRule)([{ value: 'levné' }, { value: 'být' }], czech);
    expect(
      draftQuery(czech, [single], query)
        .groups.map(({ word }) => word)
        .join(' '),
    ).toBe(expected);
  });

  it('tell the term that left a form of it out', () => {
    const single = compileWith(stopwordRule)([{ id: 7, value: 'levné' }], czech);
    expect(draftQuery(czech, [single], 'levná konvice').trace).toContainEqual(
      expect.objectContaining({ step: 'stopwords', after: 'konvice', rows: [{ id: 7, name: 'levné' }] }),
    );
  });

  it('leave what was written as one with them', () => {
    const english = createAnalyser('en');
    const [line] = draftQuery(english, [compileStopwords(['on'], english)], 'on-line').groups;
    expect(line).toMatchObject({ word: 'line' });
    expect(line?.alternatives.flatMap(({ terms }) => terms)).toContain('online');
  });

  it('end the word before them, which goes on no more', () => {
    expect(draft('židle na').text.endsWith(' ')).toBe(true);
    expect(draft('na židle').text.endsWith(' ')).toBe(false);
  });
});

const examples = {
  bg: ['без', 'за', 'вода'],
  cs: ['pro', 'když', 'židle'],
  da: ['og', 'på', 'stol'],
  nl: ['voor', 'het', 'stoel'],
  en: ['the', 'and', 'chair'],
  fr: ['être', 'pour', 'chaise'],
  de: ['für', 'über', 'stuhl'],
  hu: ['és', 'ahogy', 'asztal'],
  it: ['della', 'perché', 'sedia'],
  es: ['más', 'para', 'silla'],
} as const;

test.each(stopwordLanguages)('the set of %s has its words, each of them one word of the analyser', (language) => {
  const analyser = createAnalyser(language);
  const words = stopwordSet(language);
  const [first, second, noStopword] = examples[language];
  expect(words).toEqual(expect.arrayContaining([first, second]));
  expect(words).not.toContain(noStopword);
  expect(words.length).toBeGreaterThan(50);
  expect(new Set(words).size).toBe(words.length);
  for (const word of words) expect(analyser.tokens(word), word).toHaveLength(1);
});

const groups = groupsOf(czech, 'Dřevěné židle na zahradu');

describe('spans', () => {
  it.each([
    ['zidli', [{ start: 1, count: 1 }]],
    ['dřevěná židle', [{ start: 0, count: 2 }]],
    ['drevena zidle', [{ start: 0, count: 2 }]],
    ['zahrada', [{ start: 3, count: 1 }]],
    ['židle zahrada', []],
    ['', []],
  ])('of %j are found whatever the inflection and diacritics', (phrase, spans) => {
    expect(findSpans(groups, stemPhrase(czech, phrase))).toEqual(spans);
  });

  it('do not overlap', () => {
    const repeated = groupsOf(czech, 'bota bota bota');
    expect(findSpans(repeated, stemPhrase(czech, 'boty bóty'))).toEqual([{ start: 0, count: 2 }]);
  });

  it('can be the whole query', () => {
    expect(isWholeQuery(groupsOf(czech, 'bóty'), stemPhrase(czech, 'bota'))).toBe(true);
    expect(isWholeQuery(groupsOf(czech, 'bóty zimní'), stemPhrase(czech, 'bota'))).toBe(false);
  });
});

describe('alternatives', () => {
  it('share their weight among the groups they cover', () => {
    const [alternative] = alternativesOf(czech, 'lavička', 'synonym', 0.8);
    if (alternative === undefined) throw new Error('There is no alternative.');
    const changed = addAlternative(groups, { start: 0, count: 2 }, alternative);
    const added = changed.map((group) => group.alternatives.filter((one) => one.terms[0] === 'lavicka').map((one) => one.weight));
    expect(added).toEqual([[0.4], [0.4], [], []]);
    expect(addAlternative(changed, { start: 0, count: 2 }, alternative)).toEqual(changed);
    expect(groups[0]?.alternatives.some((one) => one.terms[0] === 'lavicka')).toBe(false);
  });

  it('match as written and by stem', () => {
    expect(alternativesOf(czech, 'Zahradní lavičky', 'weak', 0.5)).toEqual([
      { kind: 'weak', terms: ['zahradni', 'lavicky'], weight: 0.5 },
      { kind: 'weak', terms: stemPhrase(czech, 'zahradní lavička'), isStemmed: true, weight: 0.5 },
    ]);
    expect(alternativesOf(createAnalyser('th'), 'Ławka', 'synonym', 1)).toEqual([
      { kind: 'synonym', terms: ['lawka'], weight: 1 },
    ]);
    expect(alternativesOf(czech, ' - ', 'synonym', 1)).toEqual([]);
  });
});
