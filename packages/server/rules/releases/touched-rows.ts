import {
  DeleteQueryNode,
  InsertQueryNode,
  type KyselyPlugin,
  type OperationNode,
  RawNode,
  type RootOperationNode,
  TableNode,
  UpdateQueryNode,
} from 'kysely';
import type { AnySource } from './rule-source.ts';

export type Touched = ReadonlySet<number> | 'any';

const anyTable = '*';

/** Reads from statements which rows they write: by the ids that they return; otherwise any row of the table may have changed. */
export class TouchedRows {
  readonly #rows = new Map<string, Set<number> | 'any'>();
  readonly #deletedFrom = new Set<string>();
  readonly plugin: KyselyPlugin;

  constructor() {
    const asked = new WeakMap<object, RootOperationNode>();
    this.plugin = {
      transformQuery: ({ node, queryId }) => {
        asked.set(queryId, node);
        return node;
      },
      transformResult: ({ queryId, result }) => {
        const node = asked.get(queryId);
        if (!node) return Promise.resolve(result);
        for (const table of writtenTables(node)) {
          this.note(table, idsOf(node, result.rows));
          if (DeleteQueryNode.is(node)) this.#deletedFrom.add(table);
        }
        return Promise.resolve(result);
      },
    };
  }

  /** `ids` is null for any row of the table. */
  note(table: string, ids: readonly number[] | null): void {
    const known = this.#rows.get(table) ?? new Set<number>();
    if (known === 'any' || ids?.length === 0) return;
    for (const id of ids ?? []) known.add(id);
    this.#rows.set(table, ids === null ? 'any' : known);
  }

  /** null for none. */
  of({ table, deletedWith }: AnySource): Touched | null {
    const isDeletedAlong = deletedWith !== undefined && this.#deletedFrom.has(deletedWith);
    return this.#rows.has(anyTable) || isDeletedAlong ? 'any' : (this.#rows.get(table) ?? null);
  }
}

/** null for a statement that doesn't return them. */
function idsOf(node: RootOperationNode, rows: readonly Record<string, unknown>[]): readonly number[] | null {
  if (!('returning' in node) || node.returning === undefined) return null;
  const ids = rows.map(({ id }) => id);
  return ids.every((id) => typeof id === 'number') ? ids : null;
}

function writtenTables(node: RootOperationNode): readonly string[] {
  if (InsertQueryNode.is(node)) return [tableName(node.into)];
  if (UpdateQueryNode.is(node)) return [tableName(node.table)];
  if (DeleteQueryNode.is(node)) return node.from.froms.map(tableName);
  return RawNode.is(node) ? [anyTable] : [];
}

const tableName = (node: OperationNode | undefined): string =>
  node !== undefined && TableNode.is(node) ? node.table.identifier.name : anyTable;
