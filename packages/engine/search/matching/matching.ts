import type { Plan } from '#engine/plan.ts';
import type { Clause, PostingList, ResolvedGroup } from './clauses.ts';
import type { DeadItems } from '#engine/index/segment/segment.ts';
import type { SearchedGeneration } from './searched-generation.ts';
import { maxSegmentItems } from '#engine/index/limits.ts';
import { Matches, Threshold } from './ranking.ts';
import { failedField, restrictionsOf, segmentFilters, type Restrictions, type SegmentFilters } from './restrictions.ts';
import { scoreUnit } from '#engine/search/scoring/weighting.ts';
import type { SegmentBoosts } from '#engine/search/boosts/segment-boosts.ts';

const bitCounts = Uint8Array.from({ length: 65_536 }, (_, bits) => {
  let count = 0;
  for (let rest = bits; rest !== 0; rest &= rest - 1) count++;
  return count;
});

const orderedShare = 6;

type NearMisses = ReadonlyMap<string, Matches>;

export interface MatchSet {
  readonly matches: Matches;
  readonly nearMisses: NearMisses;
  readonly promoted: ReadonlySet<number>;
  readonly totalCount: number;
}

/** For searches that only need the best `size` items. */
export interface Pruning {
  readonly size: number;
  mostPhraseUnits(mask: number): number;
  readonly boosts: readonly SegmentBoosts[] | null;
}

const noneNear: ReadonlyMap<number, number> = new Map();

/** Units of score by item number. */
export function nearDocs(
  { store }: Pick<SearchedGeneration, 'store'>,
  { near }: Pick<Plan, 'near'>,
): ReadonlyMap<number, number> {
  if (near === undefined) return noneNear;
  const found = near.ids.map((id, at) => [store.docOf(id), Math.round(near.scores[at]! / scoreUnit)] as const);
  return new Map(found.filter(([doc]) => doc >= 0));
}

/** Scores one segment at a time into arrays that fit the processor's cache, and collects what matches. */
export class Matcher {
  readonly #scores = new Int32Array(maxSegmentItems);
  readonly #masks = new Uint16Array(maxSegmentItems);
  readonly #groupScores = new Int32Array(maxSegmentItems);
  readonly #touched = new Uint16Array(maxSegmentItems);
  #touchedCount = 0;
  #totalCount = 0;
  readonly #matches = new Matches();
  readonly #nearPool: Matches[] = [];
  #waste = new Uint32Array(0);

