import type { ResultSettings } from '#server/rules/releases/live-release.ts';

/** Where neither a shop nor its settings say how many results a page has. */
export const usualPerPage = 20;

/** What a collection has whose settings nobody saved: all that isn't kept for the owner, sorted by relevance. */
export const usualResults: ResultSettings = { fields: null, labels: new Map(), perPage: null, sorts: [], facets: [] };
