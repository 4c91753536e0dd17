/**
 * What a feed may cost us. Each limit stands here once; functions take them as a parameter with these as the default,
 * so that tests can be quick and an operator's settings can be passed through.
 */

const kibi = 1024;
const mebi = kibi * kibi;
const gibi = kibi * mebi;

export interface FetchLimits {
  readonly connectTimeoutMs: number;
  /** From the request to the first byte of the answer. Many shops generate the feed only when it is asked for. */
  readonly headersTimeoutMs: number;
  readonly idleTimeoutMs: number;
  readonly totalTimeoutMs: number;
  /** A host slower than `minBytesPerSecond`, after this long a wait for bytes, is given up. */
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
  /** Unpacked bytes per packed byte. Real feeds stay under 60. */
  readonly maxRatio: number;
  /** Small feeds of one repeated character may exceed the ratio. */
  readonly ratioFreeBytes: number;
  /** A gzip file sent with gzip transport encoding has two layers; nobody needs more. */
  readonly maxLayers: number;
}

export const unpackLimits: UnpackLimits = { maxBytes: 4 * gibi, maxRatio: 200, ratioFreeBytes: 8 * mebi, maxLayers: 2 };

export interface ReadLimits {
  /** Beginning of the feed that is looked at to find out what it is, in bytes. */
  readonly headBytes: number;
  /** One item with all its fields, in characters. */
  readonly maxRecordChars: number;
  /** Characters without an element, a row or an item. More means that this is no feed. */
  readonly maxTokenChars: number;
  readonly maxValueChars: number;
  readonly maxNameChars: number;
  readonly maxFieldsPerRecord: number;
  readonly maxValuesPerField: number;
  /** Levels below the item. */
  readonly maxRecordDepth: number;
  /** Levels of the whole document. */
  readonly maxDepth: number;
  readonly maxColumns: number;
  /** A quoted cell longer than this is taken for one whose closing quote is missing. */
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

/** Schema fields that are proposed and typed; what else an item has stays with it as data. */
export const maxSchemaFields = 200;
export const maxIdChars = 256;
/** How much of a bad value is shown beside its reason. */
export const maxProblemValueChars = 200;
/** Records of a feed that are kept to show what becomes of them, and how much of them. */
export const keptRecordLimits = { maxRecords: 200, maxBytes: 256 * kibi, maxValueChars: 2_000 } as const;
/** Records that proposals of mapping and types look at. */
export const sampleSize = 200;