  match(generation: SearchedGeneration, plan: Plan, groups: readonly ResolvedGroup[], pruning: Pruning | null): MatchSet {
    const restrictions = restrictionsOf(generation, plan);
    const wantedFacets = new Set(plan.facets.flatMap(({ field, narrows }) => (narrows === true ? [] : [field])));
    const nearMisses = new Map<string, Matches>();
    for (const [index, field] of restrictions.fields.entries()) {
      if (wantedFacets.has(field)) nearMisses.set(field, (this.#nearPool[index] ??= new Matches()));
    }
    const all = [this.#matches, ...nearMisses.values()];
    const missesOf = restrictions.fields.map((field) => nearMisses.get(field));
    const near = groups.length === 0 ? noneNear : nearDocs(generation, plan);
    const hasFilters = restrictions.filters.length > 0;
    const isOpen = restrictions.promoted.size + restrictions.hidden.size === 0;
    const threshold = pruning === null || pruning.size === 0 ? null : new Threshold(pruning.size);
    const isPruned = pruning !== null && threshold !== null && !hasFilters;
    for (const matches of all) matches.clear();
    this.#totalCount = 0;
    for (let segment = 0; segment < generation.segments.length; segment++) {
      for (const matches of all) matches.segmentStarts.push(matches.length);
      for (const [index, { clauses }] of groups.entries()) {
        const [only] = clauses;
        const [list] = only?.lists[segment] ?? [];
        if (clauses.length === 1 && only!.lists[segment]!.length === 1) this.#scoreOnly(only!.table.units, list!, 1 << index);
        else for (const clause of clauses) this.#score(clause, segment, 1 << index);
      }
      const { docCount, dead } = generation.segments[segment]!;
      if (near.size > 0) this.#addNear(near, generation.bases[segment]!, docCount, plan.minimumMatch);
      if (groups.length === 0) this.#touchAll(docCount, dead);
      else if (!isPruned) this.#orderTouched(docCount);
      // Without a mask an item doesn't match; those that were touched are still reset.
      if (dead !== null) for (const doc of dead.docs) this.#masks[doc] = 0;
      const base = generation.bases[segment]!;
      const before = this.#matches.length;
      if (isOpen && isPruned) this.#collectBest(base, plan.minimumMatch, pruning, threshold, pruning.boosts?.[segment] ?? null);
      else if (isOpen) this.#collectAll(base, plan.minimumMatch);
      else this.#collectPromoted(base, docCount, plan.minimumMatch, restrictions);
      if (hasFilters) this.#applyFilters(before, base, segmentFilters(restrictions, segment), missesOf);
      if (!(isOpen && isPruned)) this.#totalCount += this.#matches.length - before;
      this.#reset(docCount);
    }
    for (const matches of all) matches.segmentStarts.push(matches.length);
    return { matches: this.#matches, nearMisses, promoted: restrictions.promoted, totalCount: this.#totalCount };
  }

  #scoreOnly(table: Int32Array, { docs, impacts, from, to }: PostingList, bit: number): void {
    const masks = this.#masks;
    const scores = this.#scores;
    const touched = this.#touched;
    let touchedCount = this.#touchedCount;
    for (let at = from; at < to; at++) {
      const score = table[impacts[at]!]!;
      if (score === 0) continue;
      const doc = docs[at]!;
      const mask = masks[doc]!;
      if (mask === 0) touched[touchedCount++] = doc;
      masks[doc] = mask | bit;
      scores[doc]! += score;
    }
    this.#touchedCount = touchedCount;
  }

  #score(clause: Clause, segment: number, bit: number): void {
    const masks = this.#masks;
    const scores = this.#scores;
    const groupScores = this.#groupScores;
    const touched = this.#touched;
    const table = clause.table.units;
    let touchedCount = this.#touchedCount;
    for (const { docs, impacts, from, to } of clause.lists[segment]!) {
      for (let at = from; at < to; at++) {
        const score = table[impacts[at]!]!;
        if (score === 0) continue;
        const doc = docs[at]!;
        const mask = masks[doc]!;
        if ((mask & bit) === 0) {
          if (mask === 0) touched[touchedCount++] = doc;
          masks[doc] = mask | bit;
          groupScores[doc] = score;
          scores[doc]! += score;
        } else if (score > groupScores[doc]!) {
          scores[doc]! += score - groupScores[doc]!;
          groupScores[doc] = score;
        }
      }
    }
    this.#touchedCount = touchedCount;
  }

  /** As if they had enough words. */
  #addNear(near: ReadonlyMap<number, number>, base: number, docCount: number, minimumMatch: number): void {
    for (const [doc, units] of near) {
      const local = doc - base;
      if (local < 0 || local >= docCount) continue;
      if (this.#masks[local] === 0) this.#touched[this.#touchedCount++] = local;
      this.#masks[local]! |= (1 << minimumMatch) - 1;
      this.#scores[local]! += units;
    }
  }

  #touchAll(docCount: number, dead: DeadItems | null): void {
    let count = 0;
    for (let doc = 0; doc < docCount; doc++) if (dead === null || !dead.has(doc)) this.#touched[count++] = doc;
    this.#touchedCount = count;
  }

  /** Where there are many, walking memory in order is worth more than the walk over untouched items costs. */
  #orderTouched(docCount: number): void {
    if (this.#touchedCount < docCount / orderedShare) return;
    const masks = this.#masks;
    const touched = this.#touched;
    let count = 0;
    for (let doc = 0; doc < docCount; doc++) {
      touched[count] = doc;
      // One for every mask but 0, without a branch that the processor would guess wrong half the time.
      count += (masks[doc]! + 0xffff) >>> 16;
    }
  }

  #reset(docCount: number): void {
    const count = this.#touchedCount;
    if (count < docCount / orderedShare) {
      for (let at = 0; at < count; at++) {
        const doc = this.#touched[at]!;
        this.#masks[doc] = 0;
        this.#scores[doc] = 0;
      }
    } else {
      this.#masks.fill(0, 0, docCount);
      this.#scores.fill(0, 0, docCount);
    }
    this.#touchedCount = 0;
  }

