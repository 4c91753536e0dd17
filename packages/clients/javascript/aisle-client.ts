/** Public API of `@aisle/client`. */
export { AisleError, type AisleProblem } from './send.ts';
export { type Client, type ClientOptions, createClient } from './client.ts';
export { debounced } from './client.ts';
export type { EventsAnswer, EventsInput, ShopEvent } from './search-types.ts';
export type { CallOptions } from './send.ts';
export type * from './search-types.ts';
