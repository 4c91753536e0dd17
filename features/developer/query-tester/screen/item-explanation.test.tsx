import { expect, it } from 'vitest';
import type { ItemExplanation } from '#features/developer/query-tester/query-tester.contract.ts';
import { factorsOf, factorWords } from './factors.panel.tsx';
import { summary } from './item-explanation.tsx';

const field = { field: 'name', term_frequency: 1, field_length: 7, weight: 10, score: 8.1 };
const boost: ItemExplanation['boosts'][number] = {
  id: null,
  kind: 'value',
  field: 'availability',
  values: ['in_stock'],
  curve: '',
  is_added: false,
  direction: '',
  number: null,
  is_age: false,
  amount: 2,
  score: 9.12,
};

const kettle: ItemExplanation = {
  id: '1',
  score: 9.12,
  is_found: true,
  reasons_not_found: [],
  missing_words: [],
  matches: [
    { word: 'kettle', kind: 'exact', term: 'kettle', score: 9.12, fields: [field, { ...field, field: 'group', score: 1.02 }] },
  ],
  phrases: [],
  spelling: null,
  nearness: 0,
  ranks: null,
  base: 0,
  boosts: [],
  unwanted_words: [],
  learned: null,
  curation: null,
};

it('names the part that gives most of the score, also when it is a boost', () => {
  expect(summary(kettle)).toMatch(/largest part of its score comes from “kettle” in the field Name\.$/);
  expect(summary({ ...kettle, boosts: [{ ...boost, id: 3 }] })).toMatch(/comes from “Boost of Availability”\.$/);
  expect(summary({ ...kettle, boosts: [boost] })).toMatch(/comes from “Lower items out of stock”\.$/);
  expect(summary({ ...kettle, boosts: [{ ...boost, score: 8 }] })).toMatch(/comes from “kettle” in the field Name\.$/);
});

it('says that items are sorted by id when no part of the score differs from 0', () => {
  const fields = [{ ...field, score: 0 }];
  expect(summary({ ...kettle, matches: [{ ...kettle.matches[0]!, fields }] })).toBe('All items have these words: sorted by id.');
});

it('says which places by words and by meaning make its place', () => {
  expect(summary({ ...kettle, ranks: { words: 12, meaning: 3 } })).toBe(
    'Words and meaning rank together. Place by words: 12. Place by meaning: 3.',
  );
  expect(summary({ ...kettle, matches: [], ranks: { words: null, meaning: 3 } })).toBe(
    'Words and meaning rank together. Place by meaning: 3.',
  );
});

it('says how often visitors chose the item, and where that moves it', () => {
  const learned = { query: 'konvice', chosen: 41, from: 5, to: 2, score: 3 };
  const [factor] = factorsOf([{ ...kettle, matches: [], learned }]);
  expect(factorWords(factor!)).toEqual(['Visitors’ choices', 'chosen 41 times after “konvice”, place 5 → 2']);
  expect(summary({ ...kettle, matches: [], boosts: [], learned })).toBe('No words to score: visitors’ choices decide.');
  const [other] = factorsOf([{ ...kettle, matches: [], learned: { ...learned, chosen: 0 } }]);
  expect(factorWords(other!)[1]).toBe('after similar queries, place 5 → 2');
});
