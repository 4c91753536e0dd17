import { pathSeparator, type FieldValue, type Item } from '#contract/item.ts';
import { detachedText } from '#engine/query/analysis/detached-text.ts';
import type { MinedPhrase } from '#features/data/imports/server/imports.task.ts';
import { PhraseCandidates, type WordRun } from './phrase-candidates.ts';
import { createAnalyser, type PlacedToken } from '#engine/query/analysis/analyser.ts';
import { fold } from '#engine/query/analysis/folding.ts';
import { stopwordLanguages } from '#contract/texts/languages.ts';
import { stopwordSet } from '#engine/query/stopword-rule.ts';

export interface Word {
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
