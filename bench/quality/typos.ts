import { hasDigit } from '#engine/query/analysis/typos.ts';

const seed = 1;
/** Other typos of the same word end otherwise, so each is drawn several times. */
const typosPerWord = 5;
/** With a typo, shorter words are often other words. */
const leastLength = 4;
const letters = 'abcdefghijklmnopqrstuvwxyz';

/** Whole numbers below a bound, the same at every run (Park and Miller's generator). */
function draws(): (below: number) => number {
  let state = seed;
  return (below) => {
    state = (state * 48_271) % 2_147_483_647;
    return state % below;
  };
}

/** One slip of the fingers: a letter left out, typed twice or beside, or swapped with the next one. */
function mistype(word: string, draw: (below: number) => number): string {
  const at = draw(word.length);
  const [before, letter, after] = [word.slice(0, at), word[at]!, word.slice(at + 1)];
  const other = letters[draw(letters.length)]!;
  const slips = [
    before + after,
    before + other + letter + after,
    before + other + after,
    at + 1 < word.length ? before + after[0]! + letter + after.slice(1) : before + letter + letter,
  ];
  const typed = slips[draw(slips.length)]!;
  return typed === word ? mistype(word, draw) : typed;
}

/** A query with one typo in one of its words. */
export interface MistypedQuery {
  readonly meant: string;
  readonly typed: string;
}

/** Each query several times for each of its words that is long enough for a typo to be recognised, with one typo in it. */
export function mistypedQueries(queries: readonly string[]): MistypedQuery[] {
  const draw = draws();
  return queries.flatMap((meant) => {
    const words = meant.split(' ');
    return words.flatMap((word, index) => {
      if (word.length < leastLength || hasDigit(word)) return [];
      return Array.from({ length: typosPerWord }, () => ({ meant, typed: words.with(index, mistype(word, draw)).join(' ') }));
    });
  });
}
