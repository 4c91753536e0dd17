import { type Analyser, analyserOf } from '#engine/query/analysis/analyser.ts';
import type { Plan } from '#engine/plan.ts';
import { draftQuery, normaliseQuery } from '#engine/query/query-draft.ts';
import { planFor } from '#engine/query/query-plan.ts';
import { rulesFor } from '#engine/query/resolve/run-search.ts';
import type { CollectionSearch } from '#server/search/project-search.ts';
import { plainRequest } from '#server/search/search-request.ts';

export interface AskedQuery {
  readonly search: CollectionSearch;
  readonly analyser: Analyser;
  /** Normalised and trimmed. */
  readonly text: string;
  /** As typed, without punctuation. */
  readonly words: readonly string[];
  /** Indexes of words that no item has. */
  readonly unknown: readonly number[];
}

/** Longer queries are sentences, where one word decides nothing. */
export const mostWords = 6;

/** Requires all words, whole and uncorrected. */
function strictPlan(search: CollectionSearch, analyser: Analyser, text: string): Plan | null {
  // A trailing space ends prefix matching.
  const request = { ...plainRequest(`${text} `, 0), today: search.today };
  const draft = draftQuery(analyser, rulesFor(search.relevance, search.rules), request.query);
  if (draft.redirect !== null || draft.groups.length === 0) return null;
  const plan = planFor(draft, search.relevance, request);
  return { ...plan, minimumMatch: plan.groups.length };
}

/** Items with all words of each text. */
export async function strictCounts({ search, analyser }: AskedQuery, texts: readonly string[]): Promise<readonly number[]> {
  const plans = texts.map((text) => strictPlan(search, analyser, text));
  const asked = plans.filter((plan) => plan !== null);
  const counts = asked.length === 0 ? [] : await search.session.counts(asked);
  let at = 0;
  return plans.map((plan) => (plan === null ? 0 : (counts[at++] ?? 0)));
}

export async function known(asked: AskedQuery, texts: readonly string[]): Promise<string[]> {
  const counts = await strictCounts(asked, texts);
  return texts.filter((_text, at) => (counts[at] ?? 0) > 0);
}

export async function askedQuery(search: CollectionSearch, query: string): Promise<AskedQuery> {
  const analyser = analyserOf(search.session.layout?.language ?? search.relevance.layout.language);
  const text = normaliseQuery(query).trim();
  const words = text.split(/[\s,:!?()"<>/]+/u).filter((word) => analyser.tokens(word).length > 0);
  const asked = { search, analyser, text, words, unknown: [] };
  if (words.length > mostWords) return asked;
  const counts = await strictCounts(asked, words);
  return { ...asked, unknown: words.flatMap((_word, at) => (counts[at] === 0 ? [at] : [])) };
}
