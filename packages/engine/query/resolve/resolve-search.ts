import { analyserOf, type Analyser } from '#engine/query/analysis/analyser.ts';
import { fold } from '#engine/query/analysis/folding.ts';
import { highlighter } from '#engine/query/matches/highlights.ts';
import type { DraftedQuery, GenerationAsks, ResolvedSearch, Hit, SearchResult, TraceEntry } from '#engine/port.ts';
import { type Plan, ofWordsAlone, type Alternative, type WordGroup } from '#engine/plan.ts';
import { inTypedSpelling } from './spelling-order.ts';
import { codeFields } from '#engine/query/query-plan.ts';
import { fewItems } from '#contract/values/match-rate.ts';
import { correctWords } from './correct-words.ts';
import { type Work, wait } from '#process-kit/work.ts';
import { describeGroups, joinedWeight } from '#engine/query/query-draft.ts';

const leastCodeLength = 4;
/** Few items share a code; more than so many have no code but a number. */
const maxItemsOfCode = 20;

const plainCode = (text: string): string => fold(text).replaceAll(/[^\p{L}\p{N}]/gu, '');

function hasCode({ item }: Hit, names: readonly string[], code: string): boolean {
  const values = names.flatMap((name) => item.fields[name] ?? []);
  return values.some((value) => typeof value !== 'object' && plainCode(String(value)) === code);
}

function* idsWithCode(generation: GenerationAsks, plan: Plan, text: string): Work<string[]> {
  const code = plainCode(text);
  const isCode = code.length >= leastCodeLength && /\p{N}/u.test(code);
  if (!isCode || plan.groups.length === 0 || plan.sort.length > 0) return [];
  const fields = codeFields(plan.fields);
  if (fields.length === 0) return [];
  const asked = { ...ofWordsAlone(plan), filters: plan.filters, fields, minimumMatch: plan.groups.length, boosts: [] };
  const { hits, totalCount } = yield* wait(generation.search({ ...asked, collapse: false, size: maxItemsOfCode }));
  if (totalCount > maxItemsOfCode) return [];
  const names = fields.map(({ name }) => name);
  return hits.filter((hit) => hasCode(hit, names, code)).map(({ id }) => id);
}

const apartWeight = 0.8;
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

function relaxations({ groups, minimumMatch }: Plan, unknownCount: number): number[] {
  const counts = [minimumMatch];
  for (;;) {
    const last = counts.at(-1)!;
    const next = [groups.length - unknownCount, Math.floor(last / 2)].find((count) => count >= 1 && count < last);
    if (next === undefined) return counts;
    counts.push(next);
  }
}

function* enoughWords(
  generation: GenerationAsks,
  plan: Plan,
  counts: readonly number[],
  { totalCount }: SearchResult,
): Work<number> {
  if (counts.length === 1) return 0;
  const isCounted = plan.filters.length === 0 && (totalCount === 0 || plan.promoted.length === 0);
  if (isCounted && totalCount >= fewItems) return 0;
  const first = isCounted ? 1 : 0;
  if (first === counts.length - 1) return first;
  const plans = counts.slice(first).map((minimumMatch) => ofWordsAlone({ ...plan, minimumMatch }));
  return first + (yield* wait(generation.firstWith(fewItems, plans)));
}

interface Resolved {
  readonly plan: Plan;
  readonly result: SearchResult;
  readonly relaxed: boolean;
  readonly foundAsTyped: number;
  readonly correctedQuery: string | null;
  readonly unknown: readonly number[];
  readonly trace: readonly TraceEntry[];
}

function* promotedCount(generation: GenerationAsks, plan: Plan, unknown: readonly number[]): Work<number> {
  if (plan.promoted.length === 0) return 0;
  const groups = plan.groups.filter((_, index) => unknown.includes(index));
  const asked = { ...ofWordsAlone({ ...plan, groups, minimumMatch: 1 }), filters: plan.filters, promoted: plan.promoted };
  return (yield* wait(generation.search(asked))).totalCount;
}

