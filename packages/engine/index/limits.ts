/** Smaller generations are quick enough without a kernel. */
export const kernelAtLeastItems = 20_000;
/** The rest of the 4 GB that a kernel reaches is for arrays that searches make. */
export const maxKernelSegmentBytes = 1024 * 1024 * 1024;

/** Bytes of new kernel arrays before a garbage collection, which takes tens of ms … */
export const garbageBytes = 16 * 1024 * 1024;
export const garbageShare = 1 / 4;
export const mostGarbageBytes = 64 * 1024 * 1024;
/** Background work yields to searches after this long. */
export const sliceMs = 4;

/** Document numbers within a segment are 16 bit. */
export const maxSegmentItems = 65_536;
export const flushItemCount = 50_000;
export const flushBytes = 64 * 1024 * 1024;
/** Holds the ids of a million items, to find repeated ones. */
export const writtenItemsCacheKilobytes = 16_000;
export const mergeSegmentCount = 8;
export const maxFieldTokens = 5_000;
export const maxTermFrequency = 15;
export const maxSearchableFields = 255;
export const maxPrefixTerms = 2_000;
/** In letters. */
export const shortestPreparedPrefix = 2;
export const longestPreparedPrefix = 4;
/** Per item of a segment. */
export const maxPrefixBytesPerItem = 128;
/** Indexes of long lists, some 100 per generation. */
export const listIndexBytesPerItem = 16;
/** Clauses of single words, per generation and list of fields … */
export const maxLastingClauses = 10_000;
/** … of prefixes, phrases and joined words, for the steps of one search … */
export const maxLatestClauses = 16;
/** … similar terms of misspelt words, and completions of prefixes. */
export const maxKnownSimilar = 2_000;
export const maxKnownCompletions = 2_000;
export const maxCachedFilters = 64;
/** Per generation: live and preview boosts; 2 to 40 bytes an item. */
export const maxCachedBoosts = 2;
export const maxCachedWeightings = 6;
export const maxMappedBytes = 4 * 1024 * 1024 * 1024;
/** Per generation and thread: some thousands of items. */
export const maxCachedItemBytes = 16 * 1024 * 1024;
export const sourcePageItems = 1_000;
/** Searches of the same thread wait for a page. */
export const pageItems = 500;
/** Changed items, or their share, after which a generation is rewritten. */
export const rewriteAfterItems = 20_000;
export const rewriteAfterShare = 0.25;
/** Opening the log again takes up to a second. */
export const closeChangesAfterMs = 10 * 60_000;
/** Searches come first after a load. */
export const verifyAfterMs = 1_000;
/** Share of unreadable items after which the previous generation serves … */
export const maxLostShareOfLive = 0.01;
/** … or, without one, nothing. */
export const maxLostShareOfOnly = 0.5;
export const rebuildAgainAfterMs = 5 * 60_000;
export const rewriteAtLeastItems = 1_000;
/** Share of the memory that the process may take. */
export const memoryBudgetShare = 0.5;
/** Field weights used this often are prepared. */
export const warmUpAfterSearches = 10;
/** Rarer terms are prepared on demand. */
export const warmUpMinPostings = 500;
/** Columns with fewer values are quick to make … */
export const slowColumnMinValues = 5_000;
/** … and larger ones take memory that nobody may need. */
export const slowColumnMaxValues = 500_000;
/** With the default a thread held more than an index. */
export const youngThreadMegabytes = 48;
/** The last one to close a log locks it for a moment. */
export const storedWaitMs = 2_000;
