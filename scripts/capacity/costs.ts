/**
 * What one of each costs, as docs/benchmarks.md and `npm run bench -- capacity` have it, on one processor of the machine there. Times are of
 * processors, in milliseconds.
 */
export const measured = {
  /** Two words and three facets, of 200,000 items; `front-api.bench.ts`. */
  searchMs: 2.16,
  /** `front-api.bench.ts`. */
  completionMs: 0.13,
  /** From the feed to the index, at 5,500 items a second; `import.bench.ts`. */
  importedItemMs: 0.18,
  /** Of Aisle and of OpenSearch; `opensearch-import.bench.ts`. */
  openSearchImportedItemMs: { own: 0.09, openSearch: 0.73 },
  /** At most: 212 a second on two processors that the client used, too; `opensearch.bench.ts`. */
  openSearchSearchMs: 9.4,
  /** Of an index that is loaded; `search.bench.ts`. */
  loadedBytesPerItem: 585,
  /** Of one generation, on the disk; `capacity.bench.ts`. */
  indexBytesPerItem: 1_660,
  /** Of one import; `capacity.bench.ts`. */
  recordBytesPerItem: 290,
  /** Some 2,000 rows, most of them phrases; `capacity.bench.ts`. */
  databaseBytesPerProject: 515_000,
  /** `import.bench.ts`. */
  serverMegabytes: 270,
  importMegabytes: 260,
} as const;

/** What nobody has measured, chosen so that a plan is rather too large. */
export const assumed = {
  /** While one query is typed. */
  completionsPerSearch: 4,
  /** Of a search's time, what the one thread takes that answers calls: it keeps about two threads of searches busy. */
  callThreadShare: 1 / 3,
  /** Whole imports, in which something has changed. */
  importsPerDay: 4,
  /** Beyond this share of a processor, waits grow faster than work. */
  plannedUse: 0.5,
  blackFriday: 5,
  /** Two generations are kept, and a third is being built. */
  generations: 3,
  /** Of the live import and the one before. */
  recordFiles: 2,
} as const;

/** Of all searches of a day, how many come in each of its hours, in thousandths: a shop of one time zone. */
export const thousandthsByHour = [
  10, 6, 4, 3, 4, 8, 18, 32, 46, 54, 56, 55, 53, 52, 52, 53, 55, 60, 70, 85, 88, 72, 44, 20,
] as const;

/** Limits that the code sets: `imports.service.ts`, `call-limits.ts`. */
export const limits = { importsAtOnce: 2, projectCallsPerSecond: 1_000 } as const;
