import type { Word } from './phrase-words.ts';

/** Beyond so many candidates, those seen least are forgotten; what is frequent comes again. */
const maximumCandidates = 50_000;
/** A power of two, and more than twice the candidates, so that a free slot is near. */
const slotCount = 131_072;
const slotMask = slotCount - 1;
/** Odd numbers with bits all over (of Knuth and of MurmurHash3). */
const hashMix = 0x9e3779b1;
const checkMix = 0x85ebca6b;

/** Calling a function for each of so many slots takes six milliseconds of every import. */
// oxlint-disable-next-line unicorn/no-new-array -- Only this form has its length at once.
const inEachSlot = <Value>(value: Value): Value[] => new Array<Value>(slotCount).fill(value);

/** Neighbouring words of a text, from one place to before another. */
export interface WordRun {
  readonly words: readonly Word[];
  readonly from: number;
  readonly to: number;
  /** Where they stand, in UTF-16 units. */
  readonly text: string;
  readonly start: number;
  readonly end: number;
  readonly isCategory: boolean;
}

/** A category, or what was seen in two items at least. */
export interface Candidate {
  readonly hash: number;
  readonly check: number;
  /** The words' stems with spaces between. */
  readonly stems: string;
  readonly isCategory: boolean;
  itemCount: number;
  readonly spellings: Map<string, number>;
}

/**
 * Counts the items that have the same neighbouring words, told apart by their stems. Most words meet once and never again, so what was
 * seen once is no more than a row of numbers and the text that it stands in. Different words with the same 64 bits of hashes would count
 * as one; among so many candidates that happens less than once in a billion collections.
 */
export class PhraseCandidates {
  readonly #hashes = new Int32Array(slotCount);
  readonly #checks = new Int32Array(slotCount);
  /** The item that was counted last, from 1; 0 in a free slot. */
  readonly #lastItems = new Uint32Array(slotCount);
  /** What was seen once. */
  readonly #texts: string[] = inEachSlot('');
  readonly #starts = new Uint32Array(slotCount);
  readonly #ends = new Uint32Array(slotCount);
  readonly #candidates: (Candidate | null)[] = inEachSlot(null);
  #item = 0;
  #size = 0;

  /** What is counted from now on is another item's. */
  startItem(): void {
    this.#item += 1;
    if (this.#size > maximumCandidates) this.#forgetRare();
  }

  /** Counts the item once, as it writes the words first. */
  count(run: WordRun): void {
    const hash = mixed(run, 'hash', hashMix);
    const check = mixed(run, 'check', checkMix);
    const slot = this.#slotOf(hash, check);
    const lastItem = this.#lastItems[slot]!;
    if (lastItem === this.#item) return;
    if (lastItem === 0) this.#begin(slot, hash, check, run);
    else this.#goOn(slot, run);
    this.#lastItems[slot] = this.#item;
  }

  #slotOf(hash: number, check: number): number {
    let slot = hash & slotMask;
    while (this.#lastItems[slot] !== 0 && (this.#hashes[slot] !== hash || this.#checks[slot] !== check))
      slot = (slot + 1) & slotMask;
    return slot;
  }

  #begin(slot: number, hash: number, check: number, run: WordRun): void {
    this.#size += 1;
    this.#hashes[slot] = hash;
    this.#checks[slot] = check;
    if (run.isCategory) this.#candidates[slot] = { ...candidateOf(run), hash, check };
    else {
      this.#texts[slot] = run.text;
      this.#starts[slot] = run.start;
      this.#ends[slot] = run.end;
    }
  }

  #goOn(slot: number, run: WordRun): void {
    const candidate = (this.#candidates[slot] ??= this.#seenOnce(slot, run));
    const spelling = spellingOf(run);
    candidate.itemCount += 1;
    candidate.spellings.set(spelling, (candidate.spellings.get(spelling) ?? 0) + 1);
  }

  /** The words are those of `run`; the text is that of the first time. */
  #seenOnce(slot: number, run: WordRun): Candidate {
    const place = { text: this.#texts[slot]!, start: this.#starts[slot]!, end: this.#ends[slot]! };
    this.#texts[slot] = '';
    const first = candidateOf({ ...run, ...place, isCategory: false });
    return { ...first, hash: this.#hashes[slot]!, check: this.#checks[slot]! };
  }

  /** Down to half of the room, so that it is seldom done. */
  #forgetRare(): void {
    let kept = this.sharedBy(2);
    for (let least = 3; kept.length > maximumCandidates / 2; least += 1)
      kept = kept.filter(({ itemCount }) => itemCount >= least);
    this.#lastItems.fill(0);
    this.#texts.fill('');
    this.#candidates.fill(null);
    for (const candidate of kept) {
      const slot = this.#slotOf(candidate.hash, candidate.check);
      this.#hashes[slot] = candidate.hash;
      this.#checks[slot] = candidate.check;
      this.#candidates[slot] = candidate;
      this.#lastItems[slot] = this.#item - 1;
    }
    this.#size = kept.length;
  }

  /** Those that so many items have, two at least. */
  sharedBy(leastItems: number): Candidate[] {
    return this.#candidates.filter((candidate) => candidate !== null && candidate.itemCount >= leastItems) as Candidate[];
  }
}

function mixed({ words, from, to }: WordRun, kind: 'hash' | 'check', prime: number): number {
  let sum = 0;
  for (let at = from; at < to; at += 1) {
    sum = Math.imul(sum ^ words[at]![kind], prime);
    sum ^= sum >>> 15;
  }
  return sum;
}

function candidateOf(run: WordRun): Omit<Candidate, 'hash' | 'check'> {
  const stems = run.words.slice(run.from, run.to).map(({ stem }) => stem);
  return { stems: stems.join(' '), isCategory: run.isCategory, itemCount: 1, spellings: new Map([[spellingOf(run), 1]]) };
}

const spellingOf = ({ text, start, end, isCategory }: WordRun): string =>
  isCategory ? text : text.slice(start, end).toLowerCase();
