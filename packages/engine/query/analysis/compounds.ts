/**
 * Words written as one: `lampe` is also found in `Schreibtischlampe` if the catalogue has `Schreibtisch` as a word, too. It needs no
 * dictionary, and `praktisch` is no table.
 */

const languages = new Set(['da', 'de', 'et', 'fi', 'hu', 'nl', 'no', 'sv']);
const leastLength = 3;
const leastHeadLength = 2;
const mostEndingLetters = 5;
/** Per word, the most frequent ones. */
export const mostCompounds = 100;

export const hasCompounds = (language: string): boolean => languages.has(language);
export const mayEndCompounds = (word: string): boolean => word.length >= leastLength && /^\p{L}+$/u.test(word);

/** Between two words (`Arbeit-s-tisch`, `Küche-n-messer`), or lost there (`Woll-socke`, `Gieß-kanne`). */
const [links, lost] = [
  ['', 's', 'n', 'e', 'en', 'es', 'er', 'ns'],
  ['e', 'a', 'en'],
];

function formsOf(before: string): string[] {
  const without = links.flatMap((link) => (before.endsWith(link) ? before.slice(0, before.length - link.length) : []));
  return [...without, ...lost.map((ending) => before + ending)].filter(({ length }) => length >= leastLength);
}

export interface Head {
  readonly stem: string;
  /** How its forms begin, and how many letters they have at most. */
  readonly beginnings: readonly string[];
  readonly most: number;
}

/** `buecher` and its stem `buch` may begin differently. */
export function headOf(word: string, stemOf: (word: string) => string): Head {
  const stem = stemOf(word);
  const beginning = word.slice(0, leastLength);
  const beginnings = stem.startsWith(beginning) ? [beginning] : [beginning, stem.slice(0, leastHeadLength)];
  return { stem, beginnings, most: stem.length + mostEndingLetters };
}

/** Words of which one must be in the index for the term to be a compound of a form of the head. */
export function firstWords(term: string, { stem, beginnings, most }: Head, stemOf: (word: string) => string): string[] {
  const words: string[] = [];
  for (let at = Math.max(leastLength, term.length - most); at + leastHeadLength <= term.length; at++) {
    const mayBegin = beginnings.some((beginning) => term.startsWith(beginning, at));
    if (mayBegin && stemOf(term.slice(at)) === stem) words.push(...formsOf(term.slice(0, at)));
  }
  return words;
}
