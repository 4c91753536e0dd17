import { maximumGraceSeconds, maximumTtlSeconds } from '#contract/limits.ts';

/** A call waits for Redis for so long, and then makes its answer without it. */
export const redisPatienceMilliseconds = 150;
/** Whoever purges waits for so long until the other servers are told; they are told later then. */
export const redisPurgeMilliseconds = 1_000;
/** A new connection is given up after so long. */
export const redisConnectMilliseconds = 2_000;
/** So often a connection is asked whether it lives. */
export const redisPingMilliseconds = 1_000;
/** One that doesn't answer for so long is given up, and made again. */
export const redisDeadMilliseconds = 3_000;
/** Between two tries to connect: at first, and at most. */
export const redisFirstRestMilliseconds = 100;
export const redisLongestRestMilliseconds = 5_000;
/** Whoever looks at what is kept waits for so long. */
export const redisRowsMilliseconds = 2_000;
/** A larger answer isn't shared: each server makes its own. */
export const redisLargestAnswerBytes = 1024 * 1024;
/** Of so many answers of a project, the newest, is known that they are there. */
export const redisListedAnswers = 1_000;
/** A tag that nobody asks by is forgotten once no answer can have it any more. */
export const redisTagMilliseconds = (maximumTtlSeconds + maximumGraceSeconds + 60) * 1000;
