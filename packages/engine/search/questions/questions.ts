import type { Item } from '#contract/item.ts';
import { maxKnownCompletions } from '#engine/index/limits.ts';
import type { Plan, SearchField } from '#engine/plan.ts';
import type { DraftedQuery, ItemPage, SearchResult, ResolvedSearch, SimilarTerm, SourcePage, TermCount } from '#engine/port.ts';
import { after, type Awaitable, run } from '#process-kit/work.ts';
import { analyserOf } from '#engine/query/analysis/analyser.ts';
import { completeTerm } from '#engine/query/resolve/complete-term.ts';
import { resolveSearch } from '#engine/query/resolve/resolve-search.ts';
import { resolveGroups, unknownOf } from '#engine/search/matching/clauses.ts';
import { explainInGeneration } from './explain-generation.ts';
import type { LoadedGeneration } from '#engine/search/generation/loaded-generation.ts';
import { searchGeneration } from './search-generation.ts';
import { termsAmong } from './terms-among.ts';
import { beginningsLike, compoundsOf, similarTerms as similarTermsOf, termsWithPrefix } from './term-lookup.ts';

function search(generation: LoadedGeneration, plan: Plan): SearchResult {
  const start = performance.now();
  const result = searchGeneration(generation, plan);
  return { ...result, took: performance.now() - start };
}

function items({ store }: LoadedGeneration, ids: readonly string[]): Item[] {
  return ids.flatMap((id) => {
    const doc = store.docOf(id);
    return doc < 0 ? [] : [store.item(doc)];
  });
}

const unknownGroups = (generation: LoadedGeneration, plan: Plan): readonly number[] => unknownOf(resolveGroups(generation, plan));

function firstWith(generation: LoadedGeneration, least: number, plans: readonly Plan[]): number {
  const found = plans.findIndex((plan) => searchGeneration(generation, plan).totalCount >= least);
  return found < 0 ? plans.length - 1 : found;
}

const counts = (generation: LoadedGeneration, plans: readonly Plan[]): number[] =>
  plans.map((plan) => searchGeneration(generation, { ...plan, facets: [], from: 0, size: 0 }).totalCount);

const similarTerms = (generation: LoadedGeneration, words: readonly string[], limit: number): (readonly SimilarTerm[])[] =>
  words.map((word) => similarTermsOf(generation, word, limit));

const compounds = (generation: LoadedGeneration, words: readonly string[], language: string): (readonly string[])[] =>
  words.map((word) => compoundsOf(generation, word, analyserOf(language).stem));

function terms(
  generation: LoadedGeneration,
  prefix: string,
  limit: number,
  fields: readonly SearchField[] | null,
  among: Plan | null,
): Awaitable<readonly TermCount[]> {
  const known = generation.words.by(fields ?? allFields).completions;
  const key = `${limit} ${prefix} ${among === null ? '' : JSON.stringify(among.groups)}`;
  const before = known.get(key);
  if (before !== undefined) return before;
  const asks = {
    terms: (wanted: string, most: number) => termsWithPrefix(generation, wanted, most),
    counts: (plans: readonly Plan[]) => counts(generation, plans),
  };
  const completed =
    among === null ? run(completeTerm(asks, prefix, limit, fields, null)) : termsAmong(generation, among, prefix, limit);
  return after(completed, (found) => {
    if (known.size >= maxKnownCompletions) known.clear();
    known.set(key, found);
    return found;
  });
}

const allFields: readonly SearchField[] = [];

const resolve = (generation: LoadedGeneration, query: DraftedQuery): Awaitable<ResolvedSearch> =>
  run(
    resolveSearch(
      {
        search: (plan) => search(generation, plan),
        unknownGroups: (plan) => unknownGroups(generation, plan),
        firstWith: (least, plans) => firstWith(generation, least, plans),
        counts: (plans) => counts(generation, plans),
        similarTerms: (words, limit) => similarTerms(generation, words, limit),
        beginningsLike: (word, limit) => beginningsLike(generation, word, limit),
        compounds: (words, language) => compounds(generation, words, language),
      },
      query,
    ),
  );

const answers = {
  search,
  resolve,
  unknownGroups,
  firstWith,
  counts,
  explain: explainInGeneration,
  items,
  knownIds: ({ store }: LoadedGeneration, ids: readonly string[]): string[] => ids.filter((id) => store.docOf(id) >= 0),
  idsOfSource: ({ store }: LoadedGeneration, source: number, after: string | null): SourcePage =>
    store.idsOfSource(source, after),
  itemPage: ({ store }: LoadedGeneration, after: string | null): ItemPage => store.itemPage(after),
  terms,
  similarTerms,
  beginningsLike,
  compounds,
};

type Questions = typeof answers;
export type QuestionName = keyof Questions;
export type QuestionArguments<Name extends QuestionName> =
  Parameters<Questions[Name]> extends [unknown, ...infer Rest] ? Rest : never;
export type Answer<Name extends QuestionName> = Awaited<ReturnType<Questions[Name]>>;

export function answer<Name extends QuestionName>(
  generation: LoadedGeneration,
  name: Name,
  rest: QuestionArguments<Name>,
): Awaitable<Answer<Name>> {
  const ask = answers[name] as unknown as (generation: LoadedGeneration, ...rest: QuestionArguments<Name>) => Answer<Name>;
  return ask(generation, ...rest);
}
