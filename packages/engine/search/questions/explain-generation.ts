import { type Plan, shownWeightOf } from '#engine/plan.ts';
import type { Explanation, MatchExplanation, PhraseExplanation } from '#engine/port.ts';
import {
  postingIn,
  resolveGroups,
  termLists,
  type Clause,
  type PostingList,
  type ResolvedGroup,
} from '#engine/search/matching/clauses.ts';
import { decodedLengths } from '#engine/index/segment/frequency-codes.ts';
import { nearDocs } from '#engine/search/matching/matching.ts';
import { filterItems, singledOut, withoutUnwanted } from '#engine/search/matching/restrictions.ts';
import { scoreSteps } from '#engine/search/matching/final-scores.ts';
import type { SearchedGeneration } from '#engine/search/matching/searched-generation.ts';
import { PhraseFinder, phraseFields } from '#engine/search/matching/phrases.ts';
import { scoreUnit } from '#engine/search/scoring/weighting.ts';

function splitUnits(units: number, shares: readonly number[]): number[] {
  const sum = shares.reduce((total, share) => total + share, 0);
  let before = 0;
  let shareSum = 0;
  return shares.map((share) => {
    shareSum += share;
    const until = Math.round((units * shareSum) / sum);
    const part = until - before;
    before = until;
    return part;
  });
}

interface Place {
  readonly doc: number;
  readonly segment: number;
  readonly local: number;
}

interface BestMatch {
  readonly clause: Clause;
  readonly list: PostingList;
  readonly posting: number;
  readonly units: number;
}

function bestMatch(
  generation: SearchedGeneration,
  plan: Plan,
  group: ResolvedGroup,
  { segment, local }: Place,
): BestMatch | null {
  let best: BestMatch | null = null;
  for (const clause of group.clauses) {
    const { alternative, weightKind } = clause;
    // Searches take the terms of a prefix together; here it matters which one the item has.
    const lists =
      alternative.kind === 'prefix'
        ? termLists(generation.segments[segment]!, alternative, generation.impacts(plan.fields, weightKind)[segment]!)
        : clause.lists[segment]!;
    for (const list of lists) {
      const posting = postingIn(list, local);
      const units = posting < 0 ? 0 : clause.table.units[list.impacts[posting]!]!;
      if (units > (best?.units ?? 0)) best = { clause, list, posting, units };
    }
  }
  return best;
}

function explainFields(
  generation: SearchedGeneration,
  plan: Plan,
  { segment, local }: Place,
  best: BestMatch,
): MatchExplanation['fields'] {
  const { codes, codeStarts, codeFields, codeFrequencies, lengths, docCount } = generation.segments[segment]!;
  const impacts = generation.impacts(plan.fields, best.clause.weightKind)[segment]!;
  // A list made for adjacent terms has no frequencies of its own: the score belongs to the match as a whole.
  if (best.list.term < 0) return [];
  const code = codes[best.posting]!;
  const found: { field: number; frequency: number; share: number }[] = [];
  for (let at = codeStarts[code]!; at < codeStarts[code + 1]!; at++) {
    const field = codeFields[at]!;
    const share = impacts.fieldFrequency(field, codeFrequencies[at]!, local);
    if (share > 0) found.push({ field, frequency: codeFrequencies[at]!, share });
  }
  const shares = found.map(({ share }) => share);
  const parts = splitUnits(best.units, shares);
  return found.map(({ field, frequency }, index) => ({
    field: generation.fieldNames[field]!,
    termFrequency: frequency,
    fieldLength: decodedLengths[lengths[field * docCount + local]!]!,
    weight: shownWeightOf(plan, generation.fieldNames[field]!),
    score: parts[index]! * scoreUnit,
  }));
}

function matchedTerm(generation: SearchedGeneration, { segment }: Place, { clause, list }: BestMatch): string {
  const { alternative } = clause;
  return alternative.kind === 'prefix' ? generation.segments[segment]!.terms.texts.at(list.term) : alternative.terms.join(' ');
}

