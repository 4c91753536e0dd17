/** Public API of `@aisle/client`. */
export { AisleError, type AisleProblem } from './aisle-error.ts';
export { type Client, type ClientOptions, createClient } from './client.ts';
export { debounced } from './debounced.ts';
export type { EventsAnswer, EventsInput, ShopEvent } from './event-types.ts';
export type { CallOptions } from './send.ts';
export type * from './search-types.ts';
