/** Default of `AISLE_RAW_DAYS`: how long single queries and events are kept. */
export const defaultRawDays = 90;
/** Clicks name queries, and the weekly report compares two weeks. */
export const leastRawDays = 14;
export const mostRawDays = 800;
