import { createAnalyser } from '#engine/analysis/analyser.ts';
import type { Analyser } from '#engine/analysis/analyser.ts';
import type { QueryDraft, Rule, SearchRequest, TraceEntry } from '#engine/pipeline.ts';
import type { Alternative, Plan, WordGroup } from '#engine/plan.ts';
import type { Explanation, Facet, Hit, SearchEngine, SearchResult } from '#engine/port.ts';
import { describeGroups, draftQuery, joinedWeight } from '#engine/query-draft.ts';
import { planFor } from '#engine/query-plan.ts';
import type { CollectionRelevance } from '#engine/relevance.ts';

/** What a search answers, for shops and for testers alike. */
export interface SearchAnswer {
  readonly hits: readonly Hit[];
  readonly totalCount: number;
  readonly totalPages: number;
  readonly facets: readonly Facet[];
  /** Milliseconds from request to answer. */
  readonly took: number;
  readonly trace: readonly TraceEntry[];
  /** Whether fewer words were asked for than the relevant rate wants, because too few items had them. */
  readonly relaxed: boolean;
  /** The query with misspelt words replaced by indexed ones; null when nothing was replaced. */
  readonly correctedQuery: string | null;
  /** An address to go to instead of showing items. */
  readonly redirect: string | null;
}

export interface ItemExplanation {
  readonly trace: readonly TraceEntry[];
  /** null when the live generation has no such item, or the query redirects. */
  readonly explanation: Explanation | null;
}

/** How much a corrected word is worth beside a typed one, per edit. */
const fuzzyWeight = 0.7;
/** A misspelt word stands for at most this many indexed ones. */
const maxCorrections = 5;
const maxAnalysers = 40;
/** A query that finds fewer items than this is asked again with fewer words. */
const fewItems = 10;

const analysers = new Map<string, Analyser>();

/** Analysers keep a cache of stems, so one per language serves all searches. */
export function analyserOf(language: string): Analyser {
  let analyser = analysers.get(language);
  if (analyser === undefined) {
    if (analysers.size >= maxAnalysers) analysers.clear();
    analyser = createAnalyser(language);
    analysers.set(language, analyser);
  }
  return analyser;
}

/** Words that nothing has as one are looked for as two: `headset` also finds `head set`. */
function withSplits(analyser: Analyser, plan: Plan, unknown: readonly number[]): Plan {
  const groups = plan.groups.map((group, index): WordGroup => {
    if (!unknown.includes(index)) return group;
    const pairs = analyser.splits(group.word).map((terms): Alternative => ({ kind: 'synonym', terms, weight: joinedWeight }));
    return { ...group, alternatives: [...group.alternatives, ...pairs] };
  });
  return { ...plan, groups };
}

interface Corrected {
  readonly plan: Plan;
  readonly correctedQuery: string | null;
}

/** Words that nothing matches get the indexed words they may be typos of. Only the nearest ones count. */
async function correct(engine: SearchEngine, collection: string, plan: Plan, unknown: readonly number[]): Promise<Corrected> {
  if (!plan.fields.some((field) => field.fuzzy)) return { plan, correctedQuery: null };
  const groups = [...plan.groups];
  const words = groups.map((group) => group.word);
  for (const index of unknown) {
    const group = groups[index];
    if (group === undefined) continue;
    const similar = await engine.similarTerms(collection, group.word, maxCorrections);
    const nearest = similar.filter((term) => term.distance === similar[0]?.distance);
    const alternatives = nearest.map(({ term, distance }): Alternative => ({
      kind: 'fuzzy',
      terms: [term],
      weight: fuzzyWeight ** distance,
    }));
    if (nearest[0] === undefined) continue;
    groups[index] = { ...group, alternatives: [...group.alternatives, ...alternatives] };
    words[index] = nearest[0].term;
  }
  const isSame = words.every((word, index) => word === plan.groups[index]?.word);
  return isSame ? { plan, correctedQuery: null } : { plan: { ...plan, groups }, correctedQuery: words.join(' ') };
}

interface Resolved {
  readonly plan: Plan;
  readonly result: SearchResult;
  readonly relaxed: boolean;
  readonly correctedQuery: string | null;
  readonly trace: readonly TraceEntry[];
}

