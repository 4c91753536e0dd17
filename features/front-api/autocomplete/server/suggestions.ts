import type { PhraseSuggestion } from '#engine/query/pipeline.ts';
import { type Plan, plainPlan, type SearchField } from '#engine/plan.ts';
import { searchFields } from '#engine/query/query-plan.ts';
import { type CollectionSearch, completing } from '#server/search/project-search.ts';

export interface Suggestion {
  readonly text: string;
  readonly item_count: number;
}

const candidatesPerWord = 4;

/** Completes the last word, most frequent first, without hidden phrases. */
export async function completeWords(search: CollectionSearch, typed: string, limit: number): Promise<Suggestion[]> {
  const words = await completions(search, typed, limit);
  return words.filter(({ text }) => !search.rules.some((rule) => rule.hides?.(text)));
}

async function completions({ session, relevance }: CollectionSearch, typed: string, limit: number): Promise<Suggestion[]> {
  const [, before = '', last = ''] = /^(.*?)(\S*)$/s.exec(typed.trimStart().toLowerCase()) ?? [];
  const fields = searchFields(completing(relevance));
  if (last === '' || fields.length === 0 || session.layout === null) return [];
  // Archived fields stay in the index until it is rebuilt.
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

/** Phrases first, then words by frequency, without duplicates. */
export function suggestionsOf(
  phrases: readonly PhraseSuggestion[],
  words: readonly (readonly Suggestion[])[],
  limit: number,
): Suggestion[] {
  const first = joined(phrases.map(({ text, itemCount }) => ({ text, item_count: itemCount })));
  const known = new Set(first.map(({ text }) => text.toLowerCase()));
  const rest = joined(words.flat()).filter(({ text }) => !known.has(text));
  return [...first, ...mostFrequent(rest, limit)].slice(0, limit);
}

function joined(suggestions: readonly Suggestion[]): Suggestion[] {
  const byText = new Map<string, Suggestion>();
  for (const { text, item_count: count } of suggestions) {
    const same = byText.get(text.toLowerCase());
    byText.set(text.toLowerCase(), { text: same?.text ?? text, item_count: (same?.item_count ?? 0) + count });
  }
  return [...byText.values()];
}

const mostFrequent = (suggestions: readonly Suggestion[], limit: number): Suggestion[] =>
  suggestions.toSorted((one, other) => other.item_count - one.item_count).slice(0, limit);
