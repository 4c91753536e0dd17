import type { Analyser } from '#engine/query/analysis/analyser.ts';
import type { DatedRequest, QueryDraft, Rule } from '#engine/query/pipeline.ts';
import { ofWordsAlone, type Plan } from '#engine/plan.ts';
import { draftQuery } from '#engine/query/query-draft.ts';
import { planFor } from '#engine/query/query-plan.ts';
import type { CollectionRelevance } from '#engine/query/relevance.ts';
import type { SearchSession } from '#engine/port.ts';

export interface ReadQuery {
  readonly draft: QueryDraft;
  readonly plan: Plan;
}

interface Reading extends ReadQuery {
  readonly analyser: Analyser;
  readonly relevance: CollectionRelevance;
  readonly rules: readonly Rule[];
  readonly request: DatedRequest;
}

/**
 * Reads a query with a negation as a name: `listen without prejudice`. So it is meant where items have its words as they stand, and there
 * is nothing that the negation would leave out. null where it means what it says.
 */
export async function readAsName(
  session: SearchSession,
  { draft, plan, analyser, relevance, rules, request }: Reading,
): Promise<ReadQuery | null> {
  const typed = draft.unwanted.flatMap(({ unless }) =>
    unless === null ? [] : [{ ...unless, alternatives: unless.alternatives.slice(0, 1) }],
  );
  if (typed.length === 0 || typed.length < draft.unwanted.length) return null;
  const groups = [...plan.groups, ...typed];
  const keepingAll = { ...plan, excluded: [], lowered: [] };
  const leavingOut = { ...keepingAll, excluded: [...plan.excluded, ...plan.lowered] };
  const plans = [{ ...keepingAll, groups, minimumMatch: groups.length }, keepingAll, leavingOut];
  const [named = 0, all, left] = await session.counts(plans.map(ofWordsAlone));
  if (named === 0 || (plan.groups.length > 0 && all !== left)) return null;
  const asName = draftQuery(analyser, rules, request.query, { negates: false });
  return asName.redirect === null ? { draft: asName, plan: planFor(asName, relevance, request) } : null;
}
