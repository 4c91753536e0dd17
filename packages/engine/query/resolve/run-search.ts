import type { Banner } from '#contract/search.ts';
import { analyserOf, type Analyser } from '#engine/query/analysis/analyser.ts';
import type {
  CollectionLayout,
  Explanation,
  Hit,
  OtherSpelling,
  SearchAsks,
  SearchSession,
  ResolvedSearch,
  TraceEntry,
} from '#engine/port.ts';
import type { DatedRequest, Rule, QueryDraft } from '#engine/query/pipeline.ts';
import { type Plan, ofWordsAlone } from '#engine/plan.ts';
import { after, type Awaitable, run, type Work, wait } from '#process-kit/work.ts';
import { draftQuery, normaliseQuery } from '#engine/query/query-draft.ts';
import { planFor } from '#engine/query/query-plan.ts';
import type { CollectionRelevance } from '#engine/query/relevance.ts';
import { meantByRules } from './meant-by-rules.ts';
import { spellingWindow } from './spelling-order.ts';
import { type Nearest, rescued } from './rescue.ts';
import { keyboardReadings } from '#engine/query/analysis/keyboards.ts';

interface ReadQuery {
  readonly draft: QueryDraft;
  readonly plan: Plan;
}

interface KeyboardRescue extends ReadQuery {
  readonly reading: string;
}

interface Reading {
  readonly analyser: Analyser;
  readonly relevance: CollectionRelevance;
  readonly rules: readonly Rule[];
  readonly request: DatedRequest;
}

/** Reads the query as typed on another keyboard, if it finds nothing and all words are known that way. */
function* keyboardRescue(
  session: SearchAsks,
  plan: Plan,
  { analyser, relevance, rules, request }: Reading,
): Work<KeyboardRescue | null> {
  const readings = keyboardReadings(normaliseQuery(request.query), analyser.language);
  if (readings.length === 0) return null;
  if (plan.filters.length > 0 && (yield* wait(session.counts([ofWordsAlone(plan)], 1)))[0] !== 0) return null;
  const meant = readings.flatMap((reading): KeyboardRescue[] => {
    const draft = draftQuery(analyser, rules, reading);
    if (draft.redirect !== null || draft.groups.length === 0) return [];
    const text = reading.trim();
    const trace = [{ step: 'keyboard', before: request.query, after: text }, ...draft.trace];
    return [{ draft: { ...draft, trace }, plan: planFor(draft, relevance, request), reading: text }];
  });
  if (meant.length === 0) return null;
  const counts = yield* wait(
    session.counts(
      meant.map((one) => ofWordsAlone({ ...one.plan, minimumMatch: one.plan.groups.length })),
      1,
    ),
  );
  return meant[counts.findIndex((count) => count > 0)] ?? null;
}

/** `listen without prejudice` is a name where items contain it and the negation would exclude nothing. */
function* readAsName(
  session: SearchAsks,
  { draft, plan }: ReadQuery,
  { analyser, relevance, rules, request }: Reading,
): Work<ReadQuery | null> {
  const typed = draft.unwanted.flatMap(({ unless }) =>
    unless === null ? [] : [{ ...unless, alternatives: unless.alternatives.slice(0, 1) }],
  );
  if (typed.length === 0 || typed.length < draft.unwanted.length) return null;
  const groups = [...plan.groups, ...typed];
  const keepingAll = { ...plan, excluded: [], lowered: [] };
  const leavingOut = { ...keepingAll, excluded: [...plan.excluded, ...plan.lowered] };
  const plans = [{ ...keepingAll, groups, minimumMatch: groups.length }, keepingAll, leavingOut];
  const [named = 0, all, left] = yield* wait(session.counts(plans.map(ofWordsAlone)));
  if (named === 0 || (plan.groups.length > 0 && all !== left)) return null;
  const asName = draftQuery(analyser, rules, request.query, { negates: false });
  return asName.redirect === null ? { draft: asName, plan: planFor(asName, relevance, request) } : null;
}

