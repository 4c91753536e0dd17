import { randomNumbers, words } from './engine-products.ts';

/** The most frequent words are in nearly every item. */
const firstRank = 20;
const ranks = 3000;

export const word = (round: number): string => words[firstRank + ((round * 7919) % ranks)] ?? '';

export function drawnWords(count: number, seed: number): string[] {
  const random = randomNumbers(seed);
  return Array.from({ length: count }, () => words[firstRank + Math.floor(random() * ranks)] ?? '');
}

export function mixedCalls(token: string, count: number): string[] {
  const search = `/front/v1/search?token=${token}&q=`;
  return Array.from({ length: count }, (_, at) => {
    const [one, other] = [word(at), word(at * 31 + 7)];
    if (at % 5 < 2) return `/front/v1/autocomplete?token=${token}&q=${one}+${other.slice(0, 3)}`;
    return `${search}${one}+${other}${at % 5 === 2 ? '' : '&facets=brand,category,price'}`;
  });
}
