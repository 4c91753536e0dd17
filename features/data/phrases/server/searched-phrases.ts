import type { Analyser } from '#engine/query/analysis/analyser.ts';
import type { MinedPhrase } from '#features/data/imports/server/imports.task.ts';
import { isMasked } from '#features/front-api/searched-terms/masked-queries.contract.ts';
import type { SearchedTerm } from '#features/front-api/searched-terms/server/searched-terms.store.ts';

export interface FoundPhrase extends Omit<MinedPhrase, 'source'> {
  readonly source: 'name' | 'category' | 'searched';
  readonly searchCount: number;
}

/** Searches in all its forms. */
export const leastSearches = 10;
const fewestWords = 2;
const mostWords = 3;
const maximumSearched = 500;

export function withSearched(
  mined: readonly MinedPhrase[],
  terms: readonly SearchedTerm[],
  analyser: Analyser,
): readonly FoundPhrase[] {
  const searched = new Map<string, FoundPhrase>();
  for (const { term, searchCount, itemCount } of terms) {
    if (isMasked(term)) continue;
    const stems = stemsOf(analyser, term);
    const known = searched.get(stems) ?? { stems, phrase: term, itemCount: 0, searchCount: 0, source: 'searched' };
    searched.set(stems, {
      ...known,
      itemCount: Math.max(known.itemCount, itemCount),
      searchCount: known.searchCount + searchCount,
    });
  }
  const ofItems = new Set(mined.map(({ stems }) => stems));
  const besides = [...searched.values()].filter((one) => !ofItems.has(one.stems) && isPhrase(one));
  return [
    ...mined.map((one) => ({ ...one, searchCount: searched.get(one.stems)?.searchCount ?? 0 })),
    ...besides.toSorted((a, b) => b.searchCount - a.searchCount).slice(0, maximumSearched),
  ];
}

function isPhrase({ stems, itemCount, searchCount }: FoundPhrase): boolean {
  const words = stems.split(' ').length;
  return words >= fewestWords && words <= mostWords && itemCount > 0 && searchCount >= leastSearches;
}

export const stemsOf = (analyser: Analyser, text: string): string =>
  analyser
    .tokens(text)
    .map((token) => analyser.stem(token))
    .join(' ');
