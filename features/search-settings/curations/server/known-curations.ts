import { LRUCache } from 'lru-cache';
import { analyserOf } from '#engine/query/analysis/analysers.ts';
import type { CurationQuery } from '#features/search-settings/curations/curations.contract.ts';
import { type Condition, conditionOf } from './curations.rule.ts';
import type { CurationRow } from './curations.store.ts';
import type { Claimant } from '#server/rules/rows/row-claims.ts';

export interface KnownCuration extends Claimant {
  readonly conditions: readonly Condition[];
}

/** Analysing thousands of queries takes longer than reading them. */
const known = new LRUCache<string, Condition>({ max: 50_000 });

function knownCondition(query: CurationQuery, language: string): Condition {
  const key = `${language} ${query.match} ${query.query}`;
  const condition = known.get(key) ?? conditionOf(analyserOf(language), query);
  known.set(key, condition);
  return condition;
}

export function knownCuration({ name, queries }: CurationRow, language: string): KnownCuration {
  const conditions = queries.map((query) => knownCondition(query, language));
  return { name, conditions, keys: conditions.map(conditionKey) };
}

/** Equal for equivalent queries. */
export const conditionKey = ({ match, key }: Condition): string => `${match} ${key}`;
