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

/**
 * Numbers texts in order of appearance. Every word of every item comes here, mostly one that is known already, as a piece of a longer
 * text that was cut out just now. A map takes two to three times as long with those, mainly for hashing them.
 */
export class TextNumbers {
  readonly texts: string[] = [];
  #hashes = new Int32Array(firstSlots / 2);
  /** Numbers from 1 by hash; 0 is free. At least half of the slots are. */
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
