import type { ResultSettings } from '#server/rules/releases/live-release.ts';

export const usualPerPage = 20;

/** All public fields, sorted by relevance. */
export const usualResults: ResultSettings = { fields: null, labels: new Map(), perPage: null, sorts: [], facets: [] };
