import { expect, it } from 'vitest';
import { createAnalyser } from './analysis/analyser.ts';
import type { Rule } from './pipeline.ts';
import { querySteps } from './query-steps.ts';
import { addAlternatives, alternativesOf } from './rule-matching.ts';
import { splitNegations } from './negation.ts';

const analyser = createAnalyser('cs');
const ampersand: Rule = { stage: 'characters', apply: (draft) => ({ ...draft, text: draft.text.replaceAll('&', ' a ') }) };
const toFridge: Rule = { stage: 'fixit', apply: (draft) => ({ ...draft, text: draft.text.replace('lednce', 'lednice') }) };
const withoutAnd: Rule = {
  stage: 'stopwords',
  apply: (draft) => ({ ...draft, groups: draft.groups.filter(({ word }) => word !== 'a') }),
};
const fridges: Rule = {
  stage: 'synonyms',
  apply: (draft) => {
    const start = draft.groups.findIndex(({ word }) => word === 'lednice');
    if (start < 0) return draft;
    const alternatives = alternativesOf(analyser, 'chladničky', 'synonym', 0.8);
    return { ...draft, groups: addAlternatives(draft.groups, { start, count: 1 }, alternatives) };
  },
};

function stepsOf(query: string, rules: readonly Rule[] = [], hasStems = true): Record<string, string> {
  return Object.fromEntries(querySteps(analyser, rules, query, hasStems).steps.map(({ step, words }) => [step, words.join('|')]));
}

it('each step shows the words as it leaves them', () => {
  expect(stepsOf('  Židlemi & LEDNCE bez šuplíku', [ampersand, toFridge, withoutAnd, fridges])).toEqual({
    typed: 'Židlemi|&|LEDNCE|bez|šuplíku',
    normalised: 'židlemi|&|lednce|bez|šuplíku',
    characters: 'židlemi|a|lednce|bez|šuplíku',
    fixit: 'židlemi|a|lednice|bez|šuplíku',
    negation: 'židlemi|a|lednice',
    folded: 'zidlemi|a|lednice',
    split: 'zidlemi|a|lednice',
    stopwords: 'zidlemi|lednice',
    joined: 'zidlemi|lednice|zidlemia|alednice',
    synonyms: 'zidlemi|lednice|zidlemia|alednice|chladnicky',
    stemmed: ['zidlemi', 'lednice', 'zidlemia', 'alednice', 'chladnicky'].map(analyser.stem).join('|'),
  });
});

it('the forms of a word come to one stem', () => {
  const stems = ['židle', 'židlí', 'židlemi', 'ZIDLEMI'].map((query) => stepsOf(query).stemmed);
  expect(new Set(stems).size).toBe(1);
});

it('names with hyphens are split and joined', () => {
  expect(stepsOf('XR-450')).toMatchObject({ folded: 'xr-450', split: 'xr|450', joined: 'xr|450|xr450' });
});

it('fields without stems have no such step', () => {
  expect(stepsOf('židle', [], false)).not.toHaveProperty('stemmed');
});

it('a redirect ends the steps', () => {
  const redirect: Rule = { stage: 'fixit', apply: (draft) => ({ ...draft, redirect: 'https://shop.example/vyprodej' }) };
  const answer = querySteps(analyser, [redirect], 'výprodej', true);
  expect(answer.redirect).toBe('https://shop.example/vyprodej');
  expect(answer.steps.map(({ step }) => step)).toEqual(['typed', 'normalised', 'characters', 'fixit']);
});

it.each(['', ' ', '\0', '\uD800', '-', '🪑', 'a'.repeat(100_000), 'x '.repeat(5000)])('%j is analysed without harm', (query) => {
  for (const { words } of querySteps(analyser, [], query, true).steps) expect(words.join('').isWellFormed()).toBe(true);
});

it.each([
  ['christmas tree without lights', 'en', 'christmas tree', ['without lights']],
  ['case without a belt clip', 'en', 'case clip', ['without belt']],
  ['čokoláda bez cukru ', 'cs', 'čokoláda ', ['bez cukru']],
  ['boty -červené dámské', 'cs', 'boty dámské', ['-červené']],
  ['kleid ohne die ärmel', 'de', 'kleid', ['ohne ärmel']],
  ['wi-fi xr-450 -20 c - red', 'en', 'wi-fi xr-450 -20 c - red', []],
  ['tree without', 'en', 'tree without', []],
  ['tree without ', 'en', 'tree without ', []],
  ['bez cukru', 'en', 'bez cukru', []],
])('%j in %s asks for %j', (query, language, wanted, unwanted) => {
  const { wanted: kept, negations } = splitNegations(query, language);
  expect(kept).toBe(wanted);
  expect(negations.map(({ before, word }) => (before === '' ? `-${word}` : `${before} ${word}`))).toEqual(unwanted);
});
