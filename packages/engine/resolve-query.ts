import type { Analyser } from '#engine/analysis/analyser.ts';
import type { QueryDraft, TraceEntry } from '#engine/pipeline.ts';
import type { Alternative, Plan, WordGroup } from '#engine/plan.ts';
import type { SearchEngine, SearchResult } from '#engine/port.ts';
import { describeGroups, joinedWeight } from '#engine/query-draft.ts';

/** How much a corrected word is worth beside a typed one, per edit. */
const fuzzyWeight = 0.7;
/** A misspelt word stands for at most this many indexed ones. */
const maxCorrections = 5;
/** A query that finds fewer items than this, a page of results, is asked again with fewer words. */
const fewItems = 20;

/** Words that nothing has as one are looked for as two: `headset` also finds `head set`. */
function withSplits(analyser: Analyser, plan: Plan, unknown: readonly number[]): Plan {
  const groups = plan.groups.map((group, index): WordGroup => {
    if (!unknown.includes(index)) return group;
    const pairs = analyser.splits(group.word).map((terms): Alternative => ({ kind: 'synonym', terms, weight: joinedWeight }));
    return { ...group, alternatives: [...group.alternatives, ...pairs] };
  });
  return { ...plan, groups };
}

interface Corrected {
  readonly plan: Plan;
  readonly correctedQuery: string | null;
}

/** Words that nothing matches get the indexed words they may be typos of. Only the nearest ones count. */
async function correct(engine: SearchEngine, collection: string, plan: Plan, unknown: readonly number[]): Promise<Corrected> {
  if (!plan.fields.some((field) => field.fuzzy)) return { plan, correctedQuery: null };
  const groups = [...plan.groups];
  const words = groups.map((group) => group.word);
  for (const index of unknown) {
    const group = groups[index];
    if (group === undefined) continue;
    const similar = await engine.similarTerms(collection, group.word, maxCorrections);
    const nearest = similar.filter((term) => term.distance === similar[0]?.distance);
    const alternatives = nearest.map(({ term, distance }): Alternative => ({
      kind: 'fuzzy',
      terms: [term],
      weight: fuzzyWeight ** distance,
    }));
    if (nearest[0] === undefined) continue;
    groups[index] = { ...group, alternatives: [...group.alternatives, ...alternatives] };
    words[index] = nearest[0].term;
  }
  const isSame = words.every((word, index) => word === plan.groups[index]?.word);
  return isSame ? { plan, correctedQuery: null } : { plan: { ...plan, groups }, correctedQuery: words.join(' ') };
}

/** The plan that was settled on, with what it finds. */
export interface Resolved {
  readonly plan: Plan;
  readonly result: SearchResult;
  readonly relaxed: boolean;
  readonly correctedQuery: string | null;
  readonly trace: readonly TraceEntry[];
}

/** Items that the words alone find: neither filters nor promoted items may decide how many words are asked for. */
async function wordMatches(engine: SearchEngine, collection: string, plan: Plan, result: SearchResult): Promise<number> {
  if (result.totalCount === 0 && plan.filters.length === 0) return 0;
  if (plan.filters.length === 0 && plan.promoted.length === 0) return result.totalCount;
  const { totalCount } = await engine.search(collection, {
    ...plan,
    filters: [],
    facets: [],
    sort: [],
    promoted: [],
    from: 0,
    size: 0,
  });
  return totalCount;
}

/** How many words to ask for next when `plan` found too little: those that something has, then half as many until any will do. */
function fewerWords(plan: Plan, unknownCount: number): number | null {
  const next = [plan.groups.length - unknownCount, Math.floor(plan.minimumMatch / 2)].find(
    (count) => count >= 1 && count < plan.minimumMatch,
  );
  return next ?? null;
}

/** Searches, corrects words that nothing has, and asks for fewer words while too few items are found. */
export async function resolveQuery(
  engine: SearchEngine,
  collection: string,
  analyser: Analyser,
  draft: QueryDraft,
  first: Plan,
): Promise<Resolved> {
  const trace = [...draft.trace];
  let plan = first;
  let result = await engine.search(collection, plan);
  let correctedQuery: string | null = null;
  if (result.unknownGroups.length > 0) {
    const split = withSplits(analyser, plan, result.unknownGroups);
    const answer = await engine.search(collection, split);
    const known = result.unknownGroups.filter((index) => !answer.unknownGroups.includes(index));
    if (known.length > 0) {
      plan = withSplits(analyser, plan, known);
      result = answer;
      const words = plan.groups.map(({ word }) => word).join(' ');
      trace.push({ step: 'splits', before: words, after: known.map((index) => plan.groups[index]?.word ?? '').join(', ') });
    }
  }
  if (result.unknownGroups.length > 0) {
    const corrected = await correct(engine, collection, plan, result.unknownGroups);
    if (corrected.correctedQuery !== null) {
      trace.push({ step: 'typos', before: describeGroups(plan.groups), after: describeGroups(corrected.plan.groups) });
      ({ plan, correctedQuery } = corrected);
      result = await engine.search(collection, plan);
    }
  }
  let minimumMatch = fewerWords(plan, result.unknownGroups.length);
  const strict = result.totalCount;
  while (minimumMatch !== null && (await wordMatches(engine, collection, plan, result)) < fewItems) {
    trace.push({ step: 'relax', before: String(plan.minimumMatch), after: String(minimumMatch) });
    plan = { ...plan, minimumMatch };
    result = await engine.search(collection, plan);
    minimumMatch = fewerWords(plan, result.unknownGroups.length);
  }
  return { plan, result, relaxed: result.totalCount > strict, correctedQuery, trace };
}
