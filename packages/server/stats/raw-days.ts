/** Days that single queries and events are kept, unless `AISLE_RAW_DAYS`. What they come to by day is kept for ever. */
export const defaultRawDays = 90;
/** Clicks name queries, and the weekly report compares two weeks. */
export const leastRawDays = 14;
/** Statistics aren't asked for more. */
export const mostRawDays = 800;
