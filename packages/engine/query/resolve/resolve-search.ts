import { analyserOf } from '#engine/query/analysis/analysers.ts';
import { fold } from '#engine/query/analysis/folding.ts';
import { idsWithCode } from './exact-codes.ts';
import { highlighter } from '#engine/query/matches/highlights.ts';
import type { DraftedQuery, GenerationAsks, ResolvedSearch } from '#engine/port.ts';
import type { Plan } from '#engine/plan.ts';
import { resolveWords } from './resolve-words.ts';
import { inTypedSpelling } from './spelling-order.ts';

/** Corrects and relaxes the query, searches, and orders what is found by its spelling. */
export async function resolveSearch(generation: GenerationAsks, query: DraftedQuery): Promise<ResolvedSearch> {
  const analyser = analyserOf(query.language);
  const ofCode = await idsWithCode(generation, query.plan, query.text);
  const first: Plan =
    ofCode.length === 0 ? query.plan : { ...query.plan, promoted: [...new Set([...query.plan.promoted, ...ofCode])] };
  const resolved = await resolveWords(generation, analyser, first);
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
