import { analyserOf, type Analyser } from '#engine/query/analysis/analyser.ts';
import { fold } from '#engine/query/analysis/folding.ts';
import { highlighter } from '#engine/query/matches/highlights.ts';
import type { DraftedQuery, GenerationAsks, ResolvedSearch, Hit, SearchResult, TraceEntry } from '#engine/port.ts';
import { isLenient, type Plan, ofAllWords, ofWordsAlone, type Alternative, type WordGroup } from '#engine/plan.ts';
import { inTypedSpelling } from './spelling-order.ts';
import { plainCode } from '#engine/query/field-tokens.ts';
import { isUnitName } from '#engine/query/sizes.ts';
import { codeFields } from '#engine/query/query-plan.ts';
import { fewItems } from '#contract/values/match-rate.ts';
import { withCompounds } from './find-compounds.ts';
import { correctWords } from './correct-words.ts';
import { type Work, wait } from '#process-kit/work.ts';
import { hasDigit } from '#engine/query/analysis/typos.ts';
import { describeGroups, joinedWeight } from '#engine/query/query-draft.ts';

/** Few items share a code; more than so many have no code but a number. */
const maxItemsOfCode = 20;

function hasCode({ item }: Hit, names: readonly string[], code: string): boolean {
  const values = names.flatMap((name) => item.fields[name] ?? []);
  return values.some((value) => typeof value !== 'object' && plainCode(String(value)) === code);
}

