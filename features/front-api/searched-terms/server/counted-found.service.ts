import type { SearchAnswer } from '#engine/query/resolve/run-search.ts';

/** The item count of a redirect. */
export const sentToPage = -1;

export const countedFound = ({ foundAsTyped, redirect }: Pick<SearchAnswer, 'foundAsTyped' | 'redirect'>): number =>
  redirect === null ? foundAsTyped : sentToPage;
