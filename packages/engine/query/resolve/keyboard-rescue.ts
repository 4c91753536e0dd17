import type { Analyser } from '#engine/query/analysis/analyser.ts';
import { keyboardReadings } from '#engine/query/analysis/keyboard.ts';
import type { DatedRequest, QueryDraft, Rule } from '#engine/query/pipeline.ts';
import { ofWordsAlone, type Plan } from '#engine/plan.ts';
import { draftQuery, normaliseQuery } from '#engine/query/query-draft.ts';
import { planFor } from '#engine/query/query-plan.ts';
import type { CollectionRelevance } from '#engine/query/relevance.ts';
import type { SearchSession } from '#engine/port.ts';

/** A query as it was meant, and as the keyboard wrote it. */
export interface KeyboardRescue {
  readonly draft: QueryDraft;
  readonly plan: Plan;
  /** What was meant, as a person would write it. */
  readonly reading: string;
}

interface Unfound {
  readonly analyser: Analyser;
  readonly relevance: CollectionRelevance;
  readonly rules: readonly Rule[];
  readonly request: DatedRequest;
  /** What the query asked for in the end, without finding anything. */
  readonly plan: Plan;
}

/**
 * What a query that finds nothing was meant to be, where its keys write words on another keyboard that items have, all of them as they
 * are. null where no reading is known as well as that, and for every query that finds something.
 */
export async function keyboardRescue(
  session: SearchSession,
  { analyser, relevance, rules, request, plan }: Unfound,
): Promise<KeyboardRescue | null> {
  const readings = keyboardReadings(normaliseQuery(request.query), analyser.language);
  if (readings.length === 0) return null;
  if (plan.filters.length > 0 && (await session.counts([ofWordsAlone(plan)]))[0] !== 0) return null;
  const meant = readings.flatMap((reading): KeyboardRescue[] => {
    const draft = draftQuery(analyser, rules, reading);
    if (draft.redirect !== null || draft.groups.length === 0) return [];
    const told = reading.trim();
    const trace = [{ step: 'keyboard', before: request.query, after: told }, ...draft.trace];
    return [{ draft: { ...draft, trace }, plan: planFor(draft, relevance, request), reading: told }];
  });
  if (meant.length === 0) return null;
  const counts = await session.counts(meant.map((one) => ofWordsAlone({ ...one.plan, minimumMatch: one.plan.groups.length })));
  return meant[counts.findIndex((count) => count > 0)] ?? null;
}
