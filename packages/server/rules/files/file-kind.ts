import type { ObjectSchema } from '#contract/endpoint.ts';
import type { ErrorCode, Problem } from '#contract/errors.ts';
import type { RowScope } from '#server/db/row-scope.ts';
import type { Author } from '#server/rules/rows/row-table.ts';
import type { Database } from '#server/db/schema.ts';

/** Without ids, authors and defaults. */
export type FileValues = Readonly<Record<string, unknown>>;

export interface KeyedRow {
  readonly key: string;
  readonly name: string;
  readonly values: FileValues;
}

/** `field` is a path within the row, with dots. */
export interface FileMistake extends Problem {
  /** From 0. */
  readonly at: number;
}

export type Skip = (at: number, code: ErrorCode) => void;

export interface FileKind {
  readonly key: string;
  readonly isOfCollection: boolean;
  /** `one`: a single row. `named`: rows by name; one that the file doesn't have stays. */
  readonly shape: 'rows' | 'one' | 'named';
  readonly schema: ObjectSchema;
  /** Fields whose entries are texts in the file. */
  readonly texts: readonly string[];
  /** In a stable order. Named rows have no `name` in their values. */
  read(db: Database, scope: RowScope): Promise<readonly KeyedRow[]>;
  /** Within a change of releases. Mistakes mean that the caller has to roll back. */
  write(db: Database, scope: RowScope, rows: readonly FileValues[], author: Author, skip: Skip): Promise<readonly FileMistake[]>;
}

/** In the order in which they are written. */
export type FileKinds = Map<string, FileKind>;
