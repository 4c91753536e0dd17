/** Every bound of the OpenSearch engine in one place. */

/** The first release with everything that is asked of it. */
export const oldestVersion = [3, 2] as const;

/** A search that has no whole answer by then has failed. */
export const defaultSearchMs = 1_900;
/** Where there are several nodes, one that is silent for this share of the time is given up for another. */
export const attemptShare = 0.47;
/** Publishing, deleting and the like. */
export const commandDeadlineMs = 30_000;
/** How long a build waits for a cluster that is full or gone before it gives up. */
export const writeDeadlineMs = 120_000;
/** Within longer times, a node that is silent for so long is given up for another. */
export const commandAttemptMs = 30_000;
/** Syncing a whole generation, by one node. */
export const flushDeadlineMs = 300_000;
export const connectTimeoutMs = 1_000;
export const connectionsPerNode = 32;
/** A node that failed is asked last for so long. */
export const nodeRestMs = 5_000;
export const firstPauseMs = 50;
export const maxPauseMs = 5_000;

/** Searches in a row that fail before no more are sent. */
export const failuresToOpen = 5;
/** How long none is sent, until one tries whether the cluster is back. */
export const breakerRestMs = 2_000;

/** A bulk request is sent when it has this size. */
export const bulkBytes = 2 * 1024 * 1024;
export const bulksAtOnce = 3;
/** Another server's publish is noticed within this time. */
export const liveCheckMs = 1_000;
/** Looking may take this share of a search's time. */
export const checkShare = 0.25;
/** A build that gave no sign of life for so long was left behind. */
export const buildLeaseMs = 10 * 60_000;
/** Clocks of servers differ by less than this. */
export const clockSlackMs = 60_000;
/** Items read at once where a whole index is read. */
export const pageItems = 1_000;
export const heartbeatMs = 30_000;
/** A generation gets a shard for each of these bytes that the one before it had. */
export const bytesPerShard = 10 * 1024 ** 3;
export const maxShards = 32;

/** Beginnings of words up to this length are terms of the index; longer ones are looked up among the words. */
export const maxIndexedPrefix = 8;
/** Fields that phrases and long prefixes are looked up in, over a whole query: OpenSearch refuses more than 1,024 parts. */
export const maxFieldQueries = 400;
/** Tokens of one field beyond this many are not searchable. */
export const maxFieldTokens = 5_000;
/** A collection has at most this many searchable fields. */
export const maxSearchableFields = 255;
/** Longer values are stored, and no longer counted, filtered or sorted by; Lucene has no longer terms. */
export const maxValueLength = 8_000;
/** OpenSearch's own bound for ids, in bytes. */
export const maxIdBytes = 512;
/** Facets over several shards are exact up to so many values. */
export const exactFacetValues = 30_000;
/** Words looked at for one that may be misspelt. */
export const maxSuggestions = 100;
/** Ids read at once. */
export const scannedIds = 10_000;
/** An index accepts no changes for at most this long while another one takes over … */
export const closedMs = 40_000;
/** … and is opened again by a change that has waited for longer. */
export const closedTooLongMs = 60_000;
export const closedPauseMs = 100;
