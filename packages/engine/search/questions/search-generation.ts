import { promotedAt } from '#contract/values/promoted-places.ts';
import { type FacetRequest, isLearned, isLenient, learnedWindowOf, type Plan } from '#engine/plan.ts';
import type { Facet, Hit, SearchResult } from '#engine/port.ts';
import { lackingOf, resolveGroups, unknownOf, unwrittenOf, type ResolvedGroup } from '#engine/search/matching/clauses.ts';
import { countFacet } from '#engine/search/matching/facets.ts';
import { changesScores, FinalScores } from '#engine/search/matching/final-scores.ts';
import type { LoadedGeneration } from '#engine/search/generation/loaded-generation.ts';
import { type Collapsing, MatchedGroups, variantsOf } from '#engine/search/matching/groups.ts';
import { inLearnedOrder } from '#engine/search/matching/learned-hits.ts';
import { Matcher, type MatchSet, type Pruning } from '#engine/search/matching/matching.ts';
import { type Matches, Order, topMatches } from '#engine/search/matching/ranking.ts';
import { PhraseFinder, mostPhraseUnits, phraseFields, type PhraseField } from '#engine/search/matching/phrases.ts';
import { scoreUnit } from '#engine/search/scoring/weighting.ts';

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

interface Ranked {
  readonly order: readonly number[];
  readonly pinned: ReadonlySet<number>;
  readonly totalCount: number;
  scoreOf(match: number): number;
  variantCount(match: number): number;
}

type GroupOf = (match: number) => number;

/** By promoted id, in the plan's order. Where items collapse, one per group. */
function pinnedMatches(
  generation: LoadedGeneration,
  plan: Plan,
  { promoted, matches }: MatchSet,
  order: Order,
  groupOf: GroupOf,
): ReadonlyMap<string, number> {
  const pinned = new Map<string, number>();
  if (promoted.size === 0) return pinned;
  const matchOf = new Map<number, number>();
  for (let match = 0; match < matches.length; match++) {
    const doc = matches.docs[match]!;
    if (promoted.has(doc)) matchOf.set(doc, match);
  }
  const groups = plan.collapse ? generation.groupOrder : null;
  const bestVariant = (doc: number): number | undefined => {
    if (groups === null || doc < 0) return undefined;
    const found = [...variantsOf(groups, generation.bases, doc)].flatMap((variant) => matchOf.get(variant) ?? []);
    return found.length === 0 ? undefined : found.reduce((one, other) => (order.isBefore(other, one) ? other : one));
  };
  const ofGroups = new Set(plan.promotedGroups);
  const seen = new Set<number>();
  for (const id of plan.promoted) {
    const doc = generation.store.docOf(id);
    const match = matchOf.get(doc) ?? (ofGroups.has(id) ? bestVariant(doc) : undefined);
    if (match === undefined || seen.has(groupOf(match))) continue;
    seen.add(groupOf(match));
    pinned.set(id, match);
  }
  return pinned;
}

function firstOfGroups(matches: readonly number[], groupOf: GroupOf, excluded: Iterable<number>): number[] {
  const seen = new Set(excluded);
  return matches.filter((match) => {
    const isFirst = !seen.has(groupOf(match));
    seen.add(groupOf(match));
    return isFirst;
  });
}

function rank(
  generation: LoadedGeneration,
  plan: Plan,
  groups: readonly ResolvedGroup[],
  { matches: found, collapsing }: Found,
  listed: number,
): Ranked | null {
  const { matches } = found;
  const groupOf: GroupOf = (match) => collapsing?.groupOf(matches.docs[match]!) ?? match;
  const final = changesScores(plan) ? new FinalScores(generation, plan, matches) : null;
  const scores = final?.scores ?? matches.scores;
  const order = new Order(generation, matches, plan.sort, scores);
  const pinnedById = pinnedMatches(generation, plan, found, order, groupOf);
  const pinned = [...pinnedById.values()];
  const totalCount = collapsing?.groupCount ?? found.totalCount;
  const end = plan.from + plan.size;
  const placed = promotedAt([...pinnedById.keys()], plan.promotedPlaces, totalCount);
  const size = end - [...placed.keys()].filter((place) => place < end).length;
  const isPromoted = found.promoted.size === 0 ? () => false : (match: number) => found.promoted.has(matches.docs[match]!);
  const top = (): number[] => topMatches(order, matches.length, isPromoted, listed);
  // Neighbours only order items, which a count doesn't.
  const phrases = listed === 0 ? [] : phraseFields(generation, plan, groups);
  let ranked = plan.sort.length > 0 && phrases.length > 0 ? [] : top();
  if (phrases.length > 0) {
    const last = ranked.length === listed ? ranked.at(-1) : undefined;
    const threshold = plan.sort.length > 0 || last === undefined ? 0 : scores[last]!;
    if (addPhrases(generation, groups, phrases, matches, final, threshold) || plan.sort.length > 0) ranked = top();
  }
  const others = collapsing === null ? ranked : firstOfGroups(ranked, groupOf, pinned.map(groupOf));
  if (others.length < size && ranked.length === listed) return null;
  if (isLearned(plan)) inLearnedOrder(generation, plan.learned!, matches, scores, others);
  return {
    order: pinned.length === 0 ? others.slice(0, size) : merged(placed, pinnedById, others, Math.min(end, totalCount)),
    pinned: new Set(pinned),
    totalCount,
    scoreOf: (match) => scores[match]! * scoreUnit,
    variantCount: (match) => collapsing?.sizeOf(matches.docs[match]!) ?? 1,
  };
}

