/** Limits of a feed. Parameters default to them, for quick tests. */

const kibi = 1024;
const mebi = kibi * kibi;
const gibi = kibi * mebi;

export interface FetchLimits {
  readonly connectTimeoutMs: number;
  /** To the first byte. Many shops generate the feed per request. */
  readonly headersTimeoutMs: number;
  readonly idleTimeoutMs: number;
  readonly totalTimeoutMs: number;
  /** After this long, a host slower than `minBytesPerSecond` is given up. */
  readonly slowAfterMs: number;
  readonly minBytesPerSecond: number;
  readonly maxRedirects: number;
  readonly maxDownloadBytes: number;
}

export const fetchLimits: FetchLimits = {
  connectTimeoutMs: 15_000,
  headersTimeoutMs: 120_000,
  idleTimeoutMs: 60_000,
  totalTimeoutMs: 2 * 60 * 60_000,
  slowAfterMs: 60_000,
  minBytesPerSecond: 1_000,
  maxRedirects: 5,
  maxDownloadBytes: 2 * gibi,
};

export interface UnpackLimits {
  readonly maxBytes: number;
  /** Real feeds stay below 60. */
  readonly maxRatio: number;
  readonly ratioFreeBytes: number;
  readonly maxLayers: number;
}

export const unpackLimits: UnpackLimits = { maxBytes: 4 * gibi, maxRatio: 200, ratioFreeBytes: 8 * mebi, maxLayers: 2 };

export interface ReadLimits {
  readonly headBytes: number;
  readonly maxRecordChars: number;
  readonly maxTokenChars: number;
  readonly maxValueChars: number;
  readonly maxNameChars: number;
  readonly maxFieldsPerRecord: number;
  readonly maxValuesPerField: number;
  readonly maxRecordDepth: number;
  readonly maxDepth: number;
  readonly maxColumns: number;
  readonly maxQuotedChars: number;
  readonly batchSize: number;
}

export const readLimits: ReadLimits = {
  headBytes: 256 * kibi,
  maxRecordChars: 4 * mebi,
  maxTokenChars: 8 * mebi,
  maxValueChars: 200_000,
  maxNameChars: 200,
  maxFieldsPerRecord: 1_000,
  maxValuesPerField: 1_000,
  maxRecordDepth: 32,
  maxDepth: 1_000,
  maxColumns: 2_000,
  maxQuotedChars: mebi,
  batchSize: 500,
};

export const maxSchemaFields = 200;
export const maxIdChars = 256;
export const maxProblemValueChars = 200;
export const keptRecordLimits = { maxRecords: 200, maxBytes: 256 * kibi, maxValueChars: 2_000 } as const;
export const sampleSize = 200;
