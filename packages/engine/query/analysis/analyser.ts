import { stemBulgarian } from './bulgarian-stemmer.ts';
import { fold } from './folding.ts';
import { plainText } from './plain-text.ts';
import { stemCzech, stemSlovak } from './slavic-light-stemmer.ts';
import { snowballStemmer } from './snowball.ts';
import { placedTokensOf } from './placed-tokens.ts';
import type { PlacedToken } from './placed-tokens.ts';
import { joinedTokensOf, scanTokens } from './tokens.ts';
import type { JoinedToken } from './tokens.ts';

/** One chain from text to terms, the same at index and query time and for every engine. */
export interface Analyser {
  /** ISO 639-1. */
  readonly language: string;
  readonly hasStemmer: boolean;
  /** Folded surface tokens in order of appearance. */
  tokens(text: string): string[];
  /**
   * Parts that are also written as one, with their place among `tokens(text)`: names with hyphens and their kind (`xr-450` as
   * `xr450`), sizes, thousands and bar codes with spaces (`10 x 15` as `10x15`).
   */
  joinedTokens(text: string): JoinedToken[];
  /**
   * `tokens(text)` with their diacritics, one for one. `pas` and `pás` are one term of the index, so that either finds both; this tells
   * which of the found texts has the word as it was typed.
   */
  surfaces(text: string): string[];
  /** `tokens(text)` and the joined ones with their places in the text. */
  placedTokens(text: string): { readonly tokens: readonly PlacedToken[]; readonly joined: readonly PlacedToken[] };
  /** Ways to read a token as two (`headset` as `head set`, `10x15cm` as `10x15 cm`), for words that no item has as one. */
  splits(token: string): WordPair[];
  /** What an index keeps of a field: its tokens without HTML, then the joined ones. */
  indexTokens(html: string): string[];
  /** The folded stem of a token; the folded token when the language has no stemmer. Diacritics, where the token has them, make it surer. */
  stem(token: string): string;
}

export type WordPair = readonly [first: string, second: string];

/** Makes the folded stem of a word in small letters, which is also given folded. */
type Stemmer = (word: string, folded: string) => string;

/** Stemmers of our own, which read folded words. */
const foldedStemmers: Readonly<Record<string, (folded: string) => string>> = {
  bg: stemBulgarian,
  cs: stemCzech,
  sk: stemSlovak,
};
const maxCachedStems = 50_000;
const minStemmedLength = 3;
const hasDigit = /\d/;
/** Shorter words are in too many others to be split off. */
const minSplitLength = 2;
const maxSplitLength = 24;
const letterDigitBorder = /\p{L}\p{Nd}|\p{Nd}\p{L}/u;

function splitsOf(token: string): WordPair[] {
  const pairs: WordPair[] = [];
  if (token.length > maxSplitLength) return pairs;
  const isMixed = hasDigit.test(token);
  const least = isMixed ? 1 : minSplitLength;
  for (let at = least; at <= token.length - least; at++) {
    if (!isMixed || letterDigitBorder.test(token.slice(at - 1, at + 1))) pairs.push([token.slice(0, at), token.slice(at)]);
  }
  return pairs;
}

const isWord = /^[\p{L}\p{M}\p{N}]+$/u;

function surfaceOf({ text, start, end }: PlacedToken, source: string): string {
  const written = source.slice(start, end).normalize('NFKC').toLowerCase();
  // Where folding only took diacritics off, what is written is the surface; elsewhere it also tidied signs.
  return isWord.test(written) && fold(written) === text ? written : text;
}

/** A word's stem, or the word itself where a stem would say less than one letter pair. Words with digits are names, not inflected. */
function safeStem(token: string, stemmer: Stemmer): string {
  const folded = fold(token);
  if (folded.length < minStemmedLength || hasDigit.test(folded)) return folded;
  const stem = stemmer(token.toLowerCase(), folded);
  return stem.length < 2 ? folded : stem;
}

function cachedStems(stemmer: Stemmer): (token: string) => string {
  const cache = new Map<string, string>();
  return (token) => {
    const known = cache.get(token);
    if (known !== undefined) return known;
    if (cache.size >= maxCachedStems) cache.clear();
    const stem = safeStem(token, stemmer);
    cache.set(token, stem);
    return stem;
  };
}

function stemmerOf(language: string): Stemmer | undefined {
  const stemmer = Object.hasOwn(foldedStemmers, language) ? foldedStemmers[language] : undefined;
  return stemmer === undefined ? snowballStemmer(language) : (_, folded) => stemmer(folded);
}

/** The analyser of a language (ISO 639-1, a region is ignored); a language without a stemmer only folds. */
export function createAnalyser(language: string): Analyser {
  const code = language.toLowerCase().split(/[-_]/)[0] ?? '';
  const stemmer = stemmerOf(code);
  return {
    language: code,
    hasStemmer: stemmer !== undefined,
    tokens: (text) => scanTokens(fold(text)).tokens,
    joinedTokens: (text) => joinedTokensOf(scanTokens(fold(text))),
    surfaces(text) {
      const { tokens } = placedTokensOf(text);
      return tokens.map((token) => surfaceOf(token, text));
    },
    placedTokens: placedTokensOf,
    splits: splitsOf,
    indexTokens(html) {
      const scan = scanTokens(fold(plainText(html)));
      const { tokens } = scan;
      if (scan.joins.length > 0) for (const joined of joinedTokensOf(scan)) tokens.push(joined.token);
      return tokens;
    },
    stem: stemmer === undefined ? fold : cachedStems(stemmer),
  };
}
