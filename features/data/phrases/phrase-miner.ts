import { pathSeparator, type FieldValue, type Item } from '#contract/item.ts';
import type { Analyser } from '#engine/analysis/analyser.ts';
import { fold } from '#engine/analysis/folding.ts';
import { stopwordLanguages, stopwordSet } from '#engine/analysis/stopword-sets.ts';
import { analyserOf } from '#engine/search.ts';

export interface MinedPhrase {
  /** Its stems with spaces between. */
  readonly stems: string;
  /** As it is written most often. */
  readonly phrase: string;
  readonly itemCount: number;
  readonly source: 'name' | 'category';
}

/** Items have to share a phrase this often before it says something. */
const leastItems = 3;
const longestWords = 3;
/** A collection has no more phrases than these, the most frequent ones. */
export const maximumMined = 1_000;
/** Beyond so many candidates, those seen least are forgotten; what is frequent comes again. */
const maximumCandidates = 50_000;
/** A phrase that nearly always stands in a longer one is a piece of that. */
const pieceShare = 0.8;
const shortestWord = 2;
/** Names are told apart after these, so that words on both sides form no phrase. */
const breaks = /[,;:()[\]/|+–—]| - |\. /;

interface Candidate {
  itemCount: number;
  readonly spellings: Map<string, number>;
  readonly isCategory: boolean;
}

/** Finds phrases in the names and categories of items. What people search for is another source, see `searched-phrases.ts`. */
export class PhraseMiner {
  readonly #analyser: Analyser;
  /** They neither begin nor end a phrase. */
  readonly #stopwords: ReadonlySet<string>;
  readonly #candidates = new Map<string, Candidate>();

  /** `language` is an ISO 639-1 code. */
  constructor(language: string) {
    this.#analyser = analyserOf(language);
    const known = stopwordLanguages.find((code) => code === language);
    this.#stopwords = new Set(known === undefined ? [] : stopwordSet(known).map((word) => fold(word).trim()));
  }

  #isStopword(token: string): boolean {
    return token.length < shortestWord || this.#stopwords.has(token);
  }

  /** Counts the phrases of an item's name and categories, each once. */
  add({ fields }: Item): void {
    const found = new Map<string, { readonly text: string; readonly isCategory: boolean }>();
    const name = textsOf(fields['name'])[0] ?? '';
    for (const part of name.split(breaks))
      for (const [stems, text] of this.#phrasesIn(part)) found.set(stems, { text, isCategory: false });
    for (const path of textsOf(fields['category'])) {
      for (const level of path.split(pathSeparator)) {
        const stems = this.#stemsOf(level);
        if (stems !== '') found.set(stems, { text: level.trim(), isCategory: true });
      }
    }
    for (const [stems, { text, isCategory }] of found) this.#count(stems, text, isCategory);
    if (this.#candidates.size > maximumCandidates) this.#forgetRare();
  }

  /** Down to half of the room, so that it is seldom done. */
  #forgetRare(): void {
    for (let least = 2; this.#candidates.size > maximumCandidates / 2; least += 1)
      for (const [stems, { itemCount }] of this.#candidates) if (itemCount < least) this.#candidates.delete(stems);
  }

  #count(stems: string, text: string, isCategory: boolean): void {
    const known = this.#candidates.get(stems) ?? { itemCount: 0, spellings: new Map<string, number>(), isCategory };
    known.itemCount += 1;
    known.spellings.set(text, (known.spellings.get(text) ?? 0) + 1);
    this.#candidates.set(stems, known);
  }

  #stemsOf(text: string): string {
    return this.#analyser
      .tokens(text)
      .map((token) => this.#analyser.stem(token))
      .join(' ');
  }

  /** Two or three neighbouring words, without numbers. */
  *#phrasesIn(text: string): Generator<[stems: string, text: string]> {
    const { tokens } = this.#analyser.placedTokens(text);
    const stems = tokens.map((token) => this.#analyser.stem(token.text));
    for (let start = 0; start < tokens.length; start += 1) {
      for (let count = 2; count <= longestWords && start + count <= tokens.length; count += 1) {
        const words = tokens.slice(start, start + count);
        if (words.some((word) => /\d/.test(word.text))) break;
        const [first, last] = [words[0]!, words.at(-1)!];
        if (this.#isStopword(first.text) || this.#isStopword(last.text)) continue;
        yield [stems.slice(start, start + count).join(' '), text.slice(first.start, last.end).toLowerCase()];
      }
    }
  }

  /** The most frequent phrases, pieces of longer ones left out. */
  mined(): MinedPhrase[] {
    const frequent = [...this.#candidates].filter(([, { itemCount }]) => itemCount >= leastItems);
    const longer = new Map<string, number>();
    for (const [stems, { itemCount, isCategory }] of frequent) {
      const words = stems.split(' ');
      if (isCategory || words.length < longestWords) continue;
      for (const piece of [words.slice(0, -1), words.slice(1)].map((part) => part.join(' ')))
        longer.set(piece, Math.max(longer.get(piece) ?? 0, itemCount));
    }
    return frequent
      .filter(([stems, { itemCount, isCategory }]) => isCategory || (longer.get(stems) ?? 0) < itemCount * pieceShare)
      .map(([stems, { itemCount, spellings, isCategory }]) => ({
        stems,
        phrase: mostFrequent(spellings),
        itemCount,
        source: isCategory ? ('category' as const) : ('name' as const),
      }))
      .toSorted((a, b) => b.itemCount - a.itemCount || (a.stems < b.stems ? -1 : 1))
      .slice(0, maximumMined);
  }
}

const textsOf = (value: FieldValue | undefined): string[] => (value === undefined ? [] : [value].flat().map(String));

/** Of several as frequent ones, the first in the alphabet, so that mining twice gives the same. */
function mostFrequent(spellings: ReadonlyMap<string, number>): string {
  const [best] = [...spellings].toSorted(([a, aCount], [b, bCount]) => bCount - aCount || (a < b ? -1 : 1));
  return best?.[0] ?? '';
}
