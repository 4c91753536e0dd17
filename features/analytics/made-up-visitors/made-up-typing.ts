import { chance } from '#sample-shop/numbers.ts';

/** The shares of searches before which somebody stopped typing: with all of it typed, or in its midst. */
const [wholeShare, begunShare] = [0.45, 0.3];
/** Of those who stopped, the share that found what they wanted in the suggestions and didn't search at all. */
const suggestedShare = 0.2;
const shortestBeginning = 3;

/** As far as somebody has typed who stops in the midst of a query. */
export const beginningOf = (query: string): string =>
  query.slice(0, Math.max(shortestBeginning, Math.ceil(query.length / 2))).trim();

/** What stood in the search box when its visitor stopped typing before a search; null where nobody stopped. */
export function typedBefore(query: string, queryId: string): string | null {
  const drawn = chance(`typing before ${queryId}`);
  if (drawn < wholeShare) return query;
  return drawn < wholeShare + begunShare ? beginningOf(query) : null;
}

/** Whether who typed before a search was somebody else, who didn't search. */
export const isSuggested = (queryId: string): boolean => chance(`suggestions before ${queryId}`) < suggestedShare;
