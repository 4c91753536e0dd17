import { randomNumbers, words } from './engine-products.ts';

/** The most frequent words are in nearly every item, and none that people search for. */
const firstRank = 20;
const ranks = 3000;

/** A word of the shop that somebody may search for, another one in each round. */
export const word = (round: number): string => words[firstRank + ((round * 7919) % ranks)] ?? '';

/** As `word`, drawn at random: so many of them that an answer or a word that is remembered is one by chance, as in a shop. */
export function drawnWords(count: number, seed: number): string[] {
  const random = randomNumbers(seed);
  return Array.from({ length: count }, () => words[firstRank + Math.floor(random() * ranks)] ?? '');
}

/** What pages of a shop ask in such numbers: three searches, two of them with facets, to each two completions. No two are the same. */
export function mixedCalls(token: string, count: number): string[] {
  const search = `/front/v1/search?token=${token}&q=`;
  return Array.from({ length: count }, (_, at) => {
    const [one, other] = [word(at), word(at * 31 + 7)];
    if (at % 5 < 2) return `/front/v1/autocomplete?token=${token}&q=${one}+${other.slice(0, 3)}`;
    return `${search}${one}+${other}${at % 5 === 2 ? '' : '&facets=brand,category,price'}`;
  });
}
