/** Public API of `@aisle/instantsearch`. */
export { AisleError, type AisleProblem } from '#clients/javascript/send.ts';
export { type Client, type ClientOptions, createClient } from '#clients/javascript/client.ts';
export { autocompleteSources, type SourceOptions, type Suggestion } from './autocomplete-sources.ts';
export type { Index, Indices } from './names.ts';
export type { InsightsClient } from './insights.ts';
export { aisleSearchClient, type SearchClient, type SearchClientOptions } from './search-client.ts';
