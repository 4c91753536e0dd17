import { detachedText } from '#engine/query/analysis/detached-text.ts';

const firstSlots = 4096;
/** FNV-1a. */
const hashStart = 0x811c9dc5;
const hashPrime = 0x01000193;

function hashOf(text: string): number {
  let hash = hashStart;
  for (let at = 0; at < text.length; at++) hash = Math.imul(hash ^ text.charCodeAt(at), hashPrime);
  return hash ^ (hash >>> 15);
}

/** A hash table by content: a Map takes two to three times as long with slices of longer texts. */
export class TextNumbers {
  readonly texts: string[] = [];
  #hashes = new Int32Array(firstSlots / 2);
  #slots = new Int32Array(firstSlots);

  numberOf(text: string): number {
    const hash = hashOf(text);
    const mask = this.#slots.length - 1;
    let slot = hash & mask;
    for (let place = this.#slots[slot]!; place !== 0; place = this.#slots[slot]!) {
      if (this.#hashes[place - 1] === hash && this.texts[place - 1] === text) return place - 1;
      slot = (slot + 1) & mask;
    }
    return this.#add(text, hash, slot);
  }

  #add(text: string, hash: number, slot: number): number {
    const number = this.texts.length;
    this.texts.push(detachedText(text));
    this.#hashes[number] = hash;
    this.#slots[slot] = number + 1;
    if (this.texts.length === this.#hashes.length) this.#grow();
    return number;
  }

  #grow(): void {
    const hashes = new Int32Array(this.#hashes.length * 2);
    hashes.set(this.#hashes);
    this.#hashes = hashes;
    this.#slots = new Int32Array(hashes.length * 2);
    const mask = this.#slots.length - 1;
    for (let number = 0; number < this.texts.length; number++) {
      let slot = hashes[number]! & mask;
      while (this.#slots[slot] !== 0) slot = (slot + 1) & mask;
      this.#slots[slot] = number + 1;
    }
  }
}

export class Vocabulary {
  readonly #terms = new TextNumbers();
  readonly #stemIds = new Map<string, number>();
  readonly #stem: ((token: string) => string) | null;
  readonly stems: string[] = [];
  readonly stemOf: number[] = [];
  #characters = 0;

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

  get bytes(): number {
    return this.terms.length * 120 + this.stems.length * 80 + this.#characters * 2;
  }
}
