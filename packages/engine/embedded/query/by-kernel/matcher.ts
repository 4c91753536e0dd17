import type { Plan } from '#engine/plan.ts';
import type { PostingList, ResolvedGroup } from '#engine/embedded/query/clauses.ts';
import type { LoadedGeneration } from '#engine/embedded/query/loaded-generation.ts';
import { Matches } from '#engine/embedded/query/matches.ts';
import type { Pruning } from '#engine/embedded/query/matching.ts';
import { type Restrictions, restrictionsOf } from '#engine/embedded/query/restrictions.ts';
import { maxContribution } from '#engine/embedded/query/weighting.ts';
import { Threshold } from '#engine/embedded/query/threshold.ts';
import type { Segment } from '#engine/embedded/segment/segment.ts';
import type { Kernel } from '#engine/embedded/kernel/kernel.ts';
import { canCount, KernelFacets } from './facets.ts';
import type { KernelMatchSet } from './match-set.ts';
import { bitmapBytes, candidateNumbers, highestScore, KernelWork, tableNumbers, wordItems, wordsOf } from './work.ts';

/** A list as the kernel takes it. */
interface Postings {
  readonly docs: number;
  readonly impacts: number;
  readonly count: number;
  readonly table: number;
}

/** By segment, then by group. */
type SegmentPostings = readonly (readonly Postings[])[];

/** Whether a kernel can answer the plan: promoted and hidden items, and facets of groups, need every match one by one. */
const isForKernel = ({ groups, promoted, hidden, collapse, facets }: Plan): boolean =>
  groups.length > 0 && promoted.length + hidden.length === 0 && !(collapse && facets.length > 0);

/** Does what `Matcher` does, by the kernel of a generation. */
export class KernelMatcher {
  readonly #kernel: Kernel;
  readonly #work: KernelWork;
  readonly #matches = new Matches();
  /** Bitmaps of what filters let pass and of what is alive, as bytes of them are kept. */
  readonly #bitmaps = new WeakMap<Uint8Array, Uint8Array>();

  constructor(kernel: Kernel) {
    this.#kernel = kernel;
    this.#work = new KernelWork(kernel);
  }

  /** What its searches work in. */
  get bytes(): number {
    return this.#work.bytes;
  }

