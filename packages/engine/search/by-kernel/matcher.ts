import type { Plan } from '#engine/plan.ts';
import type { PostingList, ResolvedGroup } from '#engine/search/matching/clauses.ts';
import type { GroupOrder } from '#engine/search/matching/groups.ts';
import type { SearchedGeneration } from '#engine/search/matching/searched-generation.ts';
import { Matches, Threshold } from '#engine/search/matching/ranking.ts';
import type { MatchSet, Pruning } from '#engine/search/matching/matching.ts';
import { type Restrictions, restrictionsOf } from '#engine/search/matching/restrictions.ts';
import { maxContribution } from '#engine/search/scoring/weighting.ts';
import type { Segment } from '#engine/index/segment/segment.ts';
import type { Kernel } from '#engine/search/kernel/kernel.ts';
import {
  placedCandidates,
  type Postings,
  type Reading,
  scoredCandidates,
  type SegmentPostings,
  type Listing,
  listing,
  placedListing,
  matchedDocs,
} from './candidates.ts';
import { canCount, KernelFacets } from './facets.ts';
import { canGroup, KernelGroups } from './groups.ts';
import { Lookups } from './lookups.ts';
import { type Placing, Placings } from './placing.ts';
import { RestrictingBitmaps, SingledOut } from './restricting-bitmaps.ts';
import { bitmapBytes, candidateNumbers, expandSpare, KernelWork, impactCount, wordItems, wordsOf } from './work.ts';

interface KernelMatchSet extends MatchSet {
  readonly groups: KernelGroups | null;
  readonly facets: KernelFacets | null;
}

interface Asked extends Listing {
  readonly plan: Plan;
  readonly restrictions: Restrictions;
  readonly postings: readonly SegmentPostings[];
  readonly missedFields: ReadonlyMap<string, number>;
  readonly pruning: Pruning | null;
  readonly placing: Placing | null;
  readonly order: GroupOrder | null;
}

export class KernelMatcher {
  readonly #kernel: Kernel;
  readonly #work: KernelWork;
  readonly #restricting: RestrictingBitmaps;
  readonly #lookups: Lookups;
  readonly #placings: Placings;
  readonly #matches = new Matches();

  constructor(kernel: Kernel) {
    this.#kernel = kernel;
    this.#work = new KernelWork(kernel);
    this.#restricting = new RestrictingBitmaps(kernel, this.#work);
    this.#lookups = new Lookups(kernel, this.#work);
    this.#placings = new Placings(kernel);
  }

  get bytes(): number {
    return this.#work.bytes + this.#lookups.bytes + this.#placings.bytes;
  }

