import { type Alternative, isAskedFor, type Plan, type SearchField, startingScore } from '#engine/plan.ts';
import { leastLength, scoring } from '#engine/query/scoring.ts';
import { decodedLengths } from '#engine/index/segment/field-lengths.ts';
import { KernelImpacts, type Postings } from '#engine/search/by-kernel/impacts.ts';
import { impactOf, maxImpact, strengths } from './impacts.ts';
import { PrefixLists } from './prefix-lists.ts';
import type { Segment, TermSpace } from '#engine/index/segment/segment.ts';

/** Scores are whole numbers of this size, so that sums are exact and don't depend on the order of segments. */
export const scoreUnit = 1 / 65_536;

/** Score units of every match before words and boosts. */
export const startOf = (plan: Pick<Plan, 'groups' | 'boosts' | 'lowered'>): number => startingScore(plan) / scoreUnit;
/** No match of a word adds more, so that sums of all words fit 32 bits but for weights that nobody sets. */
export const maxContribution = 2 ** 30;

export type WeightKind = 'exact' | 'prefix' | 'joined';

export function weightKindOf({ kind, isJoined }: Alternative, fields: readonly SearchField[]): WeightKind {
  if (kind === 'prefix') return kind;
  return isJoined === true && fields.some(({ shingle }) => shingle === false) ? 'joined' : 'exact';
}

const kindOf = (kind: WeightKind): Pick<Alternative, 'kind' | 'isJoined'> =>
  kind === 'joined' ? { kind: 'synonym', isJoined: true } : { kind };

/** Averages over the whole generation, by field number; they must not depend on segments. */
export type AverageLengths = readonly number[];

const averageStepsPerDoubling = 16;

/**
 * The average length, rounded to a sixteenth of a doubling: a changed item hardly ever moves it, so that what was worked out for the
 * other items stays, and the same items have the same average however they came in.
 */
export function roundedAverage(tokenCount: number, itemCount: number): number {
  if (tokenCount <= 0 || itemCount <= 0) return 0;
  return 2 ** (Math.round(Math.log2(tokenCount / itemCount) * averageStepsPerDoubling) / averageStepsPerDoubling);
}

/** Weight of each field of the generation for a kind of match; 0 is not searched. */
export function fieldWeights(fieldNames: readonly string[], fields: readonly SearchField[], kind: WeightKind): number[] {
  return fieldNames.map((name) => {
    const field = fields.find((candidate) => candidate.name === name);
    if (field === undefined || !isAskedFor(field, kindOf(kind))) return 0;
    return Math.max(0, kind === 'prefix' ? field.weight * field.wildcard : field.weight);
  });
}

/** An impact a posting, under one set of field weights: worked out when first asked for, so scoring is one look-up. */
export class SegmentImpacts {
  readonly values: Uint8Array;
  readonly prefixes: PrefixLists;
  readonly #segment: Segment;
  readonly #weights: readonly number[];
  /** Per field: what a term frequency is multiplied by, for each length code. */
  readonly #factors: Float64Array[];
  /** Does the same faster; null where there is no kernel. */
  readonly kernel: KernelImpacts | null;
  readonly #readyTerms: Uint8Array;
  readonly #readyStems: Uint8Array;

  constructor(segment: Segment, weights: readonly number[], averages: AverageLengths) {
    this.#segment = segment;
    this.#weights = weights;
    this.values = segment.room.uint8(segment.docs.length);
    this.prefixes = new PrefixLists(segment, this);
    this.#readyTerms = new Uint8Array(segment.terms.texts.length);
    this.#readyStems = new Uint8Array(segment.stems.texts.length);
    this.#factors = weights.map((weight, field) => {
      const average = averages[field] || 1;
      const { lengthShare } = scoring;
      const least = leastLength(segment.meta.fields[field]!.name);
      return decodedLengths.map((length) => weight / (1 - lengthShare + lengthShare * Math.max(least, length / average)));
    });
    this.kernel = KernelImpacts.of(segment, this.#factors, this.values);
  }

  get bytes(): number {
    const ready = this.#readyTerms.length + this.#readyStems.length;
    return this.values.length + ready + this.prefixes.bytes + (this.kernel?.bytes ?? 0);
  }

  /** Weighted, length-normalised frequency of one field of a posting. */
  fieldFrequency(field: number, frequency: number, doc: number): number {
    const factor = this.#factors[field]![this.#segment.lengths[field * this.#segment.docCount + doc]!]!;
    return factor * Math.min(frequency, scoring.maxCountedFrequency);
  }

  /** Sees to it that `values` hold for the postings of the term, which it answers. */
  prepare(space: TermSpace, term: number): Postings {
    const start = space.starts[term]!;
    const postings = { start, end: start + space.counts[term]! };
    const ready = space === this.#segment.terms ? this.#readyTerms : this.#readyStems;
    if (ready[term] === 1) return postings;
    ready[term] = 1;
    if (this.kernel !== null) this.kernel.prepare(postings);
    else for (let at = start; at < postings.end; at++) this.values[at] = this.#impact(at);
    return postings;
  }

  /** Terms of both spaces with at least so many postings, to be prepared before anybody waits for them. */
  *frequentTerms(minPostings: number): Generator<readonly [TermSpace, number]> {
    for (const space of [this.#segment.terms, this.#segment.stems]) {
      for (let term = 0; term < space.counts.length; term++) if (space.counts[term]! >= minPostings) yield [space, term];
    }
  }

  #impact(posting: number): number {
    const { codes, codeStarts, codeFields, codeFrequencies, docs, lengths, docCount } = this.#segment;
    const code = codes[posting]!;
    const doc = docs[posting]!;
    let frequency = 0;
    for (let at = codeStarts[code]!; at < codeStarts[code + 1]!; at++) {
      const field = codeFields[at]!;
      if (this.#weights[field] === 0) continue;
      const counted = Math.min(codeFrequencies[at]!, scoring.maxCountedFrequency);
      frequency += this.#factors[field]![lengths[field * docCount + doc]!]! * counted;
    }
    if (frequency === 0) return 0;
    return impactOf(frequency / (scoring.saturation + frequency));
  }
}

/** What each impact scores, for a term of this rarity and an alternative of this weight. */
export class ScoreTable {
  /** Score units of full strength. */
  readonly full: number;
  #units: Int32Array | null = null;

  constructor(idf: number, weight: number) {
    this.full = (idf * weight * (scoring.saturation + 1)) / scoreUnit;
  }

  /** Score units by impact, at least 1 for any but 0. A kernel works them out for itself. */
  get units(): Int32Array {
    return (this.#units ??= this.#workedOut());
  }

  #workedOut(): Int32Array {
    const units = new Int32Array(maxImpact + 1);
    for (let impact = 1; impact <= maxImpact; impact++)
      units[impact] = Math.min(maxContribution, Math.max(1, Math.round(this.full * strengths[impact]!)));
    return units;
  }
}
