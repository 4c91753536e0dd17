import { stemmer as bulgarian } from '@orama/stemmers/bulgarian';
import { stemmer as danish } from '@orama/stemmers/danish';
import { stemmer as dutch } from '@orama/stemmers/dutch';
import { stemmer as english } from '@orama/stemmers/english';
import { stemmer as french } from '@orama/stemmers/french';
import { stemmer as german } from '@orama/stemmers/german';
import { stemmer as hungarian } from '@orama/stemmers/hungarian';
import { stemmer as italian } from '@orama/stemmers/italian';
import { stemmer as spanish } from '@orama/stemmers/spanish';
import { fold } from './folding.ts';
import { plainText } from './plain-text.ts';
import { stemCzech, stemSlovak } from './slavic-light-stemmer.ts';
import { scanTokens } from './tokens.ts';

/** One chain from text to terms, the same at index and query time and for every engine. */
export interface Analyser {
  /** ISO 639-1. */
  readonly language: string;
  readonly hasStemmer: boolean;
  /** Folded surface tokens in order of appearance. */
  tokens(text: string): string[];
  /** Words written with a hyphen, joined (`xr-450` as `xr450`), with the place of their parts among `tokens(text)`. */
  joinedTokens(text: string): JoinedToken[];
  /** What an index keeps of a field: its tokens without HTML, then the joined ones. */
  indexTokens(html: string): string[];
  /** The stem of a folded or unfolded token; equal to the folded token when the language has no stemmer. */
  stem(token: string): string;
}

/** `count` tokens from `start` on, written as one. */
export interface JoinedToken {
  readonly token: string;
  readonly start: number;
  readonly count: number;
}

const stemmers: Readonly<Record<string, (word: string) => string>> = {
  bg: bulgarian,
  cs: stemCzech,
  da: danish,
  de: german,
  en: english,
  es: spanish,
  fr: french,
  hu: hungarian,
  it: italian,
  nl: dutch,
  sk: stemSlovak,
};
const maxCachedStems = 50_000;
const minStemmedLength = 3;
const hasDigit = /\d/;

function joinedTokensOf(tokens: readonly string[], joins: readonly number[]): JoinedToken[] {
  const joined: JoinedToken[] = [];
  for (let at = 0; at < joins.length; at += 2) {
    const start = joins[at] ?? 0;
    const end = (joins[at + 1] ?? 0) + 1;
    joined.push({ token: tokens.slice(start, end).join(''), start, count: end - start });
  }
  return joined;
}

/** A word's stem, or the word itself where a stem would say less than one letter pair. Words with digits are names, not inflected. */
function safeStem(word: string, stemmer: (word: string) => string): string {
  if (word.length < minStemmedLength || hasDigit.test(word)) return word;
  const stem = fold(stemmer(word));
  return stem.length < 2 ? word : stem;
}

function cachedStems(stemmer: (word: string) => string): (word: string) => string {
  const cache = new Map<string, string>();
  return (word) => {
    const known = cache.get(word);
    if (known !== undefined) return known;
    if (cache.size >= maxCachedStems) cache.clear();
    const stem = safeStem(word, stemmer);
    cache.set(word, stem);
    return stem;
  };
}

/** The analyser of a language (ISO 639-1, a region is ignored); a language without a stemmer only folds. */
export function createAnalyser(language: string): Analyser {
  const code = language.toLowerCase().split(/[-_]/)[0] ?? '';
  const stemmer = Object.hasOwn(stemmers, code) ? stemmers[code] : undefined;
  const stemOf = stemmer === undefined ? (word: string) => word : cachedStems(stemmer);
  return {
    language: code,
    hasStemmer: stemmer !== undefined,
    tokens: (text) => scanTokens(fold(text)).tokens,
    joinedTokens(text) {
      const scan = scanTokens(fold(text));
      return joinedTokensOf(scan.tokens, scan.joins);
    },
    indexTokens(html) {
      const { tokens, joins } = scanTokens(fold(plainText(html)));
      if (joins.length > 0) for (const joined of joinedTokensOf(tokens, joins)) tokens.push(joined.token);
      return tokens;
    },
    stem: (token) => stemOf(fold(token)),
  };
}
