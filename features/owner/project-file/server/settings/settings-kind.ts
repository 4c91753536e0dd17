import * as z from 'zod/mini';
import type { ObjectSchema } from '#contract/endpoint.ts';
import { errorText, type ErrorCode, type ErrorParameters } from '#contract/errors.ts';
import { problemsOf } from '#contract/problems.ts';
import type { RowScope } from '#server/db/row-scope.ts';
import type { Author } from '#server/rules/rows/row-table.ts';
import type { Database } from '#server/db/schema.ts';
import type { FileKind, FileMistake, LeaveOut } from '#server/rules/files/file-kind.ts';

export const mistake = (at: number, field: string, code: ErrorCode, parameters: ErrorParameters = {}): FileMistake => ({
  at,
  field,
  code,
  message: errorText(code, parameters),
  parameters,
});

interface Written<Row> {
  /** Rows that fit the schema, with their positions in the file. */
  readonly rows: readonly { readonly at: number; readonly row: Row }[];
  /** All rows fit the schema. */
  readonly isWhole: boolean;
  readonly author: Author;
  readonly leaveOut: LeaveOut;
}

interface SettingsKind<Schema extends ObjectSchema> extends Pick<FileKind, 'key' | 'isOfCollection' | 'read'> {
  readonly shape: 'one' | 'named';
  readonly schema: Schema;
  readonly write: (db: Database, scope: RowScope, written: Written<z.output<Schema>>) => Promise<readonly FileMistake[]>;
}

/** A kind of settings, which are checked by a schema alone before they are written. */
export const settingsKind = <Schema extends ObjectSchema>({ schema, write, ...kind }: SettingsKind<Schema>): FileKind => ({
  ...kind,
  schema,
  texts: [],
  async write(db, scope, file, author, leaveOut) {
    const rows: { at: number; row: z.output<Schema> }[] = [];
    const mistakes: FileMistake[] = [];
    for (const [at, values] of file.entries()) {
      const { success, data, error } = z.safeParse(schema, values);
      if (success) rows.push({ at, row: data });
      else mistakes.push(...problemsOf(error, values).map((problem) => ({ ...problem, at })));
    }
    return [...mistakes, ...(await write(db, scope, { rows, isWhole: mistakes.length === 0, author, leaveOut }))];
  },
});
