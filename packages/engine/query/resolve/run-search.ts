import { analyserOf } from '#engine/query/analysis/analysers.ts';
import type {
  CollectionLayout,
  Explanation,
  Facet,
  Highlights,
  Hit,
  OtherSpelling,
  SearchSession,
  ResolvedSearch,
  TraceEntry,
} from '#engine/port.ts';
import { keyboardRescue } from './keyboard-rescue.ts';
import { readAsName } from './negated-names.ts';
import type { DatedRequest, Rule } from '#engine/query/pipeline.ts';
import type { Plan } from '#engine/plan.ts';
import { draftQuery } from '#engine/query/query-draft.ts';
import { planFor } from '#engine/query/query-plan.ts';
import type { CollectionRelevance } from '#engine/query/relevance.ts';
import { spellingWindow } from './spelling-order.ts';

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
  /** As it was typed: items with enough words, or promoted for it where its words had to be read otherwise. */
  readonly foundAsTyped: number;
  /** The query with misspelt words replaced by indexed ones; null when nothing was replaced. */
  readonly correctedQuery: string | null;
  /** By item id, where they were asked for. */
  readonly highlights: ReadonlyMap<string, Highlights> | null;
  /** An address to go to instead of showing items. */
  readonly redirect: string | null;
}

/** What a query asks of the engine in the end. */
export interface ResolvedQuery {
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

export interface ItemExplanation extends ResolvedQuery {
  /** null when the live generation has no such item, or the query redirects. */
  readonly explanation: ExplainedScore | null;
}

/** A collection takes part in all rules of its project but stop words, which it has to force. */
export function rulesFor({ forcesStopwords }: CollectionRelevance, rules: readonly Rule[]): readonly Rule[] {
  return forcesStopwords ? rules : rules.filter(({ stage }) => stage !== 'stopwords');
}

/** Fields whose words are also indexed by their stems. */
export const stemmedFields = ({ fields }: CollectionLayout): string[] =>
  fields.filter(({ stemmer }) => stemmer).map(({ name }) => name);

/** A query is read as the items were: while a collection is rebuilt in another language, in the one that it had. */
const spokenIn = (session: SearchSession, { layout }: CollectionRelevance): string => session.layout?.language ?? layout.language;

const nothingFound = { hits: [], totalCount: 0, facets: [], relaxed: false, foundAsTyped: 0, correctedQuery: null } as const;

/** Runs one query through the rules and the engine. Rejects with the engine's error when a page lies beyond its window. */
export async function runSearch(
  session: SearchSession,
  relevance: CollectionRelevance,
  rules: readonly Rule[],
  request: DatedRequest,
): Promise<SearchAnswer> {
  const start = performance.now();
  const highlightStemmed = request.wantsHighlights === true ? stemmedFields(relevance.layout) : null;
  const nothing = { ...nothingFound, totalPages: 0, highlights: null };
  const asked = await resolveDrafted(session, relevance, rules, { request, highlightStemmed });
  if ('redirect' in asked) return { ...nothing, took: performance.now() - start, ...asked };
  const { hits, totalCount, facets, relaxed, foundAsTyped, correctedQuery, highlights } = asked.resolved;
  const totalPages = request.perPage > 0 ? Math.ceil(totalCount / request.perPage) : 0;
  const { trace } = asked;
  const took = performance.now() - start;
  return { hits, totalCount, totalPages, facets, took, trace, relaxed, foundAsTyped, correctedQuery, highlights, redirect: null };
}

/** The plan that `runSearch` would answer with: after rules, corrections and asking for fewer words. */
export async function resolveQuery(
  session: SearchSession,
  relevance: CollectionRelevance,
  rules: readonly Rule[],
  request: DatedRequest,
): Promise<ResolvedQuery> {
  const first = { ...request, page: 1, perPage: spellingWindow };
  const asked = await resolveDrafted(session, relevance, rules, { request: first, highlightStemmed: null });
  if ('redirect' in asked) return { ...asked, plan: null, best: [], spellings: new Map() };
  const { plan, hits, spellings } = asked.resolved;
  return { trace: asked.trace, plan, redirect: null, best: hits, spellings };
}

interface Drafted {
  readonly request: DatedRequest;
  readonly highlightStemmed: readonly string[] | null;
}

type Asked =
  | { readonly resolved: ResolvedSearch; readonly trace: readonly TraceEntry[] }
  | { readonly redirect: string; readonly trace: readonly TraceEntry[] };

/** Takes a query through the rules and asks the engine, once more as it was meant where it was typed on another keyboard. */
async function resolveDrafted(
  session: SearchSession,
  relevance: CollectionRelevance,
  allRules: readonly Rule[],
  { request, highlightStemmed }: Drafted,
): Promise<Asked> {
  const language = spokenIn(session, relevance);
  const [analyser, rules] = [analyserOf(language), rulesFor(relevance, allRules)];
  const first = draftQuery(analyser, rules, request.query);
  if (first.redirect !== null) return { redirect: first.redirect, trace: first.trace };
  const asTyped = { draft: first, plan: planFor(first, relevance, request) };
  const { draft, plan } = (await readAsName(session, { ...asTyped, analyser, relevance, rules, request })) ?? asTyped;
  const asked = { text: draft.text, language, highlightStemmed };
  const resolved = await session.resolve({ ...asked, plan });
  if (resolved.totalCount > 0) return { resolved, trace: [...draft.trace, ...resolved.trace] };
  const meant = await keyboardRescue(session, { analyser, relevance, rules, request, plan: resolved.plan });
  if (meant === null) return { resolved, trace: [...draft.trace, ...resolved.trace] };
  const rescued = await session.resolve({ ...asked, text: meant.draft.text, plan: meant.plan });
  return {
    resolved: { ...rescued, foundAsTyped: 0, correctedQuery: rescued.correctedQuery ?? meant.reading },
    trace: [...meant.draft.trace, ...rescued.trace],
  };
}

/** Explains the score of one item for a resolved query. null when the generation has no such item, or the query redirects. */
export async function explainResolved(
  session: SearchSession,
  { plan, spellings }: ResolvedQuery,
  itemId: string,
): Promise<ExplainedScore | null> {
  const explanation = plan && (await session.explain(plan, itemId));
  if (explanation === null) return null;
  const spelling = spellings.get(itemId) ?? null;
  return { ...explanation, score: explanation.score + (spelling?.score ?? 0), spelling };
}

/** Explains the score of one item for the same query, decided exactly as `runSearch` decides it. */
export async function explainItem(
  session: SearchSession,
  relevance: CollectionRelevance,
  rules: readonly Rule[],
  request: DatedRequest,
  itemId: string,
): Promise<ItemExplanation> {
  const resolved = await resolveQuery(session, relevance, rules, request);
  return { ...resolved, explanation: await explainResolved(session, resolved, itemId) };
}
