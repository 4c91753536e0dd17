import { maxTermFrequency } from '#engine/index/limits.ts';

/** Field lengths in one byte: exact below 64 tokens, then sixteen steps per doubling. */
const exactLengths = 64;
const stepsPerDoubling = 16;

export const lengthCodes = 256;

export const decodedLengths = Float64Array.from({ length: lengthCodes }, (_, code) =>
  code < exactLengths ? code : Math.round(exactLengths * 2 ** ((code - exactLengths) / stepsPerDoubling)),
);

export function encodeLength(tokenCount: number): number {
  if (tokenCount < exactLengths) return tokenCount;
  return Math.min(255, exactLengths + Math.round(stepsPerDoubling * Math.log2(tokenCount / exactLengths)));
}

const maxCodes = 65_535;
/** Flushes before codes run out; stems need the rest. */
const fullAt = 60_000;

/** Term frequencies per field as one 16-bit code. Code 0 is empty; every other one is an earlier code plus one occurrence, so codes form a trie. */
export class FrequencyCodes {
  readonly fieldCount: number;
  readonly #parents: number[] = [0];
  readonly #fields: number[] = [0];
  #next: Uint16Array;
  readonly #sums = new Map<number, number>();

  constructor(fieldCount: number) {
    this.fieldCount = fieldCount;
    this.#next = new Uint16Array(1024 * fieldCount);
    for (let field = 0; field < fieldCount; field++) this.plusOne(0, field);
  }

  get count(): number {
    return this.#parents.length;
  }

  get isFull(): boolean {
    return this.count >= fullAt;
  }

  plusOne(code: number, field: number): number {
    const known = this.#next[code * this.fieldCount + field] ?? 0;
    return known === 0 ? this.#makeNext(code, field) : known;
  }

  #makeNext(code: number, field: number): number {
    const isSaturated = (this.frequencies(code).get(field) ?? 0) >= maxTermFrequency || this.count >= maxCodes;
    const next = isSaturated ? code : this.count;
    if (!isSaturated) {
      this.#parents.push(code);
      this.#fields.push(field);
      if (this.count * this.fieldCount > this.#next.length) {
        const larger = new Uint16Array(this.#next.length * 2);
        larger.set(this.#next);
        this.#next = larger;
      }
    }
    this.#next[code * this.fieldCount + field] = next;
    return next;
  }

  sum(one: number, other: number): number {
    if (one === 0) return other;
    const key = one * 65_536 + other;
    const known = this.#sums.get(key);
    if (known !== undefined) return known;
    let code = one;
    for (const [field, frequency] of this.frequencies(other)) {
      for (let count = 0; count < frequency; count++) code = this.plusOne(code, field);
    }
    this.#sums.set(key, code);
    return code;
  }

  restricted(code: number, keeps: (field: number) => boolean): number {
    let kept = 0;
    for (const [field, frequency] of this.frequencies(code)) {
      if (keeps(field)) for (let count = 0; count < frequency; count++) kept = this.plusOne(kept, field);
    }
    return kept;
  }

  frequencies(code: number): Map<number, number> {
    const found = new Map<number, number>();
    for (let at = code; at !== 0; at = this.#parents[at]!) {
      const field = this.#fields[at]!;
      found.set(field, (found.get(field) ?? 0) + 1);
    }
    return found;
  }

  flattened(): { starts: Uint32Array; fields: Uint8Array; frequencies: Uint8Array } {
    const starts = new Uint32Array(this.count + 1);
    const fields: number[] = [];
    const frequencies: number[] = [];
    for (let code = 0; code < this.count; code++) {
      for (const [field, frequency] of [...this.frequencies(code)].sort((a, b) => a[0] - b[0])) {
        fields.push(field);
        frequencies.push(frequency);
      }
      starts[code + 1] = fields.length;
    }
    return { starts, fields: Uint8Array.from(fields), frequencies: Uint8Array.from(frequencies) };
  }
}
