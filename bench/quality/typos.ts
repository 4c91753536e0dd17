import { hasDigit } from '#engine/query/analysis/typos.ts';

const seed = 1;
const typosPerWord = 5;
/** Shorter words turn into other words. */
const leastLength = 4;
const letters = 'abcdefghijklmnopqrstuvwxyz';

/** Deterministic (Park–Miller). */
function draws(): (below: number) => number {
  let state = seed;
  return (below) => {
    state = (state * 48_271) % 2_147_483_647;
    return state % below;
  };
}

/** Omission, repetition, insertion or transposition. */
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

export interface MistypedQuery {
  readonly meant: string;
  readonly typed: string;
}

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
