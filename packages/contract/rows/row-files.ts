import * as z from 'zod/mini';
import { maximumRowFileBytes } from '#contract/limits.ts';
import { endpoint } from '#contract/endpoint.ts';
import type { ProjectPermission } from '#contract/permission.ts';

/** How rows are written in a file. A CSV has a header with the names of fields; values of a list stand in one cell, with `|` between. */
export const RowFileFormat = z.enum(['csv', 'json']);
export type RowFileFormat = z.output<typeof RowFileFormat>;

const RowFile = z.object({ file_name: z.string(), text: z.string() });

export const rowFileBodyBytes = 2 * maximumRowFileBytes;

export const RowFileInput = z.object({
  format: z._default(RowFileFormat, 'csv'),
  text: z.string({ error: 'required' }).check(z.maxLength(maximumRowFileBytes, { error: 'maximumLength' })),
  /** Says what would happen, and writes nothing. */
  dry_run: z._default(z.boolean(), true),
});

const RowMistake = z.object({
  /** Of the file as an editor counts them, from 1. */
  line: z.number(),
  field: z.string(),
  code: z.string(),
  message: z.string(),
  parameters: z.optional(z.record(z.string(), z.union([z.string(), z.number()]))),
});
export type RowMistake = z.output<typeof RowMistake>;

export const RowFileOutcome = z.object({
  new: z.number(),
  changed: z.number(),
  same: z.number(),
  unknown_columns: z.array(z.string()),
  mistake_count: z.number(),
  /** The first of them. */
  mistakes: z.array(RowMistake),
  is_written: z.boolean(),
});
export type RowFileOutcome = z.output<typeof RowFileOutcome>;

export interface FlatEntry {
  // Methods, whose parameters are compared loosely.
  write(entry: unknown): string;
  read(text: string): unknown;
}
export type FlatEntries = Readonly<Record<string, FlatEntry>>;

interface RowFileCalls<Scope extends z.core.$ZodShape> {
  readonly path: string;
  readonly needs: ProjectPermission;
  /** The glossary's word for several of them. */
  readonly several: string;
  /** `inCollection` for rows of a collection. */
  readonly scope: Scope;
}

export const rowFileEndpoints = <Scope extends z.core.$ZodShape>({ path, needs, several, scope }: RowFileCalls<Scope>) => ({
  exportRows: endpoint(`GET ${path}/export`, {
    needs,
    summary: `Answers all ${several} as a file`,
    input: z.object({ format: z._default(RowFileFormat, 'csv'), ...scope }),
    output: RowFile,
  }),
  importRows: endpoint(`POST ${path}/import`, {
    needs,
    summary: `Says what a file of ${several} would change, and changes it when \`dry_run\` is false. Rows with mistakes are skipped`,
    input: z.extend(RowFileInput, scope),
    output: RowFileOutcome,
    errors: [
      'rowFileEmpty',
      'rowFileNotText',
      'rowFileNotValid',
      'columnMissing',
      'tooManyFileRows',
      'tooMany',
      'tooManyRows',
      'tooMuchText',
    ],
    bodyLimitBytes: rowFileBodyBytes,
  }),
});