/** Items that the words alone find: neither filters nor promoted items may decide how many words are asked for. */
async function wordMatches(engine: SearchEngine, collection: string, plan: Plan, result: SearchResult): Promise<number> {
  if (result.totalCount === 0 && plan.filters.length === 0) return 0;
  if (plan.filters.length === 0 && plan.promoted.length === 0) return result.totalCount;
  const { totalCount } = await engine.search(collection, {
    ...plan,
    filters: [],
    facets: [],
    sort: [],
    promoted: [],
    from: 0,
    size: 0,
  });
  return totalCount;
}

/** How many words to ask for next when `plan` found too little: those that something has, then any. */
function fewerWords(plan: Plan, unknownCount: number): number | null {
  const next = [plan.groups.length - unknownCount, 1].find((count) => count >= 1 && count < plan.minimumMatch);
  return next ?? null;
}

/** Searches, corrects words that nothing has, and asks for fewer words while too few items are found. */
async function resolve(
  engine: SearchEngine,
  collection: string,
  analyser: Analyser,
  draft: QueryDraft,
  first: Plan,
): Promise<Resolved> {
  const trace = [...draft.trace];
  let plan = first;
  let result = await engine.search(collection, plan);
  let correctedQuery: string | null = null;
  if (result.unknownGroups.length > 0) {
    const split = withSplits(analyser, plan, result.unknownGroups);
    const answer = await engine.search(collection, split);
    const known = result.unknownGroups.filter((index) => !answer.unknownGroups.includes(index));
    if (known.length > 0) {
      plan = withSplits(analyser, plan, known);
      result = answer;
      const words = plan.groups.map(({ word }) => word).join(' ');
      trace.push({ step: 'splits', before: words, after: known.map((index) => plan.groups[index]?.word ?? '').join(', ') });
    }
  }
  if (result.unknownGroups.length > 0) {
    const corrected = await correct(engine, collection, plan, result.unknownGroups);
    if (corrected.correctedQuery !== null) {
      trace.push({ step: 'typos', before: describeGroups(plan.groups), after: describeGroups(corrected.plan.groups) });
      ({ plan, correctedQuery } = corrected);
      result = await engine.search(collection, plan);
    }
  }
  let minimumMatch = fewerWords(plan, result.unknownGroups.length);
  const strict = result.totalCount;
  while (minimumMatch !== null && (await wordMatches(engine, collection, plan, result)) < fewItems) {
    trace.push({ step: 'relax', before: String(plan.minimumMatch), after: String(minimumMatch) });
    plan = { ...plan, minimumMatch };
    result = await engine.search(collection, plan);
    minimumMatch = fewerWords(plan, result.unknownGroups.length);
  }
  return { plan, result, relaxed: result.totalCount > strict, correctedQuery, trace };
}

/** Runs one query through the rules and the engine. Rejects with the engine's error when a page lies beyond its window. */
export async function runSearch(
  engine: SearchEngine,
  collection: string,
  relevance: CollectionRelevance,
  rules: readonly Rule[],
  request: SearchRequest,
): Promise<SearchAnswer> {
  const start = performance.now();
  const analyser = analyserOf(relevance.layout.language);
  const draft = draftQuery(analyser, rules, request.query);
  const nothing = { hits: [], totalCount: 0, totalPages: 0, facets: [], relaxed: false, correctedQuery: null };
  if (draft.redirect !== null)
    return { ...nothing, took: performance.now() - start, trace: draft.trace, redirect: draft.redirect };
  const { result, relaxed, correctedQuery, trace } = await resolve(
    engine,
    collection,
    analyser,
    draft,
    planFor(draft, relevance, request),
  );
  const totalPages = request.perPage > 0 ? Math.ceil(result.totalCount / request.perPage) : 0;
  const { hits, totalCount, facets } = result;
  return {
    hits,
    totalCount,
    totalPages,
    facets,
    took: performance.now() - start,
    trace,
    relaxed,
    correctedQuery,
    redirect: null,
  };
}

/** Explains the score of one item for the same query, decided exactly as `runSearch` decides it. */
export async function explainItem(
  engine: SearchEngine,
  collection: string,
  relevance: CollectionRelevance,
  rules: readonly Rule[],
  request: SearchRequest,
  itemId: string,
): Promise<ItemExplanation> {
  const analyser = analyserOf(relevance.layout.language);
  const draft = draftQuery(analyser, rules, request.query);
  if (draft.redirect !== null) return { trace: draft.trace, explanation: null };
  const { plan, trace } = await resolve(engine, collection, analyser, draft, planFor(draft, relevance, request));
  return { trace, explanation: await engine.explain(collection, plan, itemId) };
}
