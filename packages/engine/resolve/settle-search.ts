import { analyserOf } from '#engine/analysis/analysers.ts';
import { fold } from '#engine/analysis/folding.ts';
import { idsWithCode } from './exact-codes.ts';
import { highlighter, type Highlights } from '#engine/matches/highlights.ts';
import type { TraceEntry } from '#engine/pipeline.ts';
import type { Plan } from '#engine/plan.ts';
import type { Facet, Hit } from '#engine/port.ts';
import { resolveQuery } from './resolve-query.ts';
import type { GenerationAsks } from '#engine/search-session.ts';
import { inTypedSpelling, type OtherSpelling } from './spelling-order.ts';

/** A query after its rules, ready to be asked. Plain data: it is settled in the thread that has the items. */
export interface DraftedQuery {
  readonly plan: Plan;
  /** What was typed, with its diacritics. */
  readonly text: string;
  readonly language: string;
  /** The fields that are indexed by their stems, where highlights are wanted; null where they aren't. */
  readonly highlightStemmed: readonly string[] | null;
}

export interface SettledSearch {
  /** What was asked in the end: after corrections and asking for fewer words. */
  readonly plan: Plan;
  readonly hits: readonly Hit[];
  readonly totalCount: number;
  readonly facets: readonly Facet[];
  readonly relaxed: boolean;
  /** As it was typed: items with enough words, or promoted for it where its words had to be read otherwise. */
  readonly foundAsTyped: number;
  readonly correctedQuery: string | null;
  readonly trace: readonly TraceEntry[];
  /** By item id: which hits have words in another spelling than was typed. */
  readonly spellings: ReadonlyMap<string, OtherSpelling>;
  /** By item id; null where they are not wanted. */
  readonly highlights: ReadonlyMap<string, Highlights> | null;
}

/** Settles what to ask for, asks it, and puts in order what is found. */
export async function settleSearch(generation: GenerationAsks, query: DraftedQuery): Promise<SettledSearch> {
  const analyser = analyserOf(query.language);
  const ofCode = await idsWithCode(generation, query.plan, query.text);
  const first: Plan =
    ofCode.length === 0 ? query.plan : { ...query.plan, promoted: [...new Set([...query.plan.promoted, ...ofCode])] };
  const resolved = await resolveQuery(generation, analyser, first);
  const { plan, result, relaxed, foundAsTyped, correctedQuery } = resolved;
  const spelled = await inTypedSpelling(analyser, query.text, plan, result, (again) => generation.search(again));
  const spellings = new Set([...spelled.others.values()].flatMap(({ words }) => words));
  const told = [...spellings].map((surface) => ({ step: 'spelling', before: fold(surface), after: surface }));
  const codes = ofCode.length === 0 ? [] : [{ step: 'codes', before: query.text.trim(), after: ofCode.join(', ') }];
  const highlight = query.highlightStemmed === null ? null : highlighter(analyser, plan, new Set(query.highlightStemmed));
  return {
    plan,
    hits: spelled.hits.map((hit) => ({ ...hit, promoted: hit.promoted && query.plan.promoted.includes(hit.id) })),
    totalCount: result.totalCount,
    facets: result.facets,
    relaxed,
    foundAsTyped,
    correctedQuery,
    trace: [...codes, ...resolved.trace, ...told],
    spellings: spelled.others,
    highlights: highlight && new Map(spelled.hits.map(({ id, item }) => [id, highlight(item)])),
  };
}
