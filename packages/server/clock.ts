/** So far the clocks of two servers may be apart. What was made later than that was made by a clock that has been set back since. */
export const clockToleranceMilliseconds = 5 * 60 * 1000;
