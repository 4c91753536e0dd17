import { type Rule, ruleStages } from '#engine/pipeline.ts';

/** Within a stage, kinds of rules act in this order; those that aren't named here come after them, by their keys. */
const order: readonly string[] = ['character-filters', 'fixits', 'stopwords', 'synonyms', 'phrases', 'boosts', 'curations'];

interface Ordered {
  readonly key: string;
  readonly rule: Rule;
}

const placeOf = (key: string): number => (order.includes(key) ? order.indexOf(key) : order.length);

/** The order in which rules act does not depend on the order in which features are put together. */
export const byStageAndKind = (one: Ordered, other: Ordered): number =>
  ruleStages.indexOf(one.rule.stage) - ruleStages.indexOf(other.rule.stage) ||
  placeOf(one.key) - placeOf(other.key) ||
  (one.key < other.key ? -1 : one.key > other.key ? 1 : 0);
