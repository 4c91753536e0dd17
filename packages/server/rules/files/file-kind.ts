import type { ObjectSchema } from '#contract/endpoint.ts';
import type { ErrorCode, Problem } from '#contract/errors.ts';
import type { RowScope } from '#server/db/row-scope.ts';
import type { Author } from '#server/rules/rows/row-table.ts';
import type { Database } from '#server/db/schema.ts';

/** A row as the file of a project has it: without ids, moments of changes and people, and without what is as usual. */
export type FileValues = Readonly<Record<string, unknown>>;

export interface KeyedRow {
  /** What it is told from others of its kind by, in any project. */
  readonly key: string;
  readonly name: string;
  readonly values: FileValues;
  /** As releases keep such a row, for those who show it. */
  readonly shown: Readonly<Record<string, unknown>> & { readonly id: number };
}

/** What is wrong with one row of a file: `field` is its place within the row, in dots. */
export interface FileMistake extends Problem {
  /** Which row, from 0. */
  readonly at: number;
}

/** Tells why a row of a file is left out, where that is no mistake. */
export type LeaveOut = (at: number, code: ErrorCode) => void;

export interface FileKind {
  readonly key: string;
  readonly isOfCollection: boolean;
  /** `one`: a single row, without a list. `named`: rows by their names; one that the file doesn't have stays. */
  readonly shape: 'rows' | 'one' | 'named';
  readonly schema: ObjectSchema;
  /** Names whose entries stand in the file as texts. */
  readonly texts: readonly string[];
  /** All rows of a place; those of a named kind without their names, which are `name`. In an order that depends on nothing but the rows. */
  read(db: Database, scope: RowScope): Promise<readonly KeyedRow[]>;
  /** Within a change of releases; named rows have `name`. Where it answers that something is wrong, undo the change. */
  write(
    db: Database,
    scope: RowScope,
    rows: readonly FileValues[],
    author: Author,
    leaveOut: LeaveOut,
  ): Promise<readonly FileMistake[]>;
}

/** By their keys, in the order in which they are written. */
export type FileKinds = Map<string, FileKind>;