export interface SearchAnswer extends Omit<ResolvedSearch, 'plan' | 'spellings' | 'unknown'> {
  readonly totalPages: number;
  /** Milliseconds from request to answer. */
  readonly took: number;
  readonly redirect: string | null;
  /** Banners of the page; absent without any. */
  readonly banners?: readonly Banner[];
}

export interface ResolvedQuery {
  readonly trace: readonly TraceEntry[];
  readonly plan: Plan | null;
  readonly redirect: string | null;
  readonly best: readonly Hit[];
  readonly spellings: ReadonlyMap<string, OtherSpelling>;
  readonly fused?: ResolvedSearch['fused'];
}

export type ExplainedScore = Explanation & { readonly spelling: OtherSpelling | null };

export interface ItemExplanation extends ResolvedQuery {
  readonly explanation: ExplainedScore | null;
}

export function rulesFor({ forcesStopwords }: CollectionRelevance, rules: readonly Rule[]): readonly Rule[] {
  return forcesStopwords ? rules : rules.filter(({ stage }) => stage !== 'stopwords');
}

export const stemmedFields = ({ fields }: CollectionLayout): string[] =>
  fields.filter(({ stemmer }) => stemmer).map(({ name }) => name);

const spokenIn = (session: SearchAsks, { layout }: CollectionRelevance): string => session.layout?.language ?? layout.language;

const nothingFound = {
  hits: [],
  totalCount: 0,
  totalPages: 0,
  facets: [],
  relaxed: false,
  foundAsTyped: 0,
  correctedQuery: null,
  highlights: null,
} as const;

const inFewTrips = <Result>(session: SearchSession, work: (asks: SearchAsks) => Work<Result>): Awaitable<Result> =>
  session.foresee === undefined ? run(work(session)) : session.foresee(work);

const resolved = (session: SearchSession, drafted: Drafted, nearest: Nearest | null): Awaitable<Asked> =>
  after(
    inFewTrips(session, (asks) => resolveDrafted(asks, drafted)),
    (asked) => (nearest === null || 'redirect' in asked ? asked : rescued(session, asked, drafted, nearest)),
  );

/** Rejects with the engine's error when a page lies beyond its window. */
export function runSearch(
  session: SearchSession,
  relevance: CollectionRelevance,
  rules: readonly Rule[],
  request: DatedRequest,
  nearest: Nearest | null = null,
): Awaitable<SearchAnswer> {
  const start = performance.now();
  const highlightStemmed = request.wantsHighlights === true ? stemmedFields(relevance.layout) : null;
  const drafted = draftAsTyped(session, relevance, rules, { request, highlightStemmed });
  const asked = resolved(session, drafted, nearest);
  return after(asked, (found) => answerOf(found, request, start));
}

function answerOf(asked: Asked, request: DatedRequest, start: number): SearchAnswer {
  const took = performance.now() - start;
  if ('redirect' in asked) return { ...nothingFound, took, ...asked };
  const { plan: _plan, spellings: _spellings, unknown: _unknown, fused: _fused, ...found } = asked.resolved;
  const totalPages = request.perPage > 0 ? Math.ceil(found.totalCount / request.perPage) : 0;
  const banners = asked.banners?.filter((banner) => isOnPage(banner, request)) ?? [];
  return { ...found, totalPages, took, trace: asked.trace, redirect: null, ...(banners.length > 0 && { banners }) };
}

const isOnPage = ({ position = 1 }: Banner, { page, perPage }: DatedRequest): boolean =>
  Math.ceil(position / Math.max(1, perPage)) === page;

export async function resolveQuery(
  session: SearchSession,
  relevance: CollectionRelevance,
  rules: readonly Rule[],
  request: DatedRequest,
  nearest: Nearest | null = null,
): Promise<ResolvedQuery> {
  const first = { ...request, page: 1, perPage: spellingWindow };
  const drafted = draftAsTyped(session, relevance, rules, { request: first, highlightStemmed: null });
  const asked = await resolved(session, drafted, nearest);
  if ('redirect' in asked) return { ...asked, plan: null, best: [], spellings: new Map() };
  const { plan, hits, spellings, fused } = asked.resolved;
  return { trace: asked.trace, plan, redirect: null, best: hits, spellings, ...(fused && { fused }) };
}

