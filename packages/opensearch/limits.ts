export const oldestVersion = [3, 2] as const;

export const defaultSearchMs = 1_900;
/** Share of the time after which another node is tried. */
export const attemptShare = 0.47;
export const commandDeadlineMs = 30_000;
/** Builds and changes wait this long for a cluster that is full or gone. */
export const writeDeadlineMs = 120_000;
/** After this long another node is tried. */
export const commandAttemptMs = 30_000;
export const flushDeadlineMs = 300_000;
export const connectTimeoutMs = 1_000;
export const connectionsPerNode = 32;
/** A failed node is tried last for this long. */
export const nodeRestMs = 5_000;
export const firstPauseMs = 50;
export const maxPauseMs = 5_000;

/** Failures in a row that open the breaker. */
export const failuresToOpen = 5;
/** Then one search tries. */
export const breakerRestMs = 2_000;

export const bulkBytes = 2 * 1024 * 1024;
export const bulksAtOnce = 3;
/** Tell how long fields usually are. */
export const sampledItems = 5_000;
/** Another server's publish is noticed within this time. */
export const liveCheckMs = 1_000;
export const earlyCheckMs = 400;
/** Share of a search's time. */
export const checkShare = 0.25;
/** A build that gave no sign of life for so long was left behind. */
export const buildLeaseMs = 10 * 60_000;
/** Clocks of servers differ by less than this. */
export const clockSlackMs = 60_000;
export const pageItems = 1_000;
export const heartbeatMs = 30_000;
/** A generation gets a shard for each of these bytes that the one before it had. */
export const bytesPerShard = 10 * 1024 ** 3;
export const maxShards = 32;

/** Longer prefixes are looked up among whole words. */
export const maxIndexedPrefix = 5;
/** Over a whole query: OpenSearch refuses more than 1,024 parts. */
export const maxFieldQueries = 400;
export const maxFieldTokens = 5_000;
export const maxSearchableFields = 255;
/** Lucene's limit, of a shard. */
export const maxDocuments = 2 ** 31 - 129;
/** Longer values aren't counted, filtered or sorted by. */
export const maxValueLength = 8_000;
/** Lucene's limit. */
export const maxIdBytes = 512;
/** Facets over several shards are exact up to so many values. */
export const exactFacetValues = 30_000;
export const maxSuggestions = 100;
/** Terms that may be compounds, and words that these may begin with. */
export const maxCompoundTerms = 1_000;
export const maxAskedWords = 3_000;
/** Counts and terms of a collection. */
export const maxRemembered = 5_000;
export const scannedIds = 10_000;
/** An index accepts no changes for at most this long while another one takes over … */
export const closedMs = 40_000;
/** … and is opened again by a change that has waited for longer. */
export const closedTooLongMs = 60_000;
export const closedPauseMs = 100;

export const maxRegexLength = 20_000;
