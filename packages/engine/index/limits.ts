/** Every bound of the embedded engine in one place. */

/** Generations with fewer items are searched without a kernel: that is quick enough, and takes no addresses. */
export const kernelAtLeastItems = 20_000;
/** A kernel reaches four gigabytes: of segments so much, and the rest is for what searches make of them. */
export const maxKernelSegmentBytes = 1024 * 1024 * 1024;

/** A kernel's arrays are collected after this many bytes, or after a quarter of its memory up to `mostGarbageBytes`: each takes tens of ms. */
export const garbageBytes = 16 * 1024 * 1024;
export const garbageShare = 1 / 4;
export const mostGarbageBytes = 64 * 1024 * 1024;
/** Preparing and following changes yield to searches after this long. */
export const sliceMs = 4;

/** Document numbers within a segment are 16 bit. */
export const maxSegmentItems = 65_536;
/** An import writes a segment after this many items … */
export const flushItemCount = 50_000;
/** … or when its working memory reaches this size. */
export const flushBytes = 64 * 1024 * 1024;
/** What of the item store is kept in memory while it is written: the ids of a million items, by which repeated ones are found. */
export const writtenItemsCacheKilobytes = 16_000;
/** A finished generation with more segments than this is merged. */
export const mergeSegmentCount = 8;
/** Tokens of one field beyond this many are not searchable. */
export const maxFieldTokens = 5_000;
/** Higher term frequencies are kept as this one. */
export const maxTermFrequency = 15;
/** A collection has at most this many searchable fields. */
export const maxSearchableFields = 255;
/** A prefix stands for at most this many terms per segment, the most frequent ones. */
export const maxPrefixTerms = 2_000;
/** Prefixes of so many letters are prepared for the field weights of the shop … */
export const shortestPreparedPrefix = 2;
export const longestPreparedPrefix = 4;
/** … and all prefixes that were asked for are remembered, as long as they take no more than this per item of a segment. */
export const maxPrefixBytesPerItem = 128;
/** Indexes by which long lists are looked up are kept until they take so much per item, some 100 of them; then they are made again. */
export const listIndexBytesPerItem = 16;
/** Words that are looked up in every segment once, as long as they are asked for: about 100 bytes each. */
export const maxKnownTerms = 4_096;
/** Filters whose matching items are remembered per generation. */
export const maxCachedFilters = 64;
/** Sets of boosts whose effect on the items is remembered per generation, 2 to 40 bytes an item: those that are live, and those somebody tries. */
export const maxCachedBoosts = 2;
/** Sets of boosts that a thread knows by what they say. */
export const maxKnownBoostSets = 50;
/** Different sets of field weights whose impacts are remembered per generation. */
export const maxCachedWeightings = 6;
/** How much of a generation's item store is read through the memory of the system. */
export const maxMappedBytes = 4 * 1024 * 1024 * 1024;
/** Items that are remembered per generation and thread: some thousands. */
export const maxCachedItemBytes = 16 * 1024 * 1024;
/** Ids of a source on one page. */
export const sourcePageItems = 1_000;
/** Items of a page for whoever goes through all of them; searches of the same thread wait for it. */
export const pageItems = 500;
/** A generation with so many changed items, or with so large a share of its items changed, is rewritten beside the live one. */
export const rewriteAfterItems = 20_000;
export const rewriteAfterShare = 0.25;
/** What was changed in a generation is held ready for the next change for so long; opening it again takes up to a second. */
export const closeChangesAfterMs = 10 * 60_000;
/** After a generation was loaded, its items are compared with their checksum; not at once, as searches come first. */
export const verifyAfterMs = 1_000;
/** Of the items of a damaged generation so many may be lost before the one that was live before it serves instead … */
export const maxLostShareOfLive = 0.01;
/** … and where there is none, before nothing serves. */
export const maxLostShareOfOnly = 0.5;
/** A damaged generation that could not be built again is tried again after so long. */
export const rebuildAgainAfterMs = 5 * 60_000;
/** Small collections aren't rewritten at every change. */
export const rewriteAtLeastItems = 1_000;
/** Loaded collections may take so much of the memory that this process may take, unless a setting says how much. */
export const memoryBudgetShare = 0.5;
/** Field weights that were searched with so often are taken for those of the shop, and frequent terms are prepared for them. */
export const warmUpAfterSearches = 10;
/** Terms with fewer postings per segment are prepared when they are asked for. */
export const warmUpMinPostings = 500;
/** Columns over all segments are prepared then, too, where they have so many values: fewer are put together in no time … */
export const slowColumnMinValues = 5_000;
/** … and more take memory that nobody may have asked for. */
export const slowColumnMaxValues = 500_000;
/** Room of a search thread for what is young. Searches leave little behind, and with as much as is usual a thread held more than an index. */
export const youngThreadMegabytes = 24;
/** Whoever closes a log last has it for itself for a moment; readers wait for so long. */
export const storedWaitMs = 2_000;
