import { createAnalyser } from '#engine/analysis/analyser.ts';
import type { Analyser } from '#engine/analysis/analyser.ts';
import type { Rule, SearchRequest, TraceEntry } from '#engine/pipeline.ts';
import type { Plan } from '#engine/plan.ts';
import type { Explanation, Facet, Hit, SearchEngine } from '#engine/port.ts';
import { draftQuery } from '#engine/query-draft.ts';
import { planFor } from '#engine/query-plan.ts';
import type { CollectionRelevance } from '#engine/relevance.ts';
import { resolveQuery } from '#engine/resolve-query.ts';

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

/** What a query asks of the engine in the end. */
export interface SettledQuery {
  readonly trace: readonly TraceEntry[];
  /** null when the query redirects. */
  readonly plan: Plan | null;
  readonly redirect: string | null;
}

export interface ItemExplanation extends SettledQuery {
  /** null when the live generation has no such item, or the query redirects. */
  readonly explanation: Explanation | null;
}

const maxAnalysers = 40;

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
  const { result, relaxed, correctedQuery, trace } = await resolveQuery(
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

/** The plan that `runSearch` would answer with: after rules, corrections and asking for fewer words. */
export async function settleQuery(
  engine: SearchEngine,
  collection: string,
  relevance: CollectionRelevance,
  rules: readonly Rule[],
  request: SearchRequest,
): Promise<SettledQuery> {
  const analyser = analyserOf(relevance.layout.language);
  const draft = draftQuery(analyser, rules, request.query);
  const { redirect } = draft;
  if (redirect !== null) return { trace: draft.trace, plan: null, redirect };
  const { plan, trace } = await resolveQuery(engine, collection, analyser, draft, planFor(draft, relevance, request));
  return { trace, plan, redirect };
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
  const settled = await settleQuery(engine, collection, relevance, rules, request);
  return { ...settled, explanation: settled.plan && (await engine.explain(collection, settled.plan, itemId)) };
}
