import type { Rule, SearchRequest } from '#engine/query/pipeline.ts';
import type { CollectionRelevance } from '#engine/query/relevance.ts';
import type { SearchAnswer } from '#engine/query/resolve/run-search.ts';
import { usualSuggestions } from '#features/front-api/autocomplete/autocomplete.contract.ts';
import type { PhraseEffect } from '#features/data/phrases/phrases.contract.ts';
import { searchDataOf } from '#server/search/search-data.ts';
import { plainRequest } from '#server/search/search-request.ts';

const shownItems = 6;
const lookedThrough = 100;
const toldWords = 3;

interface Shop {
  readonly rules: readonly Rule[];
  readonly rulesWithout: readonly Rule[];
  readonly relevance: CollectionRelevance;
  readonly search: (request: SearchRequest, rules: readonly Rule[]) => Promise<SearchAnswer>;
}

export async function phraseEffect(
  phrase: string,
  { rules, rulesWithout, relevance, search }: Shop,
): Promise<Omit<PhraseEffect, 'phrase'>> {
  const [found, foundWithout] = await Promise.all([
    search(plainRequest(phrase, shownItems), rules),
    search(plainRequest(phrase, lookedThrough), rulesWithout),
  ]);
  const places = new Map(foundWithout.hits.map(({ id }, at) => [id, at + 1]));
  const shown = new Set(found.hits.map(({ id }) => id));
  const first = { ...foundWithout, hits: foundWithout.hits.slice(0, shownItems) };
  return {
    beginnings: beginningsOf(phrase, rules),
    total_count: found.totalCount,
    items: searchDataOf(found).items.map((item) => ({ item, place_without: places.get(item.id) ?? null })),
    gone: searchDataOf(first).items.flatMap((item, at) => (shown.has(item.id) ? [] : [{ item, place_without: at + 1 }])),
    checked_fields: Object.entries(relevance.fields)
      .filter(([, { searchable, phraseWeight, userPhraseCheck }]) => searchable && phraseWeight > 0 && userPhraseCheck)
      .map(([name]) => name),
  };
}

/** For each word, the prefixes at which its rank changes, until it is first. */
export function beginningsOf(phrase: string, rules: readonly Rule[]): PhraseEffect['beginnings'] {
  const placeFor = (typed: string): number => {
    const suggested = rules.flatMap((rule) => rule.suggest?.(typed, usualSuggestions) ?? []).slice(0, usualSuggestions);
    return suggested.findIndex(({ text }) => text === phrase) + 1;
  };
  const beginnings: { readonly typed: string; readonly place: number }[] = [];
  for (const { index } of [...phrase.matchAll(/\S+/g)].slice(0, toldWords)) {
    for (let end = index + 1; end <= phrase.length; end += 1) {
      const typed = phrase.slice(index, end).toLowerCase();
      const place = typed.endsWith(' ') ? 0 : placeFor(typed);
      const isMoved = place > 0 && beginnings.findLast((one) => typed.startsWith(one.typed))?.place !== place;
      if (isMoved) beginnings.push({ typed, place });
      if (place === 1) break;
    }
  }
  return beginnings;
}
