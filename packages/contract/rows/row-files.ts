import * as z from 'zod/mini';
import { maximumRowFileBytes } from '#contract/limits.ts';

/** How rows are written in a file. A CSV has a header with the names of fields; values of a list stand in one cell, with `|` between. */
export const RowFileFormat = z.enum(['csv', 'json']);
export type RowFileFormat = z.output<typeof RowFileFormat>;

export const RowFile = z.object({ file_name: z.string(), text: z.string() });

/** A body as long as the file, and what JSON adds to it. */
export const rowFileBodyBytes = 2 * maximumRowFileBytes;

export const RowFileInput = z.object({
  format: z._default(RowFileFormat, 'csv'),
  text: z.string({ error: 'required' }).check(z.maxLength(maximumRowFileBytes, { error: 'maximumLength' })),
  /** Says what would happen, and writes nothing. */
  dry_run: z._default(z.boolean(), true),
});

/** What is wrong with one row of a file. The others are imported. */
const RowMistake = z.object({
  /** Of the file as an editor counts them, from 1. */
  line: z.number(),
  field: z.string(),
  code: z.string(),
  message: z.string(),
  parameters: z.optional(z.record(z.string(), z.union([z.string(), z.number()]))),
});
export type RowMistake = z.output<typeof RowMistake>;

/** How a row of a file changes what is stored, in cells as files have them. */
const ForetoldRow = z.object({
  line: z.number(),
  /** Its first unique field. */
  name: z.string(),
  is_new: z.boolean(),
  /** Those that differ; of a new row, those that hold something. */
  cells: z.array(z.object({ field: z.string(), before: z.string(), after: z.string() })),
});
export type ForetoldRow = z.output<typeof ForetoldRow>;

export const RowFileOutcome = z.object({
  new: z.number(),
  changed: z.number(),
  /** As they are stored already. */
  same: z.number(),
  /** Names in the file that no field has; what stands under them is left out. */
  unknown_columns: z.array(z.string()),
  mistake_count: z.number(),
  /** The first of them. */
  mistakes: z.array(RowMistake),
  /** The first of the new and changed ones. */
  rows: z.array(ForetoldRow),
  is_written: z.boolean(),
});
export type RowFileOutcome = z.output<typeof RowFileOutcome>;

/** How an entry of a list stands in a cell of a file, where it is more than a text. */
export interface FlatEntry {
  // Methods, whose parameters are compared loosely.
  write(entry: unknown): string;
  read(text: string): unknown;
}
export type FlatEntries = Readonly<Record<string, FlatEntry>>;
