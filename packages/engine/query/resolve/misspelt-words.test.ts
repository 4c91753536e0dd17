import { expect, test } from 'vitest';
import { analyserOf } from '#engine/query/analysis/analyser.ts';
import { draftQuery } from '#engine/query/query-draft.ts';
import type { Rule } from '#engine/query/pipeline.ts';
import { addAlternatives, alternativesOf, findSpans, stemPhrase, stemsOf } from '#engine/query/rule-matching.ts';
import { searchedItems } from '#engine/testing/searched-items.ts';

const names = ['Television 55', 'Radio', 'Steel bridge', 'Product bag', 'Winch', 'Dinner plate', 'Žehlička'];
const { search } = searchedItems(names.map((name) => ({ name })));
const analyser = analyserOf('en');

const finds = async (query: string, rules: readonly Rule[] = []) => {
  const { hits, correctedQuery, foundAsTyped, redirect, banners } = await search(query, {}, rules);
  return { found: hits.map(({ item }) => String(item.fields['name'])), correctedQuery, foundAsTyped, redirect, banners };
};

test.each([
  ['televsi', 'television'],
  ['telwv', 'television'],
  ['teelvis', 'television'],
  ['etlevis', 'television'],
  ['tlevi', 'television'],
  ['zehlicak', 'zehlicka'],
  ['zheli', 'zehlicka'],
  ['televsi ', null],
  ['televzzi', null],
  ['tlv', null],
  ['fridge', null],
  ['fridge ', null],
  ['plane ', null],
  ['briddge ', 'bridge'],
  ['platte ', 'plate'],
])('%s is corrected to %s', async (typed, expected) => {
  const { found, correctedQuery } = await finds(typed);
  expect(correctedQuery).toBe(expected);
  expect(found).toHaveLength(expected === null ? 0 : 1);
});

const [snurkel, winch] = ['snurkel', 'winch'].map((text) => stemPhrase(analyser, text));
const synonym: Rule = {
  stage: 'synonyms',
  words: () => ['snurkel', 'winch'],
  apply: (draft) => {
    const [span] = findSpans(draft.groups, snurkel!);
    if (span === undefined) return draft;
    const groups = addAlternatives(draft.groups, span, alternativesOf(analyser, winch!.join(' '), 'synonym', 0.8));
    return { ...draft, groups, trace: [...draft.trace, { step: 'synonyms', before: 'snurkel', after: 'winch' }] };
  },
};
const curated: Rule = {
  stage: 'curations',
  words: () => ['product', 'bag', 'gadget'],
  apply: (draft) =>
    ['product bag', 'gadget'].includes(stemsOf(draft.typed).join(' '))
      ? { ...draft, promoted: ['i1'], trace: [...draft.trace, { step: 'curations', before: draft.text, after: 'Radio' }] }
      : draft,
};
const redirecting: Rule = {
  stage: 'fixit',
  words: () => ['returns'],
  apply: (draft) =>
    draft.text.trim() === 'returns'
      ? { ...draft, redirect: 'https://shop.example/returns', trace: [...draft.trace, { step: 'fixit', before: '', after: '' }] }
      : draft,
};
const rules = [synonym, curated, redirecting];

test.each([
  ['snukrel', ['Winch'], 'snurkel'],
  ['snurkle ', ['Winch'], 'snurkel'],
  ['prodcut bag', ['Radio', 'Product bag'], 'product bag'],
  ['gadgget ', ['Radio'], 'gadget'],
  ['produktt bagg ', ['Radio', 'Product bag'], 'product bag'],
])('rules act on %s as it is meant', async (typed, found, corrected) => {
  expect(await finds(typed, rules)).toMatchObject({ found, correctedQuery: corrected, foundAsTyped: 0 });
});

test('a misspelt query is redirected as the right one is', async () => {
  expect((await finds('retruns', rules)).redirect).toBe('https://shop.example/returns');
});

test('words of rules change nothing about words that items have, or that no rule is about', async () => {
  for (const query of ['radio ', 'plate ', 'telvision ', 'snail ']) expect(await finds(query, rules)).toEqual(await finds(query));
});

test('keeps what is not wanted in a corrected query', async () => {
  const draft = draftQuery(analyser, rules, 'prodcut bag -radio');
  expect(draft.unwanted).toHaveLength(1);
  expect((await finds('prodcut bag -radio', rules)).found).toEqual(['Product bag']);
});
