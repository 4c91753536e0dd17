import type { SearchAnswer } from '#engine/search.ts';

/** What is counted of a search whose visitor is sent to a page: it found no items, and isn't one without results. */
export const sentToPage = -1;

export const countedFound = ({ foundAsTyped, redirect }: Pick<SearchAnswer, 'foundAsTyped' | 'redirect'>): number =>
  redirect === null ? foundAsTyped : sentToPage;
