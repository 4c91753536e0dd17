import { createHash } from 'node:crypto';
import type { RowChange, RowKey } from './rule-source.ts';
import { inParts } from '#server/db/in-parts.ts';
import type { ProjectScope } from '#server/db/row-scope.ts';
import type { Database } from '#server/db/schema.ts';

export interface WaitingRow extends RowChange {
  readonly userId: number | null;
  /** Epoch milliseconds. */
  readonly changedAt: number;
}

/** Narrows waiting rows; without members, all of them. */
export interface WaitingFilter {
  readonly sources?: readonly string[];
  readonly collectionId?: number;
  /** Changed before this moment, in epoch milliseconds. */
  readonly before?: number;
  readonly row?: RowKey;
}

/** Equal for the same rows, saved at the same moments. */
export const waitingVersion = (rows: readonly WaitingRow[]): string =>
  createHash('sha256').update(JSON.stringify(rows)).digest('base64url');

export const waitingStore = (db: Database) => ({
  async list({ id }: ProjectScope, { sources, collectionId, before, row: key }: WaitingFilter = {}): Promise<WaitingRow[]> {
    // PostgreSQL rejects an empty list.
    if (sources?.length === 0) return [];
    let rows = db.selectFrom('waiting_row').selectAll().where('project_id', '=', id);
    if (sources !== undefined) rows = rows.where('source', 'in', sources);
    if (collectionId !== undefined) rows = rows.where('collection_id', '=', collectionId);
    if (before !== undefined) rows = rows.where('changed_at', '<', before);
    if (key !== undefined) rows = rows.where('source', '=', key.source).where('row_id', '=', key.id);
    return (await rows.orderBy('id').execute()).map((row) => ({
      source: row.source,
      id: row.row_id,
      collectionId: row.collection_id,
      kind: row.kind as RowChange['kind'],
      name: row.name,
      userId: row.user_id,
      changedAt: row.changed_at,
    }));
  },

  async remove({ id }: ProjectScope, source: string, rowIds: readonly number[]): Promise<void> {
    for (const part of inParts(rowIds))
      await db
        .deleteFrom('waiting_row')
        .where('project_id', '=', id)
        .where('source', '=', source)
        .where('row_id', 'in', part)
        .execute();
  },

  async put({ id: project_id }: ProjectScope, rows: readonly WaitingRow[]): Promise<void> {
    for (const part of inParts(rows))
      await db
        .insertInto('waiting_row')
        .values(
          part.map((row) => ({
            project_id,
            source: row.source,
            row_id: row.id,
            collection_id: row.collectionId,
            kind: row.kind,
            name: row.name,
            user_id: row.userId,
            changed_at: row.changedAt,
          })),
        )
        .onConflict((conflict) =>
          conflict.columns(['project_id', 'source', 'row_id']).doUpdateSet((eb) => ({
            collection_id: eb.ref('excluded.collection_id'),
            kind: eb.ref('excluded.kind'),
            name: eb.ref('excluded.name'),
            user_id: eb.ref('excluded.user_id'),
            changed_at: eb.ref('excluded.changed_at'),
          })),
        )
        .execute();
  },
});
