import { expect, test } from 'vitest';
import { amountFor } from '#contract/values/boost-amount.ts';
import { createAnalyser } from '#engine/query/analysis/analyser.ts';
import { compileWith } from '#engine/query/pipeline.ts';
import { draftQuery } from '#engine/query/query-draft.ts';
import { planFor } from '#engine/query/query-plan.ts';
import { type CollectionRelevance, notSearched } from '#engine/query/relevance.ts';
import type { BoostRule } from '#features/search-settings/boost-manager/boost-manager.contract.ts';
import { boostRule, boostSettingsRule } from './boosts.rule.ts';

const analyser = createAnalyser('cs');
const usual: Omit<BoostRule, 'field' | 'boost'> = {
  type: 'value',
  value: [],
  based: 'value',
  function: 'linear',
  operation: 'multiply',
  direction: 'rising',
  full_until: null,
};
const boost = (changes: Partial<BoostRule> & { id?: number }): BoostRule => ({ ...usual, field: 'brand', boost: 2, ...changes });
const relevance = {
  layout: { language: 'cs', groupField: null, fields: [] },
  fields: {
    name: { ...notSearched, searchable: true, weight: 100, boostable: true },
    brand: { ...notSearched, searchable: true, weight: 60, boostable: true },
    stock: { ...notSearched, boostable: true },
  },
  relevantRate: 70,
  forcesStopwords: false,
  lowersUnwanted: false,
} as const;
const request = { query: '', filters: [], facets: [], sort: [], page: 1, perPage: 10, today: 0 };

function planOf(rows: readonly BoostRule[], isOverriding = false, by: CollectionRelevance = relevance) {
  const rules = [
    compileWith(boostRule)(rows, analyser),
    compileWith(boostSettingsRule)([{ overrides_relevance: isOverriding }], analyser),
  ];
  return planFor(draftQuery(analyser, rules, 'boty'), by, request);
}

test('what is added comes after all that multiplies, so that the order of the rows does nothing', () => {
  const added = boost({ id: 1, type: 'functional', operation: 'add', field: 'stock' });
  const multiplied = boost({ id: 2, value: ['Alfa'] });
  const ids = (rows: readonly BoostRule[]) => planOf(rows).boosts.map(({ ruleId }) => ruleId);
  expect([ids([added, multiplied]), ids([multiplied, added])]).toEqual([
    [2, 1],
    [2, 1],
  ]);
});

test('a word is looked for as the index has it, a whole value as it is written', () => {
  const [byWord] = planOf([boost({ based: 'word', value: ['ŽLUTÝ'] })]).boosts;
  const [byValue] = planOf([boost({ value: ['ŽLUTÝ', true, 5] })]).boosts;
  expect(byWord).toMatchObject({ by: 'word', anyOf: ['zluty'] });
  expect(byValue).toMatchObject({ anyOf: ['ŽLUTÝ', true, 5] });
});

test('a field that may not be boosted is not, and keeps its weight', () => {
  const fields = { ...relevance.fields, brand: { ...relevance.fields.brand, boostable: false } };
  const plan = planOf([boost({ value: ['Alfa'] })], true, { ...relevance, fields });
  expect([plan.boosts, plan.fields.map(({ weight }) => weight)]).toEqual([[], [8, 4.8]]);
});

test('a boosted field counts with the weight 1 of 10 where boosts override it, the others and fields that are not searched as before', () => {
  const weights = (plan: ReturnType<typeof planOf>) => plan.fields.map(({ name, weight }) => [name, weight]);
  const rows = [boost({ value: ['Alfa'] }), boost({ field: 'stock', value: [1] })];
  const before = [
    ['name', 8],
    ['brand', 4.8],
  ];
  expect(weights(planOf(rows))).toEqual(before);
  expect(weights(planOf([], true))).toEqual(before);
  expect(weights(planOf(rows, true))).toEqual([
    ['name', 8],
    ['brand', 0.8],
  ]);
});

test('a boost rises or falls', () => {
  const functional = boost({ type: 'functional', field: 'stock' });
  const { boosts } = planOf([{ ...functional, direction: 'falling' }, functional]);
  expect(boosts.map((one) => one.kind === 'functional' && amountFor(one, 100))).toEqual([1 + 1 / 100, 200]);
});
