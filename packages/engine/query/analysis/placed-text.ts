/** A text made from another, with the place of each of its UTF-16 units in the first one. */
export interface PlacedText {
  readonly text: string;
  readonly starts: readonly number[];
  readonly ends: readonly number[];
}

export function placed(text: string): PlacedText {
  return {
    text,
    starts: Array.from({ length: text.length }, (_, at) => at),
    ends: Array.from({ length: text.length }, (_, at) => at + 1),
  };
}

/** Makes a text out of parts of another one, which may itself have been made of one. */
export class PlacedTextBuilder {
  readonly #source: PlacedText;
  readonly #parts: string[] = [];
  readonly #starts: number[] = [];
  readonly #ends: number[] = [];

  constructor(source: PlacedText) {
    this.#source = source;
  }

  /** Writes `text` for what the source has from `start` to `end`. */
  put(text: string, start: number, end: number): void {
    const { starts, ends } = this.#source;
    this.#parts.push(text);
    for (let at = 0; at < text.length; at++) {
      this.#starts.push(starts[start] ?? 0);
      this.#ends.push(ends[end - 1] ?? 0);
    }
  }

  /** Takes over what the source has from `start` to `end`. */
  copy(start: number, end: number): void {
    this.#parts.push(this.#source.text.slice(start, end));
    for (let at = start; at < end; at++) {
      this.#starts.push(this.#source.starts[at] ?? 0);
      this.#ends.push(this.#source.ends[at] ?? 0);
    }
  }

  finish(): PlacedText {
    return { text: this.#parts.join(''), starts: this.#starts, ends: this.#ends };
  }
}
