import { foundAsTyped, type SearchAnswer } from '#engine/search.ts';

/** What is counted of a search whose visitor is sent to a page: it found no items, and isn't one without results. */
export const sentToPage = -1;

/** What a search counts to have found. */
export const countedFound = (answer: Pick<SearchAnswer, 'correctedQuery' | 'strictCount' | 'redirect'>): number =>
  answer.redirect === null ? foundAsTyped(answer) : sentToPage;