function* idsWithCode(generation: GenerationAsks, plan: Plan, text: string): Work<string[]> {
  const code = plainCode(text);
  if (code === null || plan.groups.length === 0 || plan.sort.length > 0) return [];
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
/** Shorter words that items have are rarely two. */
const leastLengthApart = 7;
/** Longer words have too many parts. */
const longestOfThree = 16;

/** A word as two: `headset` also finds `head set`, and `firestick` the `Fire TV Stick`. */
function apart(analyser: Analyser, word: string): Alternative[] {
  return analyser.splits(word).flatMap((terms): Alternative[] => {
    const beside: Alternative = { kind: 'synonym', terms, weight: joinedWeight, isJoined: true };
    const isLong = terms.every((term) => term.length >= leastPartApart);
    return isLong ? [beside, { ...beside, gap: 1, weight: apartWeight }] : [beside];
  });
}

/** `hotdogbun` as `hot dog bun`. */
function inThree(analyser: Analyser, word: string): Alternative[] {
  if (word.length > longestOfThree || hasDigit(word)) return [];
  return analyser.splits(word).flatMap(([first, rest]) =>
    analyser.splits(rest).map((others): Alternative => {
      return { kind: 'synonym', terms: [first, ...others], weight: joinedWeight, isJoined: true };
    }),
  );
}

/** As of an unknown word, so that OpenSearch is asked once for both. */
const wordApart: Ways = (analyser, word) => (word.length < leastLengthApart || hasDigit(word) ? [] : apart(analyser, word));

type Ways = (analyser: Analyser, word: string) => Alternative[];
const mostWordsApart = 2;

/** Words that nothing has as one are looked for as two, or as three; of few results, other words as two, too: `sunflower` finds `sun flower`. */
function* withSplits(
  generation: GenerationAsks,
  analyser: Analyser,
  plan: Plan,
  unknown: readonly number[],
  { totalCount }: SearchResult,
): Work<Plan> {
  const isRare = totalCount < fewItems && plan.groups.length <= mostWordsApart;
  const waysOf = (ofUnknown: Ways, ofOthers: Ways | null): ReadonlyMap<number, readonly Alternative[]> =>
    new Map(
      plan.groups.map(({ word }, index) => {
        const ways = unknown.includes(index) ? ofUnknown : ofOthers;
        return [index, ways?.(analyser, word) ?? []] as const;
      }),
    );
  for (const ways of [waysOf(apart, isRare ? wordApart : null), waysOf(inThree, null)]) {
    const asked = [...ways.keys()].filter((index) => ways.get(index)!.length > 0);
    if (asked.length === 0) continue;
    const groups = asked.map((index): WordGroup => ({ word: plan.groups[index]!.word, alternatives: ways.get(index)! }));
    const unfound = yield* wait(generation.unknownGroups({ ...plan, groups }));
    const found = new Set(asked.filter((_, at) => !unfound.includes(at)));
    if (found.size === 0) continue;
    return {
      ...plan,
      groups: plan.groups.map((group, index) =>
        found.has(index) ? { ...group, alternatives: [...group.alternatives, ...ways.get(index)!] } : group,
      ),
    };
  }
  return plan;
}

const mostReadLength = 300;

/** Spares counting where the first item has everything, as it mostly does. */
function hasAllWords(analyser: Analyser, { groups }: Plan, first: Hit | undefined): boolean {
  const values = Object.values(first?.item.fields ?? {}).flat();
  const texts = values.filter((value): value is string => typeof value === 'string' && value.length <= mostReadLength);
  const tokens = new Set(analyser.tokens(texts.join(' \n ')));
  return groups.every(({ word }) => tokens.has(word));
}

/** The result has another size or another code than was asked for. */
function* lacksNumbers(
  generation: GenerationAsks,
  analyser: Analyser,
  plan: Plan,
  unknown: readonly number[],
  found: SearchResult,
): Work<boolean> {
  const numbers = [...plan.groups.keys()].filter((index) => hasDigit(plan.groups[index]!.word));
  if (numbers.length === 0 || found.totalCount === 0) return false;
  if (numbers.some((index) => unknown.includes(index))) return true;
  const isUnit = (index: number): boolean => numbers.includes(index - 1) && isUnitName(plan.groups[index]!.word, analyser);
  const ofNumbers = [...plan.groups.keys()].filter((index) => numbers.includes(index) || isUnit(index));
  const others = plan.groups.length - ofNumbers.length;
  if (hasAllWords(analyser, plan, found.hits[0])) return false;
  if (plan.minimumMatch === plan.groups.length || others === 0) return false;
  const own = ofNumbers.map((index) => plan.groups[index]!);
  const allWords = ofWordsAlone({ ...plan, minimumMatch: plan.groups.length });
  const [all, withNumbers] = yield* wait(
    generation.counts([allWords, ofWordsAlone({ ...plan, groups: own, minimumMatch: own.length })], 1),
  );
  return all === 0 && (withNumbers === 0 || others === 1);
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

function* enoughWords(generation: GenerationAsks, plan: Plan, counts: readonly number[], result: SearchResult): Work<number> {
  if (counts.length === 1) return 0;
  // Filters and promoted items don't decide how many words are needed.
  const isCounted = plan.filters.length === 0 && (result.totalCount === 0 || plan.promoted.length === 0);
  if (isCounted && result.totalCount >= fewItems) return 0;
  const first = isCounted ? 1 : 0;
  if (first === counts.length - 1) return first;
  const plans = counts.slice(first).map((minimumMatch) => ofWordsAlone({ ...plan, minimumMatch }));
  return first + (yield* wait(generation.firstWith(fewItems, plans)));
}

interface Resolved {
  readonly plan: Plan;
  readonly result: SearchResult;
  readonly relaxed: boolean;
  readonly withAllWords: number;
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

/** Counts only where a hit of the page lacks words: pages of frequent words mostly have all. */
function* allWordsCount(
  generation: GenerationAsks,
  strict: Pick<Resolved, 'plan' | 'result'>,
  { hits, totalCount }: SearchResult,
): Work<number> {
  if (hits.every(({ lacking }) => lacking === undefined)) return totalCount;
  if (!isLenient(strict.plan)) return strict.result.totalCount;
  const [count = totalCount] = yield* wait(generation.counts([ofAllWords(strict.plan)]));
  return count;
}

interface Resolving {
  readonly isExact: boolean;
  readonly isTyping: boolean;
}

function* resolveWords(
  generation: GenerationAsks,
  analyser: Analyser,
  asked: Plan,
  { isExact, isTyping }: Resolving,
): Work<Resolved> {
  const trace: TraceEntry[] = [];
  const first = isExact ? asked : yield* withCompounds(generation, analyser, asked);
  let plan = first;
  let result = yield* wait(generation.search(plan));
  let unknown = result.unknownGroups;
  let correctedQuery: string | null = null;
  if (isExact) {
    const { totalCount: foundAsTyped } = result;
    return { plan, result, relaxed: false, withAllWords: foundAsTyped, foundAsTyped, correctedQuery, unknown, trace };
  }
  if (plan.fields.some(({ shingle }) => shingle !== false)) {
    const split = yield* withSplits(generation, analyser, plan, unknown, result);
    const apartAt = [...plan.groups.keys()].filter((index) => split.groups[index] !== plan.groups[index]);
    if (apartAt.length > 0) {
      const words = plan.groups.map(({ word }) => word).join(' ');
      trace.push({ step: 'splits', before: words, after: apartAt.map((index) => plan.groups[index]?.word ?? '').join(', ') });
      unknown = unknown.filter((index) => !apartAt.includes(index));
      plan = split;
    }
  }
  const corrected = yield* correctWords(generation, analyser, plan, unknown, result);
  if (corrected.correctedQuery !== null) {
    trace.push({ step: 'typos', before: describeGroups(plan.groups), after: describeGroups(corrected.plan.groups) });
    ({ plan, correctedQuery } = corrected);
  }
  if (plan !== first) result = yield* wait(generation.search(plan));
  const strict = { plan, result };
  const counts = relaxations(plan, result.unknownGroups.length);
  const chosen = yield* enoughWords(generation, plan, counts, result);
  for (let step = 1; step <= chosen; step += 1)
    trace.push({ step: 'relax', before: String(counts[step - 1]), after: String(counts[step]) });
  if (chosen > 0) {
    plan = { ...plan, minimumMatch: counts[chosen] ?? plan.minimumMatch };
    result = yield* wait(generation.search(plan));
  }
  if (isTyping && isLenient(plan) && result.totalCount > 0) {
    // Few items fit under a search box.
    const wholePlan = { ...plan, minimumMatch: plan.groups.length };
    const whole = yield* wait(generation.search(wholePlan));
    if (whole.hits.some(({ promoted }) => !promoted)) [plan, result] = [wholePlan, whole];
  }
  const withAllWords = isTyping ? result.totalCount : yield* allWordsCount(generation, strict, result);
  const isOther = yield* lacksNumbers(generation, analyser, plan, unknown, result);
  const isTyped = correctedQuery === null && !isOther;
  const foundAsTyped = isTyped ? strict.result.totalCount : yield* promotedCount(generation, first, unknown);
  const relaxed = isOther || result.totalCount > strict.result.totalCount;
  return { plan, result, relaxed, withAllWords, foundAsTyped, correctedQuery, unknown, trace };
}

/** By item id, as they were typed. */
function missingWords(analyser: Analyser, text: string, { groups }: Plan, hits: readonly Hit[]): Map<string, readonly string[]> {
  const surfaces = analyser.surfaces(text);
  const typed = new Map(analyser.tokens(text).map((word, at) => [word, surfaces[at] ?? word]));
  const words = groups.map(({ word }) => typed.get(word) ?? word);
  return new Map(
    hits.flatMap(({ id, lacking }) => (lacking === undefined ? [] : [[id, lacking.map((at) => words[at]!)] as const])),
  );
}

export function* resolveSearch(generation: GenerationAsks, query: DraftedQuery): Work<ResolvedSearch> {
  const analyser = analyserOf(query.language);
  const ofCode = yield* idsWithCode(generation, query.plan, query.text);
  const isCode = ofCode.length > 0;
  // A code that items have is meant as a whole.
  const first: Plan = isCode
    ? {
        ...query.plan,
        promoted: [...new Set([...query.plan.promoted, ...ofCode])],
        minimumMatch: query.plan.groups.length,
      }
    : query.plan;
  const resolved = yield* resolveWords(generation, analyser, first, {
    isExact: isCode || query.isQuoted === true,
    isTyping: query.isTyping === true,
  });
  const { plan, result, relaxed, withAllWords, foundAsTyped, correctedQuery, unknown } = resolved;
  const spelled = yield* inTypedSpelling(analyser, query.text, plan, result, (again) => generation.search(again));
  const mayLack = query.isTyping !== true && withAllWords < result.totalCount;
  const missing = !mayLack ? null : missingWords(analyser, query.text, plan, spelled.hits);
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
    ...(mayLack && { allWordsCount: withAllWords }),
    ...(missing !== null && missing.size > 0 && { missingWords: missing }),
  };
}
