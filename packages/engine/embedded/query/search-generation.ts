import type { FacetRequest, Plan } from '#engine/plan.ts';
import type { Facet, Hit, SearchResult } from '#engine/port.ts';
import { boostsBySegment } from './boosts.ts';
import { resolveGroups, unknownOf } from './clauses.ts';
import type { ResolvedGroup } from './clauses.ts';
import { countFacet } from './facets.ts';
import { changesScores, FinalScores } from './final-scores.ts';
import type { LoadedGeneration } from './loaded-generation.ts';
import { groupMatches } from './grouping.ts';
import type { Grouping } from './grouping.ts';
import { Matcher } from './matching.ts';
import type { MatchSet, Pruning } from './matching.ts';
import type { Matches } from './matches.ts';
import { PhraseFinder, mostPhraseUnits, phraseFields } from './phrases.ts';
import type { PhraseField } from './phrases.ts';
import { Order, topMatches } from './ranking.ts';
import { scoreUnit } from './weighting.ts';

/**
 * Adds the phrase scores of those matches that could still reach the first `size` places; the others can't get there. Answers whether
 * any score changed.
 */
function addPhrases(
  generation: LoadedGeneration,
  groups: readonly ResolvedGroup[],
  fields: readonly PhraseField[],
  matches: Matches,
  final: FinalScores | null,
  threshold: number,
): boolean {
  let hasChanged = false;
  for (const [index, segment] of generation.segments.entries()) {
    let finder: PhraseFinder | null = null;
    for (let match = matches.segmentStarts[index]!; match < matches.segmentStarts[index + 1]!; match++) {
      const mask = matches.masks[match]!;
      if ((mask & (mask >> 1)) === 0) continue;
      const most = matches.scores[match]! + mostPhraseUnits(fields, mask);
      if ((final === null ? most : final.unitsOf(match, index, most)) < threshold) continue;
      finder ??= new PhraseFinder(segment, groups, fields);
      const units = finder.units(matches.docs[match]! - generation.bases[index]!, mask, fields);
      if (units === 0) continue;
      hasChanged = true;
      matches.scores[match]! += units;
      if (final !== null) final.scores[match] = final.unitsOf(match, index, matches.scores[match]!);
    }
    finder?.close();
  }
  return hasChanged;
}

function groupSizes({ groupOf, groupCount }: Grouping): Int32Array {
  const sizes = new Int32Array(groupCount);
  for (const group of groupOf) sizes[group]!++;
  return sizes;
}

interface Ranked {
  /** Match numbers, best first, pinned ones included. */
  readonly order: readonly number[];
  readonly pinned: ReadonlySet<number>;
  readonly totalCount: number;
  scoreOf(match: number): number;
  variantCount(match: number): number;
}

/** Match numbers of the promoted items that passed, in the plan's order; one per group. */
function pinnedMatches(generation: LoadedGeneration, plan: Plan, found: MatchSet, grouping: Grouping | null): number[] {
  if (found.promoted.size === 0) return [];
  const matchOf = new Map<number, number>();
  for (let match = 0; match < found.matches.length; match++) {
    const doc = found.matches.docs[match]!;
    if (found.promoted.has(doc)) matchOf.set(doc, match);
  }
  const groups = new Set<number>();
  const pinned = new Set<number>();
  for (const id of plan.promoted) {
    const match = matchOf.get(generation.store.docOf(id));
    if (match === undefined) continue;
    const group = grouping?.groupOf[match] ?? -1 - match;
    if (!groups.has(group)) pinned.add(match);
    groups.add(group);
  }
  return [...pinned];
}

