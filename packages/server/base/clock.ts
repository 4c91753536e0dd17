/** Maximum clock skew between servers; anything dated further ahead was written by a wrong clock. */
export const clockToleranceMilliseconds = 5 * 60 * 1000;
