import { analyserOf } from '#engine/query/analysis/analysers.ts';
import { type Condition, conditionOf } from './curations.rule.ts';
import { type CurationRow, curationTexts } from './curations.store.ts';
import type { Claimant } from '#server/rules/rows/row-claims.ts';
import { KnownRows } from '#server/rules/rows/known-rows.ts';
import { searchText } from '#server/db/search-text.ts';

export interface KnownCuration extends Claimant {
  readonly conditions: readonly Condition[];
  readonly promoted: readonly string[];
  readonly hidden: readonly string[];
  /** For search and sorting. */
  readonly text: string;
}

export const knownCurations = () =>
  new KnownRows<CurationRow, KnownCuration>((curation, language) => {
    const { name, queries, promoted, hidden } = curation;
    const analyser = analyserOf(language);
    const conditions = queries.map((query) => conditionOf(analyser, query));
    return {
      name,
      conditions,
      keys: conditions.map(conditionKey),
      promoted: promoted.map(({ id }) => id),
      hidden: hidden.map(({ id }) => id),
      text: searchText(curationTexts(curation)),
    };
  });

/** Equal for equivalent queries. */
export const conditionKey = ({ match, key }: Condition): string => `${match} ${key}`;