  /** null where the plan or the memory isn't for the kernel. `pruning` says who is listed: null lists all. */
  match(
    generation: LoadedGeneration,
    plan: Plan,
    groups: readonly ResolvedGroup[],
    pruning: Pruning | null,
  ): KernelMatchSet | null {
    const { segments } = generation;
    if (!isForKernel(plan)) return null;
    const restrictions = restrictionsOf(generation, plan);
    const missedFields = missed(plan, restrictions);
    const clauseCount = groups.reduce((sum, { clauses }) => sum + clauses.length, 0);
    const size = pruning?.boosts === null ? pruning.size : 1;
    const docCounts = segments.map(({ docCount }) => docCount);
    if (!this.#work.reserve(docCounts, size, clauseCount, missedFields.size)) return null;
    if (!canCount(this.#kernel, this.#work, generation, plan.facets)) return null;
    const postings = this.#postings(groups, segments.length);
    if (postings === null) return null;
    return this.#match(generation, { plan, restrictions, postings, missedFields, pruning });
  }

  #match(
    generation: LoadedGeneration,
    query: {
      readonly plan: Plan;
      readonly restrictions: Restrictions;
      readonly postings: readonly SegmentPostings[];
      readonly missedFields: ReadonlyMap<string, number>;
      readonly pruning: Pruning | null;
    },
  ): KernelMatchSet {
    const { plan, restrictions, postings, missedFields, pruning } = query;
    const { code } = this.#kernel;
    const work = this.#work;
    const matches = this.#matches;
    const fullMask = 2 ** postings[0]!.length - 1;
    const phraseUnits = pruning === null ? highestScore : pruning.mostPhraseUnits(fullMask);
    const listsAll = pruning === null || pruning.boosts !== null;
    const slack = listsAll ? highestScore : Math.min(highestScore, phraseUnits);
    const isMarked = plan.minimumMatch > 1 || phraseUnits > 0;
    const required = isMarked ? Math.max(1, plan.minimumMatch) : 0;
    const threshold = pruning !== null && pruning.boosts !== null && pruning.size > 0 ? new Threshold(pruning.size) : null;
    work.startHeap(pruning === null || pruning.boosts !== null ? 1 : pruning.size);
    matches.clear();
    const bitmapStarts: number[] = [];
    let totalCount = 0;
    let bitmapStart = 0;
    for (const [index, segment] of generation.segments.entries()) {
      matches.segmentStarts.push(matches.length);
      bitmapStarts.push(bitmapStart);
      this.#score(postings[index]!, isMarked);
      const words = wordsOf(segment.docCount);
      const count = code.scan(
        work.scores.at,
        work.masks.at,
        words,
        required,
        this.#allowed(restrictions, segment, index),
        missedFields.size > 0 ? work.found.at : 0,
        plan.facets.length > 0 ? work.passed.at + bitmapStart : 0,
        work.heap.at,
        slack,
        work.candidates.at,
        work.answer.at,
      );
      totalCount += work.answer.array[0]!;
      for (const [field, number] of missedFields)
        this.#miss(restrictions, segment, index, field, work.misses[number]!.at + bitmapStart);
      const least = listsAll ? 0 : work.least - slack;
      this.#list(generation.bases[index]!, count, { least, threshold, pruning, segment: index });
      bitmapStart += bitmapBytes(segment.docCount);
    }
    matches.segmentStarts.push(matches.length);
    const found: KernelMatchSet = {
      matches,
      nearMisses: new Map(),
      promoted: restrictions.promoted,
      totalCount,
      work,
      bitmapStarts,
      missedFields,
      facets: () => new KernelFacets(this.#kernel, generation, found),
    };
    return found;
  }

  /** null where a list stands outside the kernel's memory. */
  #postings(groups: readonly ResolvedGroup[], segmentCount: number): SegmentPostings[] | null {
    const found: Postings[][][] = Array.from({ length: segmentCount }, () => groups.map(() => []));
    let tableNumber = 0;
    for (const [group, { clauses }] of groups.entries()) {
      for (const { table, lists } of clauses) {
        const tableAt = this.#work.tables.at + tableNumber * tableNumbers * Int32Array.BYTES_PER_ELEMENT;
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

  #place({ docs, impacts, from, to }: PostingList, table: number): Postings | null {
    const [docsAt, impactsAt] = [this.#kernel.addressOf(docs), this.#kernel.addressOf(impacts)];
    if (docsAt === 0 || impactsAt === 0) return null;
    return { docs: docsAt + from * Uint16Array.BYTES_PER_ELEMENT, impacts: impactsAt + from, count: to - from, table };
  }

  /** Adds what the groups give to the items of a segment. */
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

  /** Address of the bitmap of what filters let pass and is alive; 0 where that is all. */
  #allowed({ filters }: Restrictions, segment: Segment, index: number): number {
    const passes = filters.map((filter) => this.#bitmap(filter.passes[index]!, segment, false));
    if (segment.dead !== null) passes.push(this.#bitmap(segment.dead.flags, segment, true));
    return this.#intersection(passes, segment, this.#work.allowed.at);
  }

  /** Address of what all bitmaps have, which may be one of them or `into`; 0 where there are none. */
  #intersection([first = 0, ...others]: readonly number[], { docCount }: Segment, into: number): number {
    let result = first;
    for (const other of others) {
      this.#kernel.code.and(result, other, wordsOf(docCount), into);
      result = into;
    }
    return result;
  }

  /** Writes the bitmap of what matches and only the filters of one field keep out. */
  #miss({ fields, filters }: Restrictions, segment: Segment, index: number, field: string, into: number): void {
    const number = fields.indexOf(field);
    const bitmaps = (isOwn: boolean): number[] =>
      filters
        .filter((filter) => (filter.field === number) === isOwn)
        .map(({ passes }) => this.#bitmap(passes[index]!, segment, false));
    const others = bitmaps(false);
    if (segment.dead !== null) others.push(this.#bitmap(segment.dead.flags, segment, true));
    const { allowed, others: othersBits, found } = this.#work;
    const own = this.#intersection(bitmaps(true), segment, allowed.at);
    const rest = this.#intersection(others, segment, othersBits.at);
    this.#kernel.code.missesOf(found.at, own, rest, wordsOf(segment.docCount), into);
  }

  /** Address of the bitmap of bytes that are kept unchanged, or of those of them that are 0. */
  #bitmap(bytes: Uint8Array, { docCount }: Segment, isInverted: boolean): number {
    const { code } = this.#kernel;
    const known = this.#bitmaps.get(bytes);
    if (known !== undefined) return this.#kernel.addressOf(known);
    const words = wordsOf(docCount);
    const padded = this.#kernel.uint8(words * wordItems);
    padded.set(bytes);
    const bitmap = this.#kernel.uint8(bitmapBytes(docCount));
    code.pack(this.#kernel.addressOf(padded), words, this.#kernel.addressOf(bitmap), isInverted ? 1 : 0);
    this.#bitmaps.set(bytes, bitmap);
    return this.#kernel.addressOf(bitmap);
  }

  /** Lists the candidates that the kernel wrote; where boosts change their scores, those that may still be among the best. */
  #list(
    base: number,
    count: number,
    wanted: {
      /** Candidates were written before better ones were known. */
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
}

/** Fields whose facets count what their own filters keep out, with numbers. */
function missed({ facets }: Plan, { fields }: Restrictions): Map<string, number> {
  const wanted = new Set(facets.flatMap(({ field, narrows }) => (narrows === true ? [] : [field])));
  return new Map(fields.filter((field) => wanted.has(field)).map((field, number) => [field, number]));
}
