import { type Plan, plainPlan, type SearchField } from '#engine/plan.ts';
import { searchFields } from '#engine/query-plan.ts';
import { type CollectionSearch, completing } from '#server-kit/project-search.ts';

export interface Suggestion {
  readonly text: string;
  readonly item_count: number;
}

/** Where only some fields are completed, so many words are looked at for each one that is wanted. */
const candidatesPerWord = 4;

/** The typed text with its last word completed to words of the index, most frequent first. */
export async function completeWords(
  { session, relevance }: CollectionSearch,
  typed: string,
  limit: number,
): Promise<Suggestion[]> {
  const [, before = '', last = ''] = /^(.*?)(\S*)$/s.exec(typed.trimStart().toLowerCase()) ?? [];
  const fields = searchFields(completing(relevance));
  if (last === '' || fields.length === 0 || session.layout === null) return [];
  // An index has words of archived fields, too, until it is built again.
  const names = new Set(fields.map(({ name }) => name));
  const areAll = session.layout.fields.every(({ name, searchable }) => !searchable || names.has(name));
  if (areAll) {
    const terms = await session.terms(last, limit);
    return terms.map(({ term, itemCount }) => ({ text: before + term, item_count: itemCount }));
  }
  const candidates = await session.terms(last, limit * candidatesPerWord);
  const counts = await session.counts(candidates.map(({ term }) => planOf(term, fields)));
  const suggestions = candidates.map(({ term }, place) => ({ text: before + term, item_count: counts[place] ?? 0 }));
  return mostFrequent(
    suggestions.filter(({ item_count: count }) => count > 0),
    limit,
  );
}

function planOf(term: string, fields: readonly SearchField[]): Plan {
  const groups = [{ word: term, alternatives: [{ kind: 'exact', terms: [term], weight: 1 } as const] }];
  return { ...plainPlan, groups, minimumMatch: 1, fields };
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
