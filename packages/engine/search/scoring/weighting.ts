import { type Alternative, isAskedFor, type ScoredPart, type SearchField, startingScore } from '#engine/plan.ts';
import { leastLength, scoring } from '#engine/query/scoring.ts';
import { decodedLengths } from '#engine/index/segment/frequency-codes.ts';
import { Kernel } from '#engine/search/kernel/kernel.ts';
import { KernelImpacts, type Postings } from './kernel-impacts.ts';
import { PrefixLists } from './prefix-lists.ts';
import type { Segment, TermSpace } from '#engine/index/segment/segment.ts';

/** Strength of a posting, above 0 and below 1, in one byte. */
const maxImpact = 255;

/** Finer where it is strong: there, small differences in length decide. Steps of 0.002 at 0.9, 0.016 at 0. */
function curve(strength: number): number {
  const square = strength * strength;
  return (strength + 3 * square * square) / 4;
}

const bisections = 30;

function strengthAt(level: number): number {
  let low = 0;
  let high = 1;
  for (let step = 0; step < bisections; step++) {
    const middle = (low + high) / 2;
    if (curve(middle) < level) low = middle;
    else high = middle;
  }
  return (low + high) / 2;
}

export const strengths = Float64Array.from({ length: maxImpact + 1 }, (_, impact) => strengthAt(impact / maxImpact));

export const impactOf = (strength: number): number => Math.max(1, Math.round(maxImpact * curve(strength)));

/** Scores are whole numbers of this size, so that sums are exact and don't depend on the order of segments. */
export const scoreUnit = 1 / 65_536;

export const startOf = (plan: ScoredPart): number => startingScore(plan) / scoreUnit;
/** No match of a word adds more, so that sums of all words fit 32 bits but for weights that nobody sets. */
export const maxContribution = 2 ** 30;

export type WeightKind = 'exact' | 'prefix' | 'joined';

export function weightKindOf({ kind, isJoined, isInCompleted }: Alternative, fields: readonly SearchField[]): WeightKind {
  if (kind === 'prefix' || isInCompleted === true) return 'prefix';
  return isJoined === true && fields.some(({ shingle }) => shingle === false) ? 'joined' : 'exact';
}

const kindOf = (kind: WeightKind): Pick<Alternative, 'kind' | 'isJoined'> =>
  kind === 'joined' ? { kind: 'synonym', isJoined: true } : { kind };

export type AverageLengths = readonly number[];

const averageStepsPerDoubling = 16;

/** Rounded, so that a changed item hardly moves it and prepared impacts stay valid. */
export function roundedAverage(tokenCount: number, itemCount: number): number {
  if (tokenCount <= 0 || itemCount <= 0) return 0;
  return 2 ** (Math.round(Math.log2(tokenCount / itemCount) * averageStepsPerDoubling) / averageStepsPerDoubling);
}

export interface FieldWeights {
  readonly values: readonly number[];
  readonly key: string;
}

export function fieldWeights(fieldNames: readonly string[], fields: readonly SearchField[], kind: WeightKind): FieldWeights {
  const values = fieldNames.map((name) => {
    const field = fields.find((candidate) => candidate.name === name);
    if (field === undefined || !isAskedFor(field, kindOf(kind))) return 0;
    return Math.max(0, kind === 'prefix' ? field.weight * field.wildcard : field.weight);
  });
  return { values, key: values.join() };
}

/** Impacts of postings for a set of field weights, computed on demand; those of built segments are shared between threads. */
export class SegmentImpacts {
  readonly values: Uint8Array;
  readonly prefixes: PrefixLists;
  readonly #segment: Segment;
  readonly #weights: readonly number[];
  readonly #factors: Float64Array[];
  readonly kernel: KernelImpacts | null;
  readonly #readyTerms: Uint8Array;
  readonly #readyStems: Uint8Array;
  readonly #isShared: boolean;
  /** Held, as its parts are views on it. */
  readonly #bytes: Uint8Array;

  constructor(segment: Segment, weights: readonly number[], averages: AverageLengths) {
    this.#segment = segment;
    this.#weights = weights;
    const [postingCount, termCount] = [segment.docs.length, segment.terms.texts.length];
    const length = postingCount + termCount + segment.stems.texts.length;
    const { room, isBuilt } = segment;
    const shared =
      isBuilt && room instanceof Kernel
        ? room.sharedArray(`${segment.docs.byteOffset} ${weights.join()} ${averages.join()}`, length)
        : null;
    const bytes = shared ?? room.uint8(length);
    this.#isShared = shared !== null;
    this.#bytes = bytes;
    this.values = bytes.subarray(0, postingCount);
    this.#readyTerms = bytes.subarray(postingCount, postingCount + termCount);
    this.#readyStems = bytes.subarray(postingCount + termCount);
    this.prefixes = new PrefixLists(segment, this);
    this.#factors = weights.map((weight, field) => {
      const average = averages[field] || 1;
      const { lengthShare } = scoring;
      const least = leastLength(segment.meta.fields[field]!.name);
      return decodedLengths.map((length) => weight / (1 - lengthShare + lengthShare * Math.max(least, length / average)));
    });
    this.kernel = KernelImpacts.of(segment, this.#factors, this.values);
  }

  get bytes(): number {
    const own = this.#isShared ? 0 : this.#bytes.length;
    return own + this.prefixes.bytes + (this.kernel?.bytes ?? 0);
  }

  fieldFrequency(field: number, frequency: number, doc: number): number {
    const factor = this.#factors[field]![this.#segment.lengths[field * this.#segment.docCount + doc]!]!;
    return factor * Math.min(frequency, scoring.maxCountedFrequency);
  }

  prepare(space: TermSpace, term: number): Postings {
    const start = space.starts[term]!;
    const postings = { start, end: start + space.counts[term]! };
    const ready = space === this.#segment.terms ? this.#readyTerms : this.#readyStems;
    if (Atomics.load(ready, term) === 1) return postings;
    if (this.kernel !== null) this.kernel.prepare(postings);
    else for (let at = start; at < postings.end; at++) this.values[at] = this.#impact(at);
    // Last, as other threads read it. Threads that compute a term at the same time write equal bytes.
    Atomics.store(ready, term, 1);
    return postings;
  }

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

export class ScoreTable {
  readonly full: number;
  #units: Int32Array | null = null;

  constructor(idf: number, weight: number) {
    this.full = (idf * weight * (scoring.saturation + 1)) / scoreUnit;
  }

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
