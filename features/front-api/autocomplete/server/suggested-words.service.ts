import { ofWordsAlone, type Plan } from '#engine/plan.ts';
import { analyserOf } from '#engine/query/analysis/analyser.ts';
import { fold } from '#engine/query/analysis/folding.ts';
import type { PhraseSuggestion } from '#engine/query/pipeline.ts';
import { draftQuery } from '#engine/query/query-draft.ts';
import { planFor, searchFields } from '#engine/query/query-plan.ts';
import { rulesFor } from '#engine/query/resolve/run-search.ts';
import { stopwordTest } from '#engine/query/stopword-rule.ts';
import { wait, type Work } from '#process-kit/work.ts';
import { type CollectionSearch, completing } from '#server/search/project-search.ts';
import { plainRequest } from '#server/search/search-request.ts';

export interface Suggestion {
  readonly text: string;
  readonly item_count: number;
}

/** Beside those that are hidden or say nothing. */
const spareTerms = 10;

/** Items that have all words of a text, in the fields of autocomplete; null for a text without words. */
function itemsWith({ session, relevance, rules, today }: CollectionSearch, text: string): Plan | null {
  const analyser = analyserOf(session.layout?.language ?? relevance.layout.language);
  const asked = completing(relevance);
  const request = { ...plainRequest(`${text.trim()} `, 0), today };
  const draft = draftQuery(analyser, rulesFor(asked, rules), request.query);
  if (draft.redirect !== null || draft.groups.length === 0) return null;
  return { ...ofWordsAlone(planFor(draft, asked, request)), boosts: [], minimumMatch: draft.groups.length };
}

/** Completes the last word among items that have the words before, most frequent first, without hidden phrases. */
export function* completeWords(search: CollectionSearch, typed: string, limit: number): Work<Suggestion[]> {
  const { session, relevance, rules } = search;
  const [, before = '', last = ''] = /^(.*?)(\S*)$/s.exec(typed.trimStart().toLowerCase()) ?? [];
  const fields = searchFields(completing(relevance));
  if (last === '' || fields.length === 0 || session.layout === null) return [];
  // Archived fields stay in the index until it is rebuilt.
  const names = new Set(fields.map(({ name }) => name));
  // Terms are folded: `červ` is completed by `cervena`, and keeps its diacritics.
  const prefix = fold(last);
  const completed = (term: string): string => before + (prefix.length === last.length ? last + term.slice(prefix.length) : term);
  const areAll = session.layout.fields.every(({ name, searchable }) => !searchable || names.has(name));
  const among = itemsWith(search, before);
  const terms = yield* wait(session.terms(prefix, limit + spareTerms, areAll ? null : fields, among));
  const isStopword = stopwordTest(session.layout.language);
  return terms
    .filter(({ term }) => term.length > 1 && !isStopword(term))
    .map(({ term, itemCount }) => ({ text: completed(term), item_count: itemCount }))
    .filter(({ text }) => !rules.some((rule) => rule.hides?.(text)))
    .slice(0, limit);
}

/** How many items have all words of a phrase whose items weren't counted when it was saved. */
export function* countPhrases(search: CollectionSearch, phrases: readonly PhraseSuggestion[]): Work<ReadonlyMap<string, number>> {
  const plans = phrases.flatMap(({ text, itemCount }) => {
    const plan = itemCount > 0 ? null : itemsWith(search, text);
    return plan === null ? [] : [{ text, plan }];
  });
  if (plans.length === 0) return new Map();
  const counts = yield* wait(search.session.counts(plans.map(({ plan }) => plan)));
  return new Map(plans.map(({ text }, at) => [text, counts[at]!]));
}
