import { TextNumbers } from './text-numbers.ts';

/** The terms of a segment in the making: each has a number in order of appearance, and the number of its stem. */
export class Vocabulary {
  readonly #terms = new TextNumbers();
  readonly #stemIds = new Map<string, number>();
  readonly #stem: ((token: string) => string) | null;
  readonly stems: string[] = [];
  readonly stemOf: number[] = [];
  #characters = 0;

  /** `stem` is null where the language has none. */
  constructor(stem: ((token: string) => string) | null) {
    this.#stem = stem;
  }

  get terms(): readonly string[] {
    return this.#terms.texts;
  }

  idOf(token: string): number {
    const known = this.terms.length;
    const id = this.#terms.numberOf(token);
    if (id === known) this.#addStemOf(this.terms[id]!);
    return id;
  }

  #addStemOf(term: string): void {
    this.#characters += term.length;
    if (this.#stem !== null) this.stemOf.push(this.#stemIdOf(this.#stem(term)));
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