function rank(generation: LoadedGeneration, plan: Plan, groups: readonly ResolvedGroup[], found: MatchSet): Ranked {
  const { matches } = found;
  const grouping = plan.collapse ? groupMatches(generation, matches) : null;
  const pinned = pinnedMatches(generation, plan, found, grouping);
  const pinnedGroups = new Set(pinned.map((match) => grouping?.groupOf[match] ?? match));
  const isExcluded = pinned.length === 0 ? () => false : (match: number) => pinnedGroups.has(grouping?.groupOf[match] ?? match);
  const size = Math.max(0, plan.from + plan.size - pinned.length);
  const final = changesScores(plan) ? new FinalScores(generation, plan, matches) : null;
  const scores = final?.scores ?? matches.scores;
  const order = new Order(generation, matches, plan.sort, scores);
  const top = (): number[] => topMatches(order, matches.length, grouping, isExcluded, size);
  const phrases = phraseFields(generation, plan, groups);
  let ranked = plan.sort.length > 0 && phrases.length > 0 ? [] : top();
  if (phrases.length > 0) {
    const last = ranked.length === size ? ranked.at(-1) : undefined;
    const threshold = plan.sort.length > 0 || last === undefined ? 0 : scores[last]!;
    if (addPhrases(generation, groups, phrases, matches, final, threshold) || plan.sort.length > 0) ranked = top();
  }
  const sizes = grouping === null ? null : groupSizes(grouping);
  return {
    order: [...pinned, ...ranked],
    pinned: new Set(pinned),
    totalCount: sizes === null ? found.totalCount : sizes.reduce((sum, count) => sum + Math.sign(count), 0),
    scoreOf: (match) => scores[match]! * scoreUnit,
    variantCount: (match) => (grouping === null || sizes === null ? 1 : sizes[grouping.groupOf[match]!]!),
  };
}

/** Only a search for the best scores can do without the other matches: groups and sorting need them all. Lowered words are rare, so they don't take part. */
function pruningOf(generation: LoadedGeneration, plan: Plan, groups: readonly ResolvedGroup[]): Pruning | null {
  if (plan.sort.length > 0 || plan.collapse || plan.lowered.length > 0 || groups.length === 0) return null;
  const fields = phraseFields(generation, plan, groups);
  const known = new Map<number, number>();
  return {
    size: plan.from + plan.size,
    boosts: plan.boosts.length === 0 ? null : boostsBySegment(generation, plan),
    mostPhraseUnits(mask) {
      if (fields.length === 0) return 0;
      let units = known.get(mask);
      if (units === undefined) known.set(mask, (units = mostPhraseUnits(fields, mask)));
      return units;
    },
  };
}

const plainMatcher = new Matcher();

interface Found {
  readonly matches: MatchSet;
  count(request: FacetRequest): Facet;
}

/** What matches: by the kernel of the generation where it has one that can, else item by item. */
function find(generation: LoadedGeneration, plan: Plan, groups: readonly ResolvedGroup[]): Found {
  const pruning = pruningOf(generation, plan, groups);
  const byKernel = generation.kernelMatcher?.match(generation, plan, groups, pruning) ?? null;
  if (byKernel !== null) {
    const facets = plan.facets.length === 0 ? null : byKernel.facets();
    return { matches: byKernel, count: (request) => facets!.count(request) };
  }
  // Facets are counted match by match.
  const matches = plainMatcher.match(generation, plan, groups, plan.facets.length > 0 ? null : pruning);
  return { matches, count: (request) => countFacet(generation, request, matches, plan.collapse) };
}

export function searchGeneration(generation: LoadedGeneration, plan: Plan): Omit<SearchResult, 'took'> {
  const groups = resolveGroups(generation, plan);
  const found = find(generation, plan, groups);
  const { matches } = found.matches;
  const ranked = rank(generation, plan, groups, found.matches);
  const hits = ranked.order.slice(plan.from, plan.from + plan.size).map((match): Hit => {
    const item = generation.store.item(matches.docs[match]!);
    return {
      id: item.id,
      score: ranked.scoreOf(match),
      item,
      variantCount: ranked.variantCount(match),
      promoted: ranked.pinned.has(match),
    };
  });
  return {
    hits,
    totalCount: ranked.totalCount,
    facets: plan.facets.map((request) => found.count(request)),
    unknownGroups: unknownOf(groups),
  };
}
