import { createHash } from 'node:crypto';
import type { RowChange, RowKey } from './rule-source.ts';
import { inParts } from '#server/db/in-parts.ts';
import type { ProjectScope } from '#server/db/row-scope.ts';
import type { Database } from '#server/db/schema.ts';

export interface WaitingRow extends RowChange {
  readonly userId: number | null;
  /** Epoch milliseconds. */
  readonly changedAt: number;
  /** The planned release that has this change. */
  readonly plannedId?: number | null;
  /** The planned release that has the row, maybe as it was before: no midnight makes it live. */
  readonly heldBy?: number | null;
}

/** Narrows waiting rows; without members, all of them. */
export interface WaitingFilter {
  readonly sources?: readonly string[];
  readonly collectionId?: number;
  /** Changed before this moment, in epoch milliseconds. */
  readonly before?: number;
  readonly row?: RowKey;
  /** `changes`: without planned changes. `rows`: also without later changes of their rows. */
  readonly unplanned?: 'changes' | 'rows' | undefined;
}

/** Equal for the same rows, saved at the same moments. */
export const waitingVersion = (rows: readonly WaitingRow[]): string =>
  createHash('sha256').update(JSON.stringify(rows)).digest('base64url');

export const waitingStore = (db: Database) => ({
  async list(
    { id }: ProjectScope,
    { sources, collectionId, before, row: key, unplanned }: WaitingFilter = {},
  ): Promise<WaitingRow[]> {
    // PostgreSQL rejects an empty list.
    if (sources?.length === 0) return [];
    let rows = db
      .selectFrom('waiting_row')
      .leftJoin('planned_row', (join) =>
        join
          .onRef('planned_row.project_id', '=', 'waiting_row.project_id')
          .onRef('planned_row.source', '=', 'waiting_row.source')
          .onRef('planned_row.row_id', '=', 'waiting_row.row_id'),
      )
      .selectAll('waiting_row')
      .select(['planned_id', 'planned_row.changed_at as planned_change'])
      .where('waiting_row.project_id', '=', id);
    if (sources !== undefined) rows = rows.where('waiting_row.source', 'in', sources);
    if (collectionId !== undefined) rows = rows.where('collection_id', '=', collectionId);
    if (before !== undefined) rows = rows.where('waiting_row.changed_at', '<', before);
    if (key !== undefined) rows = rows.where('waiting_row.source', '=', key.source).where('waiting_row.row_id', '=', key.id);
    if (unplanned === 'rows') rows = rows.where('planned_id', 'is', null);
    const isPlanned = (row: { changed_at: number; planned_change: number | null }) => row.changed_at === row.planned_change;
    const found = await rows.orderBy('waiting_row.id').execute();
    return (unplanned ? found.filter((row) => !isPlanned(row)) : found).map((row) => ({
      source: row.source,
      id: row.row_id,
      collectionId: row.collection_id,
      kind: row.kind as RowChange['kind'],
      name: row.name,
      userId: row.user_id,
      changedAt: row.changed_at,
      heldBy: row.planned_id,
      plannedId: isPlanned(row) ? row.planned_id : null,
    }));
  },

  /** Rows that don't wait any more leave their planned release. */
  async remove({ id }: ProjectScope, source: string, rowIds: readonly number[]): Promise<void> {
    for (const part of inParts(rowIds))
      for (const table of ['waiting_row', 'planned_row'] as const)
        await db
          .deleteFrom(table)
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
