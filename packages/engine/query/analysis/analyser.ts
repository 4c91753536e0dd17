import { lightStemmer } from './light-stemmer.ts';
import { stemBulgarian, stemCzech, stemSlovak } from './stemmers.ts';
import { fold, foldInPlace, foldWithPlaces, placed, type PlacedText } from './folding.ts';
import { plainText, plainTextWithPlaces } from './plain-text.ts';
import { hasIdeograph, isIdeograph, joinedTokensOf, scanTokens, type JoinedToken } from './tokens.ts';

export interface Analyser {
  /** ISO 639-1. */
  readonly language: string;
  readonly hasStemmer: boolean;
  tokens(text: string): string[];
  /** Spellings as one token: `xr-450` as `xr450`, `10 x 15` as `10x15`. */
  joinedTokens(text: string): JoinedToken[];
  /** `tokens(text)` with their diacritics, one for one. */
  surfaces(text: string): string[];
  placedTokens(text: string): { readonly tokens: readonly PlacedToken[]; readonly joined: readonly PlacedToken[] };
  /** Ways to read a token as two: `headset` as `head set`, `10x15cm` as `10x15 cm`. */
  splits(token: string): WordPair[];
  indexTokens(html: string): string[];
  stem(token: string): string;
}

export type WordPair = readonly [first: string, second: string];

type Stemmer = (folded: string) => string;

const inCyrillic = lightStemmer('bg')!;

const ownStemmers: Readonly<Record<string, Stemmer>> = {
  bg: (word) => stemBulgarian(inCyrillic(word)),
  cs: stemCzech,
  sk: stemSlovak,
};
const maxCachedStems = 50_000;
const minStemmedLength = 3;
const hasDigit = /\d/;
const minSplitLength = 2;
const maxSplitLength = 24;
const letterDigitBorder = /\p{L}\p{Nd}|\p{Nd}\p{L}/u;

function splitsOf(token: string): WordPair[] {
  const pairs: WordPair[] = [];
  if (token.length > maxSplitLength || hasIdeograph(token)) return pairs;
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

function safeStem(token: string, stemmer: Stemmer): string {
  const folded = fold(token);
  if ((folded.length < minStemmedLength && !isIdeograph(folded)) || hasDigit.test(folded)) return folded;
  const stem = stemmer(folded);
  return stem.length < 2 && folded.length > 1 ? folded : stem;
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
  return Object.hasOwn(ownStemmers, language) ? ownStemmers[language] : lightStemmer(language);
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

const analysers = new Map<string, Analyser>();

export function analyserOf(language: string): Analyser {
  const known = analysers.get(language);
  if (known !== undefined) return known;
  const analyser = createAnalyser(language);
  analysers.set(language, analyser);
  return analyser;
}

export interface PlacedToken {
  readonly text: string;
  /** UTF-16 units of the text that was analysed. */
  readonly start: number;
  readonly end: number;
}

interface PlacedTokens {
  readonly tokens: PlacedToken[];
  readonly joined: PlacedToken[];
}

type PlaceOf = (at: number) => number;

function tokensAt(folded: string, startOf: PlaceOf, endOf: PlaceOf): PlacedTokens {
  const spans: number[] = [];
  const scan = scanTokens(folded, spans);
  const placedToken = (text: string, first: number, last: number): PlacedToken => {
    return { text, start: startOf(spans[first * 2]!), end: endOf(spans[last * 2 + 1]!) };
  };
  return {
    tokens: scan.tokens.map((text, index) => placedToken(text, index, index)),
    joined: joinedTokensOf(scan).map(({ token, start, count }) => placedToken(token, start, start + count - 1)),
  };
}

export const tokensWithPlaces = ({ text, starts, ends }: PlacedText): PlacedTokens =>
  tokensAt(
    text,
    (at) => starts[at] ?? 0,
    (at) => ends[at - 1] ?? 0,
  );

const same: PlaceOf = (at) => at;

export function placedTokensOf(text: string): PlacedTokens {
  const folded = foldInPlace(text);
  return folded === null ? tokensWithPlaces(foldWithPlaces(placed(text))) : tokensAt(folded, same, same);
}

export interface AnalysisStep {
  readonly step: 'normalised' | 'folded' | 'split' | 'joined' | 'stemmed';
  readonly tokens: readonly PlacedToken[];
}

export function analysisSteps(text: string, language: string): AnalysisStep[] {
  const plain = plainTextWithPlaces(placed(text));
  const words = [...plain.text.matchAll(/\S+/g)].map(({ 0: word, index }): PlacedToken => {
    return { text: word, start: plain.starts[index] ?? 0, end: plain.ends[index + word.length - 1] ?? 0 };
  });
  const changed = (change: (word: string) => string): PlacedToken[] =>
    words.map((word) => ({ ...word, text: change(word.text) })).filter((word) => word.text !== '');
  const { tokens, joined } = tokensWithPlaces(foldWithPlaces(plain));
  const { stem } = createAnalyser(language);
  return [
    { step: 'normalised', tokens: changed((word) => word.normalize('NFKC').toLowerCase()) },
    { step: 'folded', tokens: changed((word) => fold(word).trim()) },
    { step: 'split', tokens },
    { step: 'joined', tokens: [...tokens, ...joined] },
    { step: 'stemmed', tokens: [...tokens, ...joined].map((token) => ({ ...token, text: stem(token.text) })) },
  ];
}
