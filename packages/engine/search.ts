import { createAnalyser } from '#engine/analysis/analyser.ts';
import type { Analyser } from '#engine/analysis/analyser.ts';
import { fold } from '#engine/analysis/folding.ts';
import { highlighter, type Highlights } from '#engine/highlights.ts';
import type { QueryDraft, Rule, SearchRequest, TraceEntry } from '#engine/pipeline.ts';
import type { Plan } from '#engine/plan.ts';
import type { CollectionLayout, Explanation, Facet, Hit, SearchEngine } from '#engine/port.ts';
import { draftQuery } from '#engine/query-draft.ts';
import { planFor } from '#engine/query-plan.ts';
import type { CollectionRelevance } from '#engine/relevance.ts';
import { resolveQuery } from '#engine/resolve-query.ts';
import { inTypedSpelling, spellingWindow, type OtherSpelling } from '#engine/spelling-order.ts';

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
  /** By item id, where they were asked for. */
  readonly highlights: ReadonlyMap<string, Highlights> | null;
  /** An address to go to instead of showing items. */
  readonly redirect: string | null;
}

/** What a query asks of the engine in the end. */
export interface SettledQuery {
  readonly trace: readonly TraceEntry[];
  /** null when the query redirects. */
  readonly plan: Plan | null;
  readonly redirect: string | null;
  /** The best hits in their order, at most `spellingWindow`. */
  readonly best: readonly Hit[];
  /** By id: which of the best have words in another spelling than was typed. */
  readonly spellings: ReadonlyMap<string, OtherSpelling>;
}

/** Its score is what spelling left of it. */
export type ExplainedScore = Explanation & { readonly spelling: OtherSpelling | null };

export interface ItemExplanation extends SettledQuery {
  /** null when the live generation has no such item, or the query redirects. */
  readonly explanation: ExplainedScore | null;
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

/** A collection takes part in all rules of its project but stop words, which it has to force. */
export function rulesFor({ forcesStopwords }: CollectionRelevance, rules: readonly Rule[]): readonly Rule[] {
  return forcesStopwords ? rules : rules.filter(({ stage }) => stage !== 'stopwords');
}

/** Settles what to ask for, and the order of what is found. */
async function settle(engine: SearchEngine, collection: string, analyser: Analyser, draft: QueryDraft, first: Plan) {
  const resolved = await resolveQuery(engine, collection, analyser, draft, first);
  const spelled = await inTypedSpelling(analyser, draft, resolved.plan, resolved.result, (plan) =>
    engine.search(collection, plan),
  );
  const spellings = new Set([...spelled.others.values()].flatMap(({ words }) => words));
  const told = [...spellings].map((surface) => ({ step: 'spelling', before: fold(surface), after: surface }));
  return { ...resolved, spelled, trace: [...resolved.trace, ...told] };
}

function highlightsOf(hits: readonly Hit[], analyser: Analyser, plan: Plan, layout: CollectionLayout): Map<string, Highlights> {
  const highlight = highlighter(analyser, plan, layout);
  return new Map(hits.map(({ id, item }) => [id, highlight(item)]));
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
  const draft = draftQuery(analyser, rulesFor(relevance, rules), request.query);
  const nothing = { hits: [], totalCount: 0, totalPages: 0, facets: [], relaxed: false, correctedQuery: null, highlights: null };
  if (draft.redirect !== null)
    return { ...nothing, took: performance.now() - start, trace: draft.trace, redirect: draft.redirect };
  const plan = planFor(draft, relevance, request);
  const settled = await settle(engine, collection, analyser, draft, plan);
  const { result, relaxed, correctedQuery, trace, spelled } = settled;
  const totalPages = request.perPage > 0 ? Math.ceil(result.totalCount / request.perPage) : 0;
  const { totalCount, facets } = result;
  const highlights =
    request.wantsHighlights === true ? highlightsOf(spelled.hits, analyser, settled.plan, relevance.layout) : null;
  return {
    hits: spelled.hits,
    totalCount,
    totalPages,
    facets,
    took: performance.now() - start,
    trace,
    relaxed,
    correctedQuery,
    highlights,
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
  const draft = draftQuery(analyser, rulesFor(relevance, rules), request.query);
  const { redirect } = draft;
  if (redirect !== null) return { trace: draft.trace, plan: null, redirect, best: [], spellings: new Map() };
  const first = { ...planFor(draft, relevance, request), from: 0, size: spellingWindow };
  const { plan, trace, spelled } = await settle(engine, collection, analyser, draft, first);
  return { trace, plan, redirect, best: spelled.hits, spellings: spelled.others };
}

/** Explains the score of one item for a settled query. null when the live generation has no such item, or the query redirects. */
export async function explainSettled(
  engine: SearchEngine,
  collection: string,
  { plan, spellings }: SettledQuery,
  itemId: string,
): Promise<ExplainedScore | null> {
  const explanation = plan && (await engine.explain(collection, plan, itemId));
  if (explanation === null) return null;
  const spelling = spellings.get(itemId) ?? null;
  return { ...explanation, score: explanation.score + (spelling?.score ?? 0), spelling };
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
  return { ...settled, explanation: await explainSettled(engine, collection, settled, itemId) };
}
