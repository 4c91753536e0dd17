import { Kernel } from '#engine/search/kernel/kernel.ts';
import { maxSegmentItems } from '#engine/index/limits.ts';
import { lengthCodes } from '#engine/index/segment/frequency-codes.ts';
import type { Segment } from '#engine/index/segment/segment.ts';
import { scoring } from '#engine/query/scoring.ts';

const strongest = new WeakMap<Kernel, Uint8Array>();

function strongestOf(kernel: Kernel): Uint8Array {
  const known = strongest.get(kernel) ?? kernel.uint8(maxSegmentItems);
  strongest.set(kernel, known);
  return known;
}

export interface Postings {
  readonly start: number;
  readonly end: number;
}

interface AddressesOf {
  readonly docs: number;
  readonly codes: number;
  readonly codeStarts: number;
  readonly codeFields: number;
  readonly codeFrequencies: number;
  readonly lengths: number;
  readonly factors: number;
  readonly values: number;
}

/** Equals `SegmentImpacts` to the bit. */
export class KernelImpacts {
  readonly #kernel: Kernel;
  readonly #docCount: number;
  readonly #at: AddressesOf;
  readonly #factors: Uint8Array;

  private constructor(kernel: Kernel, docCount: number, factors: Uint8Array, at: AddressesOf) {
    this.#kernel = kernel;
    this.#docCount = docCount;
    this.#factors = factors;
    this.#at = at;
  }

  static of(segment: Segment, factors: readonly Float64Array[], values: Uint8Array): KernelImpacts | null {
    const { room: kernel } = segment;
    if (!(kernel instanceof Kernel)) return null;
    const bytes = kernel.uint8(factors.length * lengthCodes * Float64Array.BYTES_PER_ELEMENT);
    const numbers = new Float64Array(bytes.buffer, bytes.byteOffset, factors.length * lengthCodes);
    for (const [field, ofField] of factors.entries()) numbers.set(ofField, field * lengthCodes);
    const { docs, codes, codeStarts, codeFields, codeFrequencies, lengths } = segment;
    const at = {
      docs: kernel.addressOf(docs),
      codes: kernel.addressOf(codes),
      codeStarts: kernel.addressOf(codeStarts),
      codeFields: kernel.addressOf(codeFields),
      codeFrequencies: kernel.addressOf(codeFrequencies),
      lengths: kernel.addressOf(lengths),
      factors: kernel.addressOf(bytes),
      values: kernel.addressOf(values),
    };
    const isWhole = Object.values(at).every((address) => address !== 0) && kernel.addressOf(strongestOf(kernel)) !== 0;
    return isWhole ? new KernelImpacts(kernel, segment.docCount, bytes, at) : null;
  }

  get bytes(): number {
    return this.#factors.length;
  }

  prepare({ start, end }: Postings): void {
    const { docs, codes, codeStarts, codeFields, codeFrequencies, lengths, factors, values } = this.#at;
    const { maxCountedFrequency, saturation } = scoring;
    const { code } = this.#kernel;
    code.impacts(
      start,
      end,
      docs,
      codes,
      codeStarts,
      codeFields,
      codeFrequencies,
      lengths,
      this.#docCount,
      factors,
      maxCountedFrequency,
      saturation,
      values,
    );
  }

  united(terms: readonly Postings[]): { readonly docs: Uint16Array; readonly impacts: Uint8Array } | null {
    const kernel = this.#kernel;
    const all = strongestOf(kernel);
    const at = kernel.addressOf(all);
    let count = 0;
    for (const { start, end } of terms) {
      const docs = this.#at.docs + start * Uint16Array.BYTES_PER_ELEMENT;
      count += kernel.code.strengthen(docs, this.#at.values + start, end - start, at);
    }
    const list = { docs: kernel.uint16(count), impacts: kernel.uint8(count) };
    const [docs, impacts] = [kernel.addressOf(list.docs), kernel.addressOf(list.impacts)];
    if (docs === 0 || impacts === 0) {
      all.fill(0);
      return null;
    }
    kernel.code.united(at, this.#docCount, docs, impacts);
    return list;
  }
}
