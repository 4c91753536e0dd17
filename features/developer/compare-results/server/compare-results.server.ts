import { explainedItem } from '#features/developer/query-tester/server/explanations.service.ts';
import {
  compareResults,
  type ComparedItem,
  type Comparison,
  type Verdict,
} from '#features/developer/compare-results/compare-results.contract.ts';
import type { SearchRequest } from '#engine/query/pipeline.ts';
import { positionOf } from '#engine/query/matches/position.ts';
import type { ResolvedQuery } from '#engine/query/resolve/run-search.ts';
import type { App } from '#server/app/app.ts';
import { type CollectionSearch, inCollection } from '#server/search/project-search.ts';
import { traceDataOf } from '#server/search/shown-answer.ts';
import { parseFilters, parsePreviewed, plainRequest } from '#server/search/search-request.ts';
import { serve } from '#server/app/serve.ts';

export function serveCompareResults(app: App): void {
  serve(app, compareResults, ({ c, q, a, b, filters, ...tried }, { project }) => {
    const request = { ...plainRequest(q, 1), filters: parseFilters(filters) };
    return inCollection(app, project, c, (search) => compared(search, request, { a, b }), { tried: parsePreviewed(tried) });
  });
}

async function compared(search: CollectionSearch, request: SearchRequest, ids: { a: string; b: string }): Promise<Comparison> {
  const resolved = await search.resolve(request);
  const { plan, redirect, trace } = resolved;
  const replaced = traceDataOf(trace).find(({ step }) => step === 'fixit') ?? null;
  const [a, b] = [await comparedItem(search, resolved, request, ids.a), await comparedItem(search, resolved, request, ids.b)];
  return {
    a,
    b,
    gone: plan === null ? [] : (['a', 'b'] as const).filter((side) => ids[side] !== '' && !(side === 'a' ? a : b)),
    word_count: plan?.groups.length ?? 0,
    minimum_count: plan?.minimumMatch ?? 0,
    verdict: plan &&
      a &&
      b && { ...verdictOf(a, b, plan.promoted), are_variants: areVariants(a, b, search.relevance.layout.groupField) },
    redirect,
    replaced,
  };
}

async function comparedItem(
  search: CollectionSearch,
  resolved: ResolvedQuery,
  { query }: SearchRequest,
  id: string,
): Promise<ComparedItem | null> {
  const { plan, best } = resolved;
  if (plan === null || id === '') return null;
  const [item] = await search.session.items([id]);
  const explanation = await explainedItem(search, resolved, { id, query });
  if (!item || !explanation) return null;
  const { score, is_found: isFound } = explanation;
  return {
    ...explanation,
    item: { ...item.fields, id },
    is_promoted: plan.promoted.includes(id) && explanation.ranks === null,
    position: isFound ? await positionOf(search.session, plan, { itemId: id, score }, best) : null,
  };
}

const areVariants = ({ item: a }: ComparedItem, { item: b }: ComparedItem, group: string | null): boolean =>
  group !== null && a[group] !== undefined && a[group] === b[group];

export function verdictOf(a: ComparedItem, b: ComparedItem, promoted: readonly string[]): Omit<Verdict, 'are_variants'> {
  if (a.id === b.id) return { ahead: null, reason: 'sameItem' };
  if (!a.is_found && !b.is_found) return { ahead: null, reason: 'neitherFound' };
  if (a.is_found !== b.is_found) return { ahead: a.is_found ? 'a' : 'b', reason: 'notFound' };
  const isFused = a.ranks !== null || b.ranks !== null;
  if (a.is_promoted || b.is_promoted || isFused) {
    const first = promoted.find((id) => id === a.id || id === b.id);
    return { ahead: first === a.id ? 'a' : 'b', reason: a.is_promoted || b.is_promoted ? 'promoted' : 'fused' };
  }
  if (a.score === b.score) return { ahead: null, reason: 'tie' };
  return { ahead: a.score > b.score ? 'a' : 'b', reason: 'score' };
}
