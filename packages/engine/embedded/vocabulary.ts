import { detachedText } from '#engine/detached-text.ts';

/** The terms of a segment in the making: each has a number in order of appearance, and the number of its stem. */
export class Vocabulary {
  readonly #ids = new Map<string, number>();
  readonly #stemIds = new Map<string, number>();
  readonly #stem: ((token: string) => string) | null;
  readonly terms: string[] = [];
  readonly stems: string[] = [];
  /** Stem number of each term. */
  readonly stemOf: number[] = [];
  #characters = 0;

  /** `stem` is null where the language has none. */
  constructor(stem: ((token: string) => string) | null) {
    this.#stem = stem;
  }

  idOf(token: string): number {
    const known = this.#ids.get(token);
    return known === undefined ? this.#add(detachedText(token)) : known;
  }

  #add(token: string): number {
    const id = this.terms.length;
    this.#ids.set(token, id);
    this.terms.push(token);
    this.#characters += token.length;
    if (this.#stem !== null) this.stemOf.push(this.#stemIdOf(this.#stem(token)));
    return id;
  }

  #stemIdOf(stem: string): number {
    const known = this.#stemIds.get(stem);
    if (known !== undefined) return known;
    const id = this.stems.length;
    this.#stemIds.set(stem, id);
    this.stems.push(stem);
    return id;
  }

  /** Estimated memory. */
  get bytes(): number {
    return this.terms.length * 120 + this.stems.length * 80 + this.#characters * 2;
  }
}
