import { curationFor } from '#features/developer/query-tester/server/explanations.service.ts';
import { compareResults, type ComparedItem } from '#features/developer/compare-results/compare-results.contract.ts';
import { factorsOf } from './compare-results.factors.ts';
import { verdictOf } from './compare-results.verdict.ts';
import type { FieldValue, Item } from '#contract/item.ts';
import type { SearchRequest } from '#engine/query/pipeline.ts';
import type { Plan } from '#engine/plan.ts';
import { positionOf } from '#engine/query/matches/position.ts';
import type { ExplainedScore, ResolvedQuery } from '#engine/query/resolve/run-search.ts';
import type { App } from '#server/app/app.ts';
import { type CollectionSearch, inCollection } from '#server/search/project-search.ts';
import { traceDataOf } from '#server/search/search-data.ts';
import { parseFilters, plainRequest } from '#server/search/search-request.ts';
import { serve } from '#server/app/serve.ts';
import { parseTried } from '#server/search/tried-request.ts';

interface Chosen {
  readonly item: Item;
  readonly explanation: ExplainedScore;
  readonly position: number | null;
}

/** Null for one that isn't chosen, or isn't in the collection. */
async function chosen(search: CollectionSearch, resolved: ResolvedQuery, plan: Plan, id: string): Promise<Chosen | null> {
  if (id === '') return null;
  const [item] = await search.session.items([id]);
  const explanation = await search.explainResolved(resolved, id);
  if (!item || !explanation) return null;
  const position = explanation.isFound ? await positionOf(search.session, plan, explanation, resolved.best) : null;
  return { item, explanation, position };
}

export function serveCompareResults(app: App): void {
  serve(app, compareResults, ({ c, q, a, b, filters, ...tried }, { project }) => {
    const request = { ...plainRequest(q, 1), filters: parseFilters(filters) };
    return inCollection(app, project, c, (search) => compared(search, request, a, b), { tried: parseTried(tried) });
  });
}

async function compared(search: CollectionSearch, request: SearchRequest, idA: string, idB: string) {
  const resolved = await search.resolve(request);
  const { plan, redirect, trace } = resolved;
  const replaced = traceDataOf(trace).find(({ step }) => step === 'fixit') ?? null;
  if (!plan)
    return { a: null, b: null, gone: [], factors: [], word_count: 0, minimum_count: 0, verdict: null, redirect, replaced };
  const [first, second] = [await chosen(search, resolved, plan, idA), await chosen(search, resolved, plan, idB)];
  const factors = factorsOf(first?.explanation ?? null, second?.explanation ?? null);
  const a = first && comparedItem(first, resolved, plan);
  const b = second && comparedItem(second, resolved, plan);
  const { groupField } = search.relevance.layout;
  const groupOf = ({ item }: Chosen): FieldValue | undefined => (groupField === null ? undefined : item.fields[groupField]);
  const areVariants = first !== null && second !== null && groupOf(first) !== undefined && groupOf(first) === groupOf(second);
  const gone = [idA !== '' && !a && ('a' as const), idB !== '' && !b && ('b' as const)].filter((side) => side !== false);
  return {
    a,
    b,
    gone,
    factors,
    word_count: plan.groups.length,
    minimum_count: plan.minimumMatch,
    verdict: a && b && verdictOf({ a, b, factors, promoted: plan.promoted, areVariants }),
    redirect,
    replaced,
  };
}

const comparedItem = ({ item, explanation, position }: Chosen, resolved: ResolvedQuery, plan: Plan): ComparedItem => ({
  item: { ...item.fields, id: item.id },
  score: explanation.score,
  is_found: explanation.isFound,
  reasons_not_found: [...explanation.reasonsNotFound],
  missing_words: [...explanation.missingWords],
  matched_count: plan.groups.length - explanation.missingWords.length,
  is_promoted: plan.promoted.includes(item.id),
  curation: curationFor(resolved, item.id),
  position,
});