interface Wanted {
  readonly request: DatedRequest;
  readonly highlightStemmed: readonly string[] | null;
}

interface Drafted extends ReadQuery, Wanted {
  readonly reading: Reading;
}

type Asked =
  | {
      readonly resolved: ResolvedSearch;
      readonly trace: readonly TraceEntry[];
      readonly banners: readonly Banner[] | undefined;
    }
  | { readonly redirect: string; readonly trace: readonly TraceEntry[] };

function draftAsTyped(
  session: SearchAsks,
  relevance: CollectionRelevance,
  allRules: readonly Rule[],
  { request, highlightStemmed }: Wanted,
): Drafted {
  const [analyser, rules] = [analyserOf(spokenIn(session, relevance)), rulesFor(relevance, allRules)];
  const reading = { analyser, relevance, rules, request };
  return { ...readQuery(reading), reading, request, highlightStemmed };
}

function readQuery({ analyser, relevance, rules, request }: Reading): ReadQuery {
  const draft = draftQuery(analyser, rules, request.query, { category: request.category });
  return { draft, plan: planFor(draft, relevance, request) };
}

const quoteSigns = /["“”„«»]/g;

function* resolveDrafted(session: SearchAsks, { reading, highlightStemmed, ...asTyped }: Drafted): Work<Asked> {
  const { redirect, trace } = asTyped.draft;
  if (redirect !== null) return { redirect, trace };
  const { language } = reading.analyser;
  const { draft, plan } = (yield* readAsName(session, asTyped, reading)) ?? asTyped;
  const isTyping = reading.request.isTyping === true;
  const asked = { text: draft.text, language, highlightStemmed, isQuoted: draft.isQuoted === true, isTyping };
  const resolved = yield* wait(session.resolve({ ...asked, plan }));
  if (resolved.totalCount === 0 && draft.isQuoted === true) {
    const apart = { ...reading, request: { ...reading.request, query: reading.request.query.replaceAll(quoteSigns, ' ') } };
    const found = yield* resolveDrafted(session, {
      ...readQuery(apart),
      reading: apart,
      request: apart.request,
      highlightStemmed,
    });
    if (!('resolved' in found) || found.resolved.totalCount === 0) return found;
    return { ...found, resolved: { ...found.resolved, relaxed: true, foundAsTyped: 0 } };
  }
  const asResolved = { resolved, trace: [...draft.trace, ...resolved.trace], banners: draft.banners };
  const corrected = meantByRules(resolved, draft, reading.analyser, reading.rules);
  if (corrected !== null) {
    const { draft: ofRules, text } = corrected;
    if (ofRules.redirect !== null) return { redirect: ofRules.redirect, trace: ofRules.trace };
    const again = yield* wait(
      session.resolve({ ...asked, text: ofRules.text, plan: planFor(ofRules, reading.relevance, reading.request) }),
    );
    if (again.totalCount > 0)
      return {
        resolved: { ...again, foundAsTyped: 0, correctedQuery: again.correctedQuery ?? text },
        trace: [...ofRules.trace, ...again.trace],
        banners: ofRules.banners,
      };
  }
  if (resolved.totalCount > 0) return asResolved;
  const meant = yield* keyboardRescue(session, resolved.plan, reading);
  if (meant === null) return asResolved;
  const rescued = yield* wait(session.resolve({ ...asked, text: meant.draft.text, plan: meant.plan }));
  return {
    resolved: { ...rescued, foundAsTyped: 0, correctedQuery: rescued.correctedQuery ?? meant.reading },
    trace: [...meant.draft.trace, ...rescued.trace],
    banners: meant.draft.banners,
  };
}

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
