import type { PageQuery } from '#contract/page.ts';
import { sql } from 'kysely';
import type { ToldChanges } from './change-release.ts';
import type { RowChange } from './row-change.ts';
import { jsonOf } from '#server-kit/db/json-column.ts';
import type { ProjectScope } from '#server-kit/db/project-table.ts';
import type { Database } from '#server-kit/db/schema.ts';

/** A release as people see it in the history. */
export interface PastRelease {
  readonly number: number;
  readonly reason: string;
  /** null for the server itself, and for somebody who is gone. */
  readonly userName: string | null;
  /** Epoch milliseconds. */
  readonly createdAt: number;
  readonly restoredNumber: number | null;
  /** Whether it can be restored. */
  readonly isKept: boolean;
  readonly counts: ToldChanges['counts'];
}

/** A change with the row before and after it, as stored; null where there is none, or no longer. */
export interface PastChange extends RowChange {
  readonly before: unknown;
  readonly after: unknown;
}

export interface HistoryFilter extends Pick<PageQuery, 'page' | 'per_page' | 'order'> {
  readonly userId?: number | undefined;
  /** Epoch milliseconds; the second one is past the end. */
  readonly from?: number | undefined;
  readonly until?: number | undefined;
  /** Of changed rows. */
  readonly source?: string | undefined;
}

export const historyStore = (db: Database) => {
  const rowsOf = ({ id }: ProjectScope) =>
    db
      .selectFrom('release')
      .leftJoin('user', 'user.id', 'release.user_id')
      .where('release.project_id', '=', id)
      .select([
        'release.id',
        'number',
        'reason',
        'restored_number',
        'is_kept',
        'changes',
        'release.created_at',
        'user.name',
        'user.surname',
      ]);
  type Row = Awaited<ReturnType<ReturnType<typeof rowsOf>['executeTakeFirstOrThrow']>>;

  const toldOf = ({ id, changes }: Row): ToldChanges =>
    jsonOf<ToldChanges>(changes, { rows: [], counts: {} }, 'release.changes', id);

  const shown = (row: Row): PastRelease => ({
    number: row.number,
    reason: row.reason,
    userName: row.name === null ? null : `${row.name} ${row.surname}`.trim(),
    createdAt: row.created_at,
    restoredNumber: row.restored_number,
    isKept: row.is_kept === 1,
    counts: toldOf(row).counts,
  });

  async function contents(project: ProjectScope, number: number, side: 'from_number' | 'to_number') {
    const rows = await db
      .selectFrom('released_row')
      .select(['id', 'source', 'row_id', 'content'])
      .where('project_id', '=', project.id)
      .where(side, '=', number)
      .execute();
    return new Map(
      rows.map(({ id: version, source, row_id: id, content }) => [
        `${source} ${id}`,
        jsonOf<object | null>(content, null, 'released_row.content', version),
      ]),
    );
  }

  return {
    async list(project: ProjectScope, { page, per_page, order, userId, from, until, source }: HistoryFilter) {
      let rows = rowsOf(project);
      if (userId !== undefined) rows = rows.where('user_id', '=', userId);
      if (from !== undefined) rows = rows.where('release.created_at', '>=', from);
      // What is in quotes here can't stand within a text of JSON, where quotes are masked.
      if (source !== undefined) rows = rows.where('changes', 'like', `%"${source}":{%`);
      if (until !== undefined) rows = rows.where('release.created_at', '<', until);
      const { count } = await rows
        .clearSelect()
        .select(sql<number>`count(*)`.as('count'))
        .executeTakeFirstOrThrow();
      const found = rows
        .orderBy('number', order)
        .limit(per_page)
        .offset((page - 1) * per_page);
      return { items: (await found.execute()).map(shown), count: Number(count) };
    },

    async find(project: ProjectScope, number: number): Promise<(PastRelease & { changes: readonly PastChange[] }) | null> {
      const row = await rowsOf(project).where('number', '=', number).executeTakeFirst();
      if (!row) return null;
      const [before, after] = [await contents(project, number, 'to_number'), await contents(project, number, 'from_number')];
      const { rows: told } = toldOf(row);
      const changes = told.map((change) => {
        const key = `${change.source} ${change.id}`;
        return { ...change, before: before.get(key) ?? null, after: after.get(key) ?? null };
      });
      return { ...shown(row), changes };
    },
  };
};