  #collectAll(base: number, minimumMatch: number): void {
    this.#matches.reserve(this.#touchedCount);
    const { docs, scores, masks } = this.#matches;
    const touched = this.#touched;
    const ownMasks = this.#masks;
    const ownScores = this.#scores;
    const count = this.#touchedCount;
    let length = this.#matches.length;
    for (let at = 0; at < count; at++) {
      const doc = touched[at]!;
      const mask = ownMasks[doc]!;
      if (bitCounts[mask]! < minimumMatch) continue;
      docs[length] = base + doc;
      scores[length] = ownScores[doc]!;
      masks[length++] = mask;
    }
    this.#matches.length = length;
  }

  #collectBest(base: number, minimumMatch: number, pruning: Pruning, threshold: Threshold, boosts: SegmentBoosts | null): void {
    const touched = this.#touched;
    const masks = this.#masks;
    const scores = this.#scores;
    const count = this.#touchedCount;
    let { least } = threshold;
    let matchCount = 0;
    for (let at = 0; at < count; at++) {
      const doc = touched[at]!;
      const mask = masks[doc]!;
      if (bitCounts[mask]! < minimumMatch) continue;
      matchCount++;
      const units = scores[doc]!;
      const score = boosts === null ? units : boosts.boosted(doc, units);
      if (score < least) {
        if ((mask & (mask >> 1)) === 0) continue;
        const most = units + pruning.mostPhraseUnits(mask);
        if ((boosts === null ? most : boosts.boosted(doc, most)) < least) continue;
      }
      this.#matches.push(base + doc, units, mask);
      if (score <= least && least > 0) continue;
      threshold.add(score);
      ({ least } = threshold);
    }
    this.#totalCount += matchCount;
  }

  #collectPromoted(base: number, docCount: number, minimumMatch: number, { promoted, hidden }: Restrictions): void {
    const matches = this.#matches;
    for (const doc of promoted) {
      if (doc >= base && doc < base + docCount) matches.push(doc, this.#scores[doc - base]!, this.#masks[doc - base]!);
    }
    for (let at = 0; at < this.#touchedCount; at++) {
      const doc = this.#touched[at]!;
      if (bitCounts[this.#masks[doc]!]! < minimumMatch || promoted.has(base + doc) || hidden.has(base + doc)) continue;
      matches.push(base + doc, this.#scores[doc]!, this.#masks[doc]!);
    }
  }

  #applyFilters(start: number, base: number, filters: SegmentFilters, near: readonly (Matches | undefined)[]): void {
    const [only] = filters.passes;
    if (only !== undefined && filters.passes.length === 1) {
      this.#applyOneFilter(start, base, only, near[0]);
      return;
    }
    const { docs, scores, masks, length } = this.#matches;
    let kept = start;
    for (let match = start; match < length; match++) {
      const doc = docs[match]!;
      const failed = failedField(filters, doc - base);
      if (failed === -1) {
        docs[kept] = doc;
        scores[kept] = scores[match]!;
        masks[kept++] = masks[match]!;
      } else if (failed >= 0) near[failed]?.push(doc, 0, 0);
    }
    this.#matches.length = kept;
  }

  /** Without a branch: how a filter decides can't be predicted. */
  #applyOneFilter(start: number, base: number, passes: Uint8Array, near: Matches | undefined): void {
    const { docs, scores, masks, length } = this.#matches;
    near?.reserve(length - start);
    const aside = near?.docs ?? this.#discarded(length - start);
    let asideCount = near?.length ?? 0;
    let kept = start;
    for (let match = start; match < length; match++) {
      const doc = docs[match]!;
      const isKept = passes[doc - base]!;
      docs[kept] = doc;
      scores[kept] = scores[match]!;
      masks[kept] = masks[match]!;
      aside[asideCount] = doc;
      kept += isKept;
      asideCount += 1 - isKept;
    }
    this.#matches.length = kept;
    if (near !== undefined) near.length = asideCount;
  }

  #discarded(count: number): Uint32Array {
    if (this.#waste.length < count) this.#waste = new Uint32Array(count);
    return this.#waste;
  }
}
