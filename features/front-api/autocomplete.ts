import { plainPlan } from '#engine/plan.ts';
import { searchFields } from '#engine/query-plan.ts';
import type { SearchEngine } from '#engine/port.ts';
import { completing } from '#server-kit/project-search.ts';
import type { CollectionRelease } from '#server-kit/releases.ts';

export interface Suggestion {
  readonly text: string;
  readonly item_count: number;
}

/** Where only some fields are completed, so many words are looked at for each one that is wanted. */
const candidatesPerWord = 4;

/** The typed text with its last word completed to words of the index, most frequent first. */
export async function completeWords(
  engine: SearchEngine,
  collection: string,
  relevance: CollectionRelease,
  typed: string,
  limit: number,
): Promise<Suggestion[]> {
  const [, before = '', last = ''] = /^(.*?)(\S*)$/s.exec(typed.trimStart().toLowerCase()) ?? [];
  if (last === '') return [];
  const [all, completed] = [searchFields(relevance), searchFields(completing(relevance))];
  if (completed.length === 0) return [];
  if (completed.length === all.length) {
    const terms = await engine.terms(collection, last, limit);
    return terms.map(({ term, itemCount }) => ({ text: before + term, item_count: itemCount }));
  }
  const candidates = await engine.terms(collection, last, limit * candidatesPerWord);
  const suggestions = await Promise.all(
    candidates.map(async ({ term }): Promise<Suggestion> => {
      const groups = [{ word: term, alternatives: [{ kind: 'exact', terms: [term], weight: 1 } as const] }];
      const { totalCount } = await engine.search(collection, { ...plainPlan, groups, minimumMatch: 1, fields: completed });
      return { text: before + term, item_count: totalCount };
    }),
  );
  return mostFrequent(
    suggestions.filter(({ item_count: count }) => count > 0),
    limit,
  );
}

/** Words that several collections have count in all of them. */
export function mergeSuggestions(lists: readonly (readonly Suggestion[])[], limit: number): Suggestion[] {
  const counts = new Map<string, number>();
  for (const { text, item_count: count } of lists.flat()) counts.set(text, (counts.get(text) ?? 0) + count);
  return mostFrequent(
    [...counts].map(([text, count]) => ({ text, item_count: count })),
    limit,
  );
}

const mostFrequent = (suggestions: readonly Suggestion[], limit: number): Suggestion[] =>
  suggestions.toSorted((one, other) => other.item_count - one.item_count).slice(0, limit);