function merged(
  placed: ReadonlyMap<number, string>,
  pinned: ReadonlyMap<string, number>,
  others: readonly number[],
  end: number,
): number[] {
  const order: number[] = [];
  let next = 0;
  for (let place = 0; place < end; place++) {
    const match = pinned.get(placed.get(place) ?? '') ?? others[next++];
    if (match !== undefined) order.push(match);
  }
  return order;
}

/** null if all matches are needed. */
function pruningOf(generation: LoadedGeneration, plan: Plan, groups: readonly ResolvedGroup[], size: number): Pruning | null {
  if (plan.sort.length > 0 || plan.lowered.length > 0 || groups.length === 0) return null;
  const fields = phraseFields(generation, plan, groups);
  const known = new Map<number, number>();
  return {
    size,
    boosts: plan.boosts.length === 0 ? null : generation.boosts(plan),
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
  readonly collapsing: Collapsing | null;
  count(request: FacetRequest): Facet;
}

function find(generation: LoadedGeneration, plan: Plan, groups: readonly ResolvedGroup[], size: number): Found {
  const pruning = pruningOf(generation, plan, groups, size);
  const kernel = plan.near === undefined ? generation.kernelMatcher : null;
  const byKernel = kernel?.match(generation, plan, groups, size, pruning) ?? null;
  if (byKernel !== null)
    return { matches: byKernel, collapsing: byKernel.groups, count: (request) => byKernel.facets!.count(request) };
  // Facets and groups are counted match by match.
  const order = plan.collapse ? generation.groupOrder : null;
  const needsAll = plan.facets.length > 0 || order !== null;
  const matches = plainMatcher.match(generation, plan, groups, needsAll ? null : pruning);
  const collapsing = order === null ? null : new MatchedGroups(generation, order, matches.matches);
  return { matches, collapsing, count: (request) => countFacet(generation, request, matches, collapsing) };
}

/** So many times as many items as results are looked at where items collapse, and again so many times as many where these are of too few groups. */
const [listedPerResult, listedMore] = [4, 8];

function findRanked(generation: LoadedGeneration, plan: Plan, groups: readonly ResolvedGroup[]): [Found, Ranked] {
  const wanted = Math.max(plan.from + plan.size, isLearned(plan) ? learnedWindowOf(plan.learned!) : 0);
  const most = generation.ranks.length + 1;
  for (let listed = plan.collapse ? wanted * listedPerResult : wanted; ; listed = Math.min(most, listed * listedMore)) {
    const found = find(generation, plan, groups, listed);
    const ranked = rank(generation, plan, groups, found, listed);
    if (ranked !== null) return [found, ranked];
  }
}

export function searchGeneration(generation: LoadedGeneration, plan: Plan): Omit<SearchResult, 'took'> {
  const groups = resolveGroups(generation, plan);
  const [found, ranked] = findRanked(generation, plan, groups);
  const { matches } = found.matches;
  const mayLack = isLenient(plan);
  const lackingIn = (doc: number): Pick<Hit, 'lacking'> => {
    const segment = generation.segmentOf(doc);
    const lacking = lackingOf(groups, segment, doc - generation.bases[segment]!);
    return lacking.length === 0 ? {} : { lacking };
  };
  const hits = ranked.order.slice(plan.from, plan.from + plan.size).map((match): Hit => {
    const doc = matches.docs[match]!;
    const item = generation.store.item(doc);
    const promoted = ranked.pinned.has(match);
    return {
      id: item.id,
      score: ranked.scoreOf(match),
      item,
      variantCount: ranked.variantCount(match),
      promoted,
      ...(mayLack && !promoted && lackingIn(doc)),
    };
  });
  return {
    hits,
    totalCount: ranked.totalCount,
    facets: plan.facets.map((request) => found.count(request)),
    unknownGroups: unknownOf(groups),
    unwrittenGroups: unwrittenOf(groups),
  };
}
