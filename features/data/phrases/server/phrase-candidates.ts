import type { Word } from './phrase-miner.ts';

/** Above it, the rarest are evicted; frequent ones come again. */
const maximumCandidates = 50_000;
/** A power of two above twice the candidates, so that probes are short. */
const slotCount = 131_072;
const slotMask = slotCount - 1;
/** Odd constants of Knuth and of MurmurHash3. */
const hashMix = 0x9e3779b1;
const checkMix = 0x85ebca6b;

/** Filling them by a callback costs 6 ms per import. */
// oxlint-disable-next-line unicorn/no-new-array -- Only this form has its length at once.
const inEachSlot = <Value>(value: Value): Value[] => new Array<Value>(slotCount).fill(value);

export interface WordRun {
  readonly words: readonly Word[];
  readonly from: number;
  readonly to: number;
  /** In UTF-16 units. */
  readonly text: string;
  readonly start: number;
  readonly end: number;
  readonly isCategory: boolean;
}

/** A category, or words of at least two items. */
export interface Candidate {
  readonly hash: number;
  readonly check: number;
  readonly stems: string;
  readonly isCategory: boolean;
  itemCount: number;
  readonly spellings: Map<string, number>;
}

/**
 * Counts items by neighbouring stems. Most words meet once, so a single occurrence is only numbers and a reference to its text.
 * 64-bit hashes: a collision mixes two phrases.
 */
export class PhraseCandidates {
  readonly #hashes = new Int32Array(slotCount);
  readonly #checks = new Int32Array(slotCount);
  /** From 1; 0 marks a free slot. */
  readonly #lastItems = new Uint32Array(slotCount);
  readonly #texts: string[] = inEachSlot('');
  readonly #starts = new Uint32Array(slotCount);
  readonly #ends = new Uint32Array(slotCount);
  readonly #candidates: (Candidate | null)[] = inEachSlot(null);
  #item = 0;
  #size = 0;

  startItem(): void {
    this.#item += 1;
    if (this.#size > maximumCandidates) this.#forgetRare();
  }

  /** Once per item. */
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

  #seenOnce(slot: number, run: WordRun): Candidate {
    const place = { text: this.#texts[slot]!, start: this.#starts[slot]!, end: this.#ends[slot]! };
    this.#texts[slot] = '';
    const first = candidateOf({ ...run, ...place, isCategory: false });
    return { ...first, hash: this.#hashes[slot]!, check: this.#checks[slot]! };
  }

  /** To half the limit, so that it is rare. */
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
