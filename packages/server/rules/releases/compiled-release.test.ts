import { expect, it } from 'vitest';
import { type Rule, ruleStages } from '#engine/query/pipeline.ts';
import { byStageAndKind } from './compiled-release.ts';

const rule = (key: string, stage: Rule['stage']) => ({ key, rule: { stage, apply: (draft) => draft } satisfies Rule });
const [first, second, third] = ruleStages;
const inOrder = [
  rule('stopwords', first!),
  rule('synonyms', first!),
  rule('a kind of later', first!),
  rule('kind of later', first!),
  rule('character-filters', second!),
  rule('synonyms', second!),
  rule('character-filters', third!),
];

it.each([
  ['as they act', inOrder],
  ['the other way round', inOrder.toReversed()],
  ['by their names', inOrder.toSorted((one, other) => one.key.localeCompare(other.key))],
])('rules act in one order, put together %s', (_, together) => {
  const act = together.toSorted(byStageAndKind).map(({ key, rule: { stage } }) => [stage, key]);
  expect(act).toEqual(inOrder.map(({ key, rule: { stage } }) => [stage, key]));
});
