import { createAnalyser } from '#engine/query/analysis/analyser.ts';
import { fold } from '#engine/query/analysis/folding.ts';
import type { PlacedToken } from '#engine/query/analysis/placed-tokens.ts';
import { stopwordLanguages } from '#contract/texts/languages.ts';
import { stopwordSet } from '#engine/query/analysis/stopword-sets.ts';
import { detachedText } from '#engine/query/analysis/detached-text.ts';

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

export class PhraseWords {
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