function explainMatch(
  generation: SearchedGeneration,
  plan: Plan,
  place: Place,
  group: ResolvedGroup,
  best: BestMatch,
): MatchExplanation {
  return {
    word: group.group.word,
    kind: best.clause.alternative.kind,
    term: matchedTerm(generation, place, best),
    fields: explainFields(generation, plan, place, best),
    score: best.units * scoreUnit,
  };
}

function explainPhrases(
  generation: SearchedGeneration,
  plan: Plan,
  place: Place,
  groups: readonly ResolvedGroup[],
  mask: number,
): PhraseExplanation[] {
  const fields = phraseFields(generation, plan, groups);
  const finder = new PhraseFinder(generation.segments[place.segment]!, groups, fields);
  const found = fields.flatMap(({ field, name, units }) => {
    const pairs = finder.pairs(place.local, field) & mask & (mask >> 1);
    return [...units].flatMap((unit, pair): PhraseExplanation[] => {
      if (((pairs >> pair) & 1) === 0 || unit === 0) return [];
      return [{ field: name, words: [plan.groups[pair]!.word, plan.groups[pair + 1]!.word], score: unit * scoreUnit }];
    });
  });
  finder.close();
  return found;
}

function reasons(
  generation: SearchedGeneration,
  plan: Plan,
  place: Place,
  matched: number,
  itemId: string,
): Explanation['reasonsNotFound'] {
  const found: Explanation['reasonsNotFound'][number][] = [];
  const { hidden, promoted } = singledOut(generation, plan);
  const isPromoted = plan.promoted.includes(itemId) || promoted.has(place.doc) || nearDocs(generation, plan).has(place.doc);
  if (matched < plan.minimumMatch && !isPromoted) found.push('tooFewWords');
  if (withoutUnwanted(generation, plan, plan.excluded).some((passes) => passes[place.segment]![place.local] !== 1))
    found.push('excludedWord');
  if (plan.filters.some((filter) => filterItems(generation, filter)[place.segment]!.bytes[place.local] !== 1))
    found.push('filtered');
  if (hidden.has(place.doc)) found.push('hidden');
  return found;
}

export function explainInGeneration(generation: SearchedGeneration, plan: Plan, itemId: string): Explanation | null {
  const doc = generation.store.docOf(itemId);
  if (doc < 0) return null;
  const segment = generation.segmentOf(doc);
  const place: Place = { doc, segment, local: doc - generation.bases[segment]! };
  const groups = resolveGroups(generation, plan);
  const bests = groups.map((group) => bestMatch(generation, plan, group, place));
  const matches = bests.flatMap((best, index) =>
    best === null ? [] : [explainMatch(generation, plan, place, groups[index]!, best)],
  );
  const mask = bests.reduce((bits, best, index) => (best === null ? bits : bits | (1 << index)), 0);
  const phrases = explainPhrases(generation, plan, place, groups, mask);
  const nearness = (groups.length === 0 ? 0 : (nearDocs(generation, plan).get(doc) ?? 0)) * scoreUnit;
  const words = [...matches, ...phrases].reduce((sum, part) => sum + part.score, nearness);
  const steps = scoreSteps(generation, plan, words / scoreUnit, segment, place.local);
  const boosts = steps.boosts.map(({ units, ...step }) => ({ ...step, score: units * scoreUnit }));
  const lowered = steps.lowered.map(({ units, ...step }) => ({ ...step, score: units * scoreUnit }));
  const base = steps.start * scoreUnit;
  const reasonsNotFound = reasons(generation, plan, place, matches.length, itemId);
  return {
    itemId,
    score: [...boosts, ...lowered].reduce((sum, part) => sum + part.score, base + words),
    base,
    nearness,
    matches,
    phrases,
    boosts,
    lowered,
    missingWords: plan.groups.filter((_, index) => bests[index] === null).map((group) => group.word),
    isFound: reasonsNotFound.length === 0,
    reasonsNotFound,
  };
}