  match(
    generation: SearchedGeneration,
    plan: Plan,
    groups: readonly ResolvedGroup[],
    size: number,
    pruning: Pruning | null,
  ): KernelMatchSet | null {
    const { segments } = generation;
    const order = plan.collapse ? generation.groupOrder : null;
    const restrictions = restrictionsOf(generation, plan);
    const missedFields = missed(plan, restrictions);
    const clauseCount = groups.reduce((sum, { clauses }) => sum + clauses.length, 0);
    const docCounts = segments.map(({ docCount }) => docCount);
    if (!this.#work.reserve(docCounts, size, clauseCount, missedFields.size)) return null;
    const placing = this.#placings.of(generation, plan, () => this.#restricting.count(restrictions, segments));
    const listed = placing === null ? listing(plan, pruning, groups) : placedListing(plan, placing, size);
    if (!canCount(this.#kernel, this.#work, generation, plan.facets)) return null;
    if (!this.#hasRoomForMatches(generation, plan, order, missedFields.size > 0)) return null;
    const postings = this.#postings(groups, segments.length);
    if (postings === null || this.#kernel.addressOf(generation.ranks) === 0) return null;
    this.#lookups.makeRoom(generation.itemCount);
    return this.#match(generation, { plan, restrictions, postings, missedFields, pruning, placing, order, ...listed });
  }

  #match(generation: SearchedGeneration, asked: Asked): KernelMatchSet {
    const { plan, restrictions, missedFields, pruning, placing, order } = asked;
    const work = this.#work;
    const matches = this.#matches;
    const threshold = pruning !== null && pruning.boosts !== null && pruning.size > 0 ? new Threshold(pruning.size) : null;
    work.startHeap(asked.size);
    matches.clear();
    const bitmapStarts: number[] = [];
    let totalCount = 0;
    let bitmapStart = 0;
    for (const [index, segment] of generation.segments.entries()) {
      matches.segmentStarts.push(matches.length);
      bitmapStarts.push(bitmapStart);
      const ranks = this.#kernel.addressOf(generation.ranks) + generation.bases[index]! * Float64Array.BYTES_PER_ELEMENT;
      const reading = {
        ranks,
        allowed: this.#restricting.allowed(restrictions, segment, index),
        found: missedFields.size > 0 ? work.found.at : 0,
        passed: plan.facets.length > 0 || placing !== null || order !== null ? work.passed.at + bitmapStart : 0,
      };
      const base = generation.bases[index]!;
      const singledOut = new SingledOut(restrictions, base, segment.docCount);
      const count = this.#candidates(segment, index, asked, reading, singledOut);
      totalCount += work.answer.array[0]!;
      totalCount += singledOut.include(this.#kernel.code, reading, matches);
      for (const [field, number] of missedFields)
        this.#restricting.miss(restrictions, segment, index, field, work.misses[number]!.at + bitmapStart);
      const least = asked.listsAll ? 0 : work.least - asked.slack;
      if (placing === null) this.#list(base, count, { least, threshold, pruning, segment: index });
      else this.#listPlaced(asked, base, count, least, segment);
      bitmapStart += bitmapBytes(segment.docCount);
    }
    matches.segmentStarts.push(matches.length);
    const [kernel, hasFacets] = [this.#kernel, plan.facets.length > 0];
    const docs = hasFacets || order !== null ? matchedDocs(kernel, work, generation.segments, bitmapStarts) : [];
    const groups = order === null ? null : new KernelGroups(kernel, work, generation, order, docs);
    const counted = { work, bitmapStarts, missedFields, groups };
    return {
      matches,
      nearMisses: new Map(),
      promoted: restrictions.promoted,
      totalCount,
      groups,
      facets: hasFacets ? new KernelFacets(kernel, generation, counted, docs) : null,
    };
  }

  #hasRoomForMatches(generation: SearchedGeneration, { facets }: Plan, order: GroupOrder | null, hasMissed: boolean): boolean {
    if (facets.length === 0 && order === null) return true;
    const itemCount = generation.segments.reduce((sum, { docCount }) => sum + docCount, 0);
    if (!this.#work.docs.reserve(itemCount + expandSpare)) return false;
    const valueCount = Math.max(0, ...facets.map(({ field }) => generation.column(field)?.values.length ?? 0));
    const segmentCount = generation.segments.length;
    return order === null || canGroup(this.#kernel, this.#work, order, { segmentCount, valueCount, hasMissed });
  }

  #candidates(segment: Segment, index: number, asked: Asked, reading: Reading, singledOut: SingledOut): number {
    const [kernel, work] = [this.#kernel, this.#work];
    const { listsAll, placing } = asked;
    const postings = asked.postings[index]!;
    const mayLookUp = !listsAll && placing === null && singledOut.isEmpty;
    const lookedUp = mayLookUp ? this.#lookups.candidates(asked, postings, segment, reading) : null;
    if (lookedUp !== null) return lookedUp;
    this.#score(postings, asked.isMarked);
    placing?.write(index, work.best.at);
    singledOut.takeOut(work);
    return placing === null
      ? scoredCandidates(kernel, work, asked, postings, segment, reading)
      : placedCandidates(kernel, work, asked, segment, reading);
  }

  #postings(groups: readonly ResolvedGroup[], segmentCount: number): SegmentPostings[] | null {
    const found: Postings[][][] = Array.from({ length: segmentCount }, () => groups.map(() => []));
    let tableNumber = 0;
    for (const [group, { clauses }] of groups.entries()) {
      for (const { table, lists } of clauses) {
        const tableAt = this.#work.tables.at + tableNumber * impactCount * Int32Array.BYTES_PER_ELEMENT;
        this.#kernel.code.scoreTable(table.full, this.#work.strengths.at, maxContribution, tableAt);
        tableNumber += 1;
        for (const [segment, ofSegment] of lists.entries()) {
          for (const list of ofSegment) {
            const postings = this.#place(list, tableAt);
            if (postings === null) return null;
            if (postings.count > 0) found[segment]![group]!.push(postings);
          }
        }
      }
    }
    return found;
  }

  #place(list: PostingList, table: number): Postings | null {
    const { docs, impacts, from, to } = list;
    const [docsAt, impactsAt] = [this.#kernel.addressOf(docs), this.#kernel.addressOf(impacts)];
    if (docsAt === 0 || impactsAt === 0) return null;
    const start = { docs: docsAt + from * Uint16Array.BYTES_PER_ELEMENT, impacts: impactsAt + from };
    return { list, ...start, count: to - from, table };
  }

  #score(groups: SegmentPostings, isMarked: boolean): void {
    const { code } = this.#kernel;
    const [scores, masks, best] = [this.#work.scores.at, this.#work.masks.at, this.#work.best.at];
    for (const [index, lists] of groups.entries()) {
      const bit = isMarked ? 1 << index : 0;
      const [only] = lists;
      if (lists.length === 1) {
        const { docs, impacts, count, table } = only!;
        if (isMarked) code.addMarked(docs, impacts, count, table, scores, masks, bit);
        else code.add(docs, impacts, count, table, scores);
        continue;
      }
      for (const { docs, impacts, count, table } of lists) code.addBest(docs, impacts, count, table, scores, best);
      for (const { docs, count } of lists) code.endBest(docs, count, best, masks, bit);
    }
  }

  #list(
    base: number,
    count: number,
    wanted: {
      readonly least: number;
      readonly threshold: Threshold | null;
      readonly pruning: Pruning | null;
      readonly segment: number;
    },
  ): void {
    const { least, threshold, pruning, segment } = wanted;
    const candidates = this.#work.candidates.array;
    const matches = this.#matches;
    matches.reserve(count);
    const boosts = pruning?.boosts?.[segment] ?? null;
    for (let at = 0, end = count * candidateNumbers; at < end; at += candidateNumbers) {
      const [doc, units, mask] = [candidates[at]!, candidates[at + 1]!, candidates[at + 2]!];
      if (units < least) continue;
      if (boosts !== null && pruning !== null) {
        if (threshold === null) continue;
        const score = boosts.boosted(doc, units);
        if (score < threshold.least) {
          if ((mask & (mask >> 1)) === 0) continue;
          if (boosts.boosted(doc, units + pruning.mostPhraseUnits(mask)) < threshold.least) continue;
        }
        if (score > threshold.least || threshold.least === 0) threshold.add(score);
      }
      matches.push(base + doc, units, mask);
    }
  }

  #listPlaced({ plan }: Asked, base: number, count: number, least: number, { docCount }: Segment): void {
    const { candidates, scores, masks } = this.#work;
    for (let at = 0, end = count * candidateNumbers; at < end; at += candidateNumbers) {
      const [doc, place] = [candidates.array[at]!, candidates.array[at + 1]!];
      if (place >= least) this.#matches.push(base + doc, scores.array[doc]!, masks.array[doc]!);
    }
    if (plan.groups.length === 0) return;
    const items = wordsOf(docCount) * wordItems;
    this.#kernel.code.fill(scores.at, items * Int32Array.BYTES_PER_ELEMENT);
    this.#kernel.code.fill(masks.at, items * Uint16Array.BYTES_PER_ELEMENT);
  }
}

function missed({ facets }: Plan, { fields }: Restrictions): Map<string, number> {
  const wanted = new Set(facets.flatMap(({ field, narrows }) => (narrows === true ? [] : [field])));
  return new Map(fields.filter((field) => wanted.has(field)).map((field, number) => [field, number]));
}
