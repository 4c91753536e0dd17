/**
 * For how many days single queries and events of visitors are kept, where the server isn't told otherwise (`AISLE_RAW_DAYS`). What they
 * come to by day is kept for ever.
 */
export const defaultRawDays = 90;
/** Clicks name queries, and the weekly report compares two weeks. */
export const leastRawDays = 14;
/** Statistics aren't asked for more. */
export const mostRawDays = 800;