function* resolveWords(generation: GenerationAsks, analyser: Analyser, first: Plan): Work<Resolved> {
  const trace: TraceEntry[] = [];
  let plan = first;
  let result = yield* wait(generation.search(plan));
  let unknown = result.unknownGroups;
  let correctedQuery: string | null = null;
  const joins = plan.fields.some(({ shingle }) => shingle !== false);
  if (joins && unknown.some((index) => analyser.splits(plan.groups[index]?.word ?? '').length > 0)) {
    const stillUnknown = yield* wait(generation.unknownGroups(withSplits(analyser, plan, unknown)));
    const known = unknown.filter((index) => !stillUnknown.includes(index));
    if (known.length > 0) {
      plan = withSplits(analyser, plan, known);
      unknown = stillUnknown;
      const words = plan.groups.map(({ word }) => word).join(' ');
      trace.push({ step: 'splits', before: words, after: known.map((index) => plan.groups[index]?.word ?? '').join(', ') });
    }
  }
  const corrected = yield* correctWords(generation, analyser, plan, unknown, result);
  if (corrected.correctedQuery !== null) {
    trace.push({ step: 'typos', before: describeGroups(plan.groups), after: describeGroups(corrected.plan.groups) });
    ({ plan, correctedQuery } = corrected);
  }
  if (plan !== first) result = yield* wait(generation.search(plan));
  const counts = relaxations(plan, result.unknownGroups.length);
  const chosen = yield* enoughWords(generation, plan, counts, result);
  const strict = result.totalCount;
  for (let step = 1; step <= chosen; step += 1)
    trace.push({ step: 'relax', before: String(counts[step - 1]), after: String(counts[step]) });
  if (chosen > 0) {
    plan = { ...plan, minimumMatch: counts[chosen] ?? plan.minimumMatch };
    result = yield* wait(generation.search(plan));
  }
  const foundAsTyped = correctedQuery === null ? strict : yield* promotedCount(generation, first, unknown);
  return { plan, result, relaxed: result.totalCount > strict, foundAsTyped, correctedQuery, unknown, trace };
}

export function* resolveSearch(generation: GenerationAsks, query: DraftedQuery): Work<ResolvedSearch> {
  const analyser = analyserOf(query.language);
  const ofCode = yield* idsWithCode(generation, query.plan, query.text);
  const first: Plan =
    ofCode.length === 0 ? query.plan : { ...query.plan, promoted: [...new Set([...query.plan.promoted, ...ofCode])] };
  const resolved = yield* resolveWords(generation, analyser, first);
  const { plan, result, relaxed, foundAsTyped, correctedQuery, unknown } = resolved;
  const spelled = yield* inTypedSpelling(analyser, query.text, plan, result, (again) => generation.search(again));
  const spellings = new Set([...spelled.others.values()].flatMap(({ words }) => words));
  const corrections = [...spellings].map((surface) => ({ step: 'spelling', before: fold(surface), after: surface }));
  const codes = ofCode.length === 0 ? [] : [{ step: 'codes', before: query.text.trim(), after: ofCode.join(', ') }];
  const highlight = query.highlightStemmed === null ? null : highlighter(analyser, plan, new Set(query.highlightStemmed));
  return {
    plan,
    hits: spelled.hits.map((hit) => ({
      ...hit,
      promoted: hit.promoted && (!ofCode.includes(hit.id) || query.plan.promoted.includes(hit.id)),
    })),
    totalCount: result.totalCount,
    facets: result.facets,
    relaxed,
    foundAsTyped,
    correctedQuery,
    unknown,
    trace: [...codes, ...resolved.trace, ...corrections],
    spellings: spelled.others,
    highlights: highlight && new Map(spelled.hits.map(({ id, item }) => [id, highlight(item)])),
  };
}
