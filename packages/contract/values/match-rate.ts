/** With fewer matches, fewer words are required. */
export const fewItems = 60;

/** The rate's share of the words, rounded down, at least one. */
export function minimumMatchOf(wordCount: number, relevantRate: number): number {
  return wordCount === 0 ? 0 : Math.max(1, Math.floor((wordCount * relevantRate) / 100));
}
