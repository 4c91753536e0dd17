import { pathSeparator, type FieldValue, type Item } from '#contract/item.ts';
import { detachedText } from '#engine/query/analysis/detached-text.ts';
import type { MinedPhrase } from '#features/data/imports/server/imports.task.ts';
import { createAnalyser, type PlacedToken } from '#engine/query/analysis/analyser.ts';
import { fold } from '#engine/query/analysis/folding.ts';
import { stopwordLanguages } from '#contract/texts/languages.ts';
import { stopwordSet } from '#engine/query/stopword-rule.ts';

interface Word {
  readonly stem: string;
  readonly hash: number;
  readonly check: number;
  readonly isMeasure: boolean;
  readonly isStopword: boolean;
}

/** The items of a shop share most words. */
const rememberedWords = 50_000;
const shortestWord = 2;
const digit = /\d/;
const units: ReadonlySet<string> = new Set(
  'mm cm dm km mg dkg kg ml cl dl kw kwh mw mah mhz ghz khz hz kb mb gb tb mbit gbit mbps gbps dpi px mp rpm db bar kpa lm nm ks pcs pc szt stk stck ud uds'.split(
    ' ',
  ),
);
/** FNV-1a, and another prime for the check. */
const hashStart = 0x811c9dc5;
const hashPrime = 0x01000193;
const checkPrime = 0x5bd1e995;

function hashed(text: string, prime: number): number {
  let hash = hashStart;
  for (let at = 0; at < text.length; at += 1) hash = Math.imul(hash ^ text.charCodeAt(at), prime);
  return hash ^ (hash >>> 15);
}

class PhraseWords {
  readonly #analyser;
  readonly #stopwords: ReadonlySet<string>;
  readonly #remembered = new Map<string, Word>();

  constructor(language: string) {
    this.#analyser = createAnalyser(language);
    const known = stopwordLanguages.find((code) => code === language);
    this.#stopwords = new Set(known === undefined ? [] : stopwordSet(known).map((word) => fold(word).trim()));
  }

  of(text: string): { readonly words: readonly Word[]; readonly places: readonly PlacedToken[] } {
    const { tokens: places } = this.#analyser.placedTokens(text);
    return { words: places.map((token) => this.#wordOf(token.text)), places };
  }

  #wordOf(token: string): Word {
    const known = this.#remembered.get(token);
    if (known !== undefined) return known;
    const stem = detachedText(this.#analyser.stem(token));
    const word: Word = {
      stem,
      hash: hashed(stem, hashPrime),
      check: hashed(stem, checkPrime),
      isMeasure: digit.test(token) || units.has(token),
      isStopword: token.length < shortestWord || this.#stopwords.has(token),
    };
    if (this.#remembered.size >= rememberedWords) this.#remembered.clear();
    this.#remembered.set(detachedText(token), word);
    return word;
  }
}

const leastItems = 3;
const longestWords = 3;
export const maximumMined = 1_000;
/** Share of a longer phrase above which a phrase is part of it. */
const pieceShare = 0.8;
const rememberedPaths = 10_000;
const isMark = /[®™©]|\p{L}\.\p{L}/u;
const around = 2;
/** Phrases don't cross these. */
const breaks = /[,;:()[\]/|+–—]| - |\. /;

export class PhraseMiner {
  readonly #words: PhraseWords;
  readonly #candidates = new PhraseCandidates();
  readonly #levels = new Map<string, readonly WordRun[]>();

  constructor(language: string) {
    this.#words = new PhraseWords(language);
  }

  add({ fields }: Item): void {
    this.#candidates.startItem();
    for (const path of textsOf(fields['category'])) for (const level of this.#levelsOf(path)) this.#candidates.count(level);
    const [name = ''] = textsOf(fields['name']);
    for (const part of detachedText(name).split(breaks)) this.#countPhrasesIn(part);
  }

  #levelsOf(path: string): readonly WordRun[] {
    const known = this.#levels.get(path);
    if (known !== undefined) return known;
    const own = detachedText(path);
    const levels = own
      .split(pathSeparator)
      .map((level): WordRun => {
        const { words } = this.#words.of(level);
        return { words, from: 0, to: words.length, text: level.trim(), start: 0, end: level.length, isCategory: true };
      })
      .filter(({ words }) => words.length > 0);
    if (this.#levels.size >= rememberedPaths) this.#levels.clear();
    this.#levels.set(own, levels);
    return levels;
  }

  /** Two or three neighbouring words without numbers, units, addresses and trademarks. */
  #countPhrasesIn(text: string): void {
    const { words, places } = this.#words.of(text);
    for (let from = 0; from < words.length; from += 1) {
      if (words[from]!.isMeasure || words[from]!.isStopword) continue;
      for (let to = from + 2; to <= words.length && to <= from + longestWords; to += 1) {
        const last = words[to - 1]!;
        if (last.isMeasure) break;
        if (last.isStopword) continue;
        const [start, end] = [places[from]!.start, places[to - 1]!.end];
        if (!isMark.test(text.slice(Math.max(0, start - around), end + around)))
          this.#candidates.count({ words, from, to, text, start, end, isCategory: false });
      }
    }
  }

  mined(): MinedPhrase[] {
    const frequent = this.#candidates.sharedBy(leastItems);
    const longer = new Map<string, number>();
    for (const { stems, itemCount, isCategory } of frequent) {
      const words = stems.split(' ');
      if (isCategory || words.length < longestWords) continue;
      for (const piece of [words.slice(0, -1), words.slice(1)].map((part) => part.join(' ')))
        longer.set(piece, Math.max(longer.get(piece) ?? 0, itemCount));
    }
    const sameWords = new Map<string, string>();
    for (const { stems } of frequent.toSorted(mostFirst)) {
      const words = inAnyOrder(stems);
      if (!sameWords.has(words)) sameWords.set(words, stems);
    }
    return frequent
      .filter(({ stems, isCategory }) => isCategory || sameWords.get(inAnyOrder(stems)) === stems)
      .filter(({ stems, itemCount, isCategory }) => isCategory || (longer.get(stems) ?? 0) < itemCount * pieceShare)
      .map(({ stems, itemCount, spellings, isCategory }) => ({
        stems,
        phrase: mostFrequent(spellings),
        itemCount,
        source: isCategory ? ('category' as const) : ('name' as const),
      }))
      .toSorted(mostFirst)
      .slice(0, maximumMined);
  }
}

type Counted = Pick<MinedPhrase, 'stems' | 'itemCount'>;
const mostFirst = (a: Counted, b: Counted): number => b.itemCount - a.itemCount || (a.stems < b.stems ? -1 : 1);

const inAnyOrder = (stems: string): string => stems.split(' ').toSorted().join(' ');

const textsOf = (value: FieldValue | undefined): string[] => (value === undefined ? [] : [value].flat().map(String));

/** The first of equals alphabetically, so that mining is deterministic. */
function mostFrequent(spellings: ReadonlyMap<string, number>): string {
  const [best] = [...spellings].toSorted(([a, aCount], [b, bCount]) => bCount - aCount || (a < b ? -1 : 1));
  return best?.[0] ?? '';
}

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

interface WordRun {
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
class PhraseCandidates {
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
