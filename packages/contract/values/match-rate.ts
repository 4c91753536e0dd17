/** Where fewer items than these have enough words, fewer words are asked for. */
export const fewItems = 60;

/** How many of the words of a query an item must have: the rate's share of them, rounded down, at least one. */
export function minimumMatchOf(wordCount: number, relevantRate: number): number {
  return wordCount === 0 ? 0 : Math.max(1, Math.floor((wordCount * relevantRate) / 100));
}
