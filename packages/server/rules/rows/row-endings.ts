import type { Author } from './kept-row.ts';
import type { RowScope } from '#server/db/row-scope.ts';
import type { RowSelection } from './row-selection.ts';
import { inParts } from '#server/db/in-parts.ts';
import type { Database } from '#server/db/schema.ts';

/** How rows that people keep are turned off and on, deleted, restored, and forgotten in the end. */
export function rowEndings<Fields>(db: Database, { name, everIn, waiting, isLeaving, later }: RowSelection<Fields>) {
  /** Of rows that are not deleted. Answers the ids of those that there are. */
  async function change(
    scope: RowScope,
    ids: readonly number[],
    { userId, at }: Author,
    columns: { readonly is_active?: 0 | 1; readonly deleted_at?: number },
  ): Promise<number[]> {
    const changed = [];
    for (const part of inParts(ids))
      changed.push(
        ...(await db
          .updateTable(name)
          .set({ ...columns, updated_by: userId, updated_at: later(at) })
          .where('project_id', '=', scope.id)
          .where('deleted_at', 'is', null)
          .where('id', 'in', part)
          .returning('id')
          .execute()),
      );
    return changed.map(({ id }) => id);
  }

  return {
    setActive: (scope: RowScope, ids: readonly number[], isActive: boolean, author: Author) =>
      change(scope, ids, author, { is_active: isActive ? 1 : 0 }),
    remove: (scope: RowScope, ids: readonly number[], author: Author) => change(scope, ids, author, { deleted_at: author.at }),
    async restore(scope: RowScope, ids: readonly number[], { userId, at }: Author): Promise<void> {
      for (const part of inParts(ids))
        await db
          .updateTable(name)
          .set({ deleted_at: null, updated_by: userId, updated_at: later(at) })
          .where('project_id', '=', scope.id)
          .where('id', 'in', part)
          .returning('id')
          .execute();
    },
    /** Deletes for ever what was deleted until then, in all projects. */
    async forgetUntil(moment: number): Promise<void> {
      await db
        .deleteFrom(name)
        .where('deleted_at', '<=', moment)
        .where((row) => row.not(isLeaving))
        .returning('id')
        .execute();
    },
    /**
     * Deletes for ever what was deleted and has one of these keys, which others are going to have. Answers the ids of those that searches
     * still use, by their keys: under these, what is added again is what it was.
     */
    async forgetKeys(scope: RowScope, keys: readonly string[]): Promise<ReadonlyMap<string, number>> {
      const leaving = new Map<string, number>();
      for (const part of inParts(keys)) {
        const twins = await everIn(scope)
          .select(['id', 'unique_key', waiting.as('waiting')])
          .where('deleted_at', 'is not', null)
          .where('unique_key', 'in', part)
          .execute();
        for (const twin of twins) if (twin.waiting !== null) leaving.set(twin.unique_key, twin.id);
        const ids = twins.map(({ id }) => id);
        if (ids.length > 0)
          await db.deleteFrom(name).where('project_id', '=', scope.id).where('id', 'in', ids).returning('id').execute();
      }
      return leaving;
    },
  };
}
