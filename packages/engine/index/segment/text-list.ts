/** Sorted texts as bytes: what a dictionary is on disk and in memory. */
export class TextList {
  readonly bytes: Uint8Array;
  readonly offsets: Uint32Array;
  readonly #buffer: Buffer;

  constructor(texts: Uint8Array, offsets: Uint32Array) {
    this.bytes = texts;
    this.#buffer = Buffer.from(texts.buffer, texts.byteOffset, texts.byteLength);
    this.offsets = offsets;
  }

  get length(): number {
    return this.offsets.length - 1;
  }

  at(index: number): string {
    return this.#buffer.toString('utf8', this.offsets[index], this.offsets[index + 1]);
  }

  #compare(index: number, text: Uint8Array, isPrefix: boolean): number {
    const start = this.offsets[index]!;
    const length = this.offsets[index + 1]! - start;
    const shared = Math.min(length, text.length);
    for (let at = 0; at < shared; at++) {
      const difference = this.bytes[start + at]! - text[at]!;
      if (difference !== 0) return difference;
    }
    return isPrefix && length >= text.length ? 0 : length - text.length;
  }

  #firstNotBelow(text: Uint8Array): number {
    let low = 0;
    let high = this.length;
    while (low < high) {
      const middle = (low + high) >>> 1;
      if (this.#compare(middle, text, false) < 0) low = middle + 1;
      else high = middle;
    }
    return low;
  }

  find(text: Uint8Array): number {
    const index = this.#firstNotBelow(text);
    return index < this.length && this.#compare(index, text, false) === 0 ? index : -1;
  }

  /** The half-open range of texts that start with `prefix`. */
  prefixRange(prefix: Uint8Array): readonly [from: number, to: number] {
    const from = this.#firstNotBelow(prefix);
    let low = from;
    let high = this.length;
    while (low < high) {
      const middle = (low + high) >>> 1;
      if (this.#compare(middle, prefix, true) === 0) low = middle + 1;
      else high = middle;
    }
    return [from, low];
  }
}
