import { fewItems } from '#contract/values/match-rate.ts';
import type { Analyser } from '#engine/query/analysis/analyser.ts';
import type { GenerationAsks, SearchResult, TraceEntry } from '#engine/port.ts';
import { correctWords } from './correct-words.ts';
import { type Alternative, ofWordsAlone, type Plan, type WordGroup } from '#engine/plan.ts';
import { describeGroups, joinedWeight } from '#engine/query/query-draft.ts';

/** How much two parts of a word are worth that stand one word apart, */
const apartWeight = 0.8;
/** and how long both must be, as short ones are parts of many words. */
const leastPartApart = 3;

/** Words that nothing has as one are looked for as two: `headset` also finds `head set`, and `firestick` the `Fire TV Stick`. */
function withSplits(analyser: Analyser, plan: Plan, unknown: readonly number[]): Plan {
  const groups = plan.groups.map((group, index): WordGroup => {
    if (!unknown.includes(index)) return group;
    const pairs = analyser.splits(group.word).flatMap((terms): Alternative[] => {
      const beside: Alternative = { kind: 'synonym', terms, weight: joinedWeight, isJoined: true };
      const isLong = terms.every((term) => term.length >= leastPartApart);
      return isLong ? [beside, { ...beside, gap: 1, weight: apartWeight }] : [beside];
    });
    return { ...group, alternatives: [...group.alternatives, ...pairs] };
  });
  return { ...plan, groups };
}

/** How many words to ask for, one try after the other: all of the plan's, those that something has, then half as many until any will do. */
function relaxations({ groups, minimumMatch }: Plan, unknownCount: number): number[] {
  const counts = [minimumMatch];
  for (;;) {
    const last = counts.at(-1)!;
    const next = [groups.length - unknownCount, Math.floor(last / 2)].find((count) => count >= 1 && count < last);
    if (next === undefined) return counts;
    counts.push(next);
  }
}

/** How many of the words to ask for, as a place among `counts`: so many that they find a page of items. */
async function enoughWords(
  generation: GenerationAsks,
  plan: Plan,
  counts: readonly number[],
  { totalCount }: SearchResult,
): Promise<number> {
  if (counts.length === 1) return 0;
  const isToldBy = plan.filters.length === 0 && (totalCount === 0 || plan.promoted.length === 0);
  if (isToldBy && totalCount >= fewItems) return 0;
  const first = isToldBy ? 1 : 0;
  if (first === counts.length - 1) return first;
  const plans = counts.slice(first).map((minimumMatch) => ofWordsAlone({ ...plan, minimumMatch }));
  return first + (await generation.firstWith(fewItems, plans));
}

interface Resolved {
  readonly plan: Plan;
  readonly result: SearchResult;
  readonly relaxed: boolean;
  readonly foundAsTyped: number;
  readonly correctedQuery: string | null;
  readonly trace: readonly TraceEntry[];
}

/** How many of the promoted items there are: they are found whatever becomes of the words. */
async function promotedCount(generation: GenerationAsks, plan: Plan, unknown: readonly number[]): Promise<number> {
  if (plan.promoted.length === 0) return 0;
  const groups = plan.groups.filter((_, index) => unknown.includes(index));
  const asked = { ...ofWordsAlone({ ...plan, groups, minimumMatch: 1 }), filters: plan.filters, promoted: plan.promoted };
  return (await generation.search(asked)).totalCount;
}

/** Searches, corrects words that nothing has, and asks for fewer words while too few items are found. */
export async function resolveWords(generation: GenerationAsks, analyser: Analyser, first: Plan): Promise<Resolved> {
  const trace: TraceEntry[] = [];
  let plan = first;
  let result = await generation.search(plan);
  let unknown = result.unknownGroups;
  let correctedQuery: string | null = null;
  const joins = plan.fields.some(({ shingle }) => shingle !== false);
  if (joins && unknown.some((index) => analyser.splits(plan.groups[index]?.word ?? '').length > 0)) {
    const stillUnknown = await generation.unknownGroups(withSplits(analyser, plan, unknown));
    const known = unknown.filter((index) => !stillUnknown.includes(index));
    if (known.length > 0) {
      plan = withSplits(analyser, plan, known);
      unknown = stillUnknown;
      const words = plan.groups.map(({ word }) => word).join(' ');
      trace.push({ step: 'splits', before: words, after: known.map((index) => plan.groups[index]?.word ?? '').join(', ') });
    }
  }
  const corrected = await correctWords(generation, analyser, plan, unknown, result);
  if (corrected.correctedQuery !== null) {
    trace.push({ step: 'typos', before: describeGroups(plan.groups), after: describeGroups(corrected.plan.groups) });
    ({ plan, correctedQuery } = corrected);
  }
  if (plan !== first) result = await generation.search(plan);
  const counts = relaxations(plan, result.unknownGroups.length);
  const chosen = await enoughWords(generation, plan, counts, result);
  const strict = result.totalCount;
  for (let step = 1; step <= chosen; step += 1)
    trace.push({ step: 'relax', before: String(counts[step - 1]), after: String(counts[step]) });
  if (chosen > 0) {
    plan = { ...plan, minimumMatch: counts[chosen] ?? plan.minimumMatch };
    result = await generation.search(plan);
  }
  const foundAsTyped = correctedQuery === null ? strict : await promotedCount(generation, first, unknown);
  return { plan, result, relaxed: result.totalCount > strict, foundAsTyped, correctedQuery, trace };
}
