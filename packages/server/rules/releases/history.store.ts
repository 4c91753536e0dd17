import type { PageQuery } from '#contract/page.ts';
import { sql } from 'kysely';
import type { ToldChanges } from './change-release.ts';
import type { RowChange } from './row-change.ts';
import { jsonOf } from '#server/db/json-column.ts';
import type { ProjectScope } from '#server/db/project-table.ts';
import type { Database } from '#server/db/schema.ts';

export interface PastRelease {
  readonly number: number;
  readonly reason: string;
  /** null for the server itself, and for somebody who is gone. */
  readonly userName: string | null;
  /** Epoch milliseconds. */
  readonly createdAt: number;
  readonly restoredNumber: number | null;
  readonly isKept: boolean;
  readonly counts: ToldChanges['counts'];
}

/** A change with the row before and after it, as stored; null where there is none, or no longer. */
export interface PastChange extends RowChange {
  readonly before: unknown;
  readonly after: unknown;
  readonly isLive: boolean;
}

export interface ReleaseAuthor {
  readonly id: number;
  readonly name: string;
}

export interface HistoryFilter extends Pick<PageQuery, 'page' | 'per_page' | 'order'> {
  readonly userId?: number | undefined;
  /** Epoch milliseconds; the second one is past the end. */
  readonly from?: number | undefined;
  readonly until?: number | undefined;
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

  const versionsOf = (project: ProjectScope) =>
    db.selectFrom('released_row').select(['id', 'source', 'row_id', 'content']).where('project_id', '=', project.id);
  type Version = Awaited<ReturnType<ReturnType<typeof versionsOf>['executeTakeFirstOrThrow']>>;
  type Versions = ReadonlyMap<string, Version>;

  const byRow = (versions: readonly Version[]): Versions =>
    new Map(versions.map((version) => [`${version.source} ${version.row_id}`, version]));

  const contentOf = (version: Version | undefined): object | null =>
    version ? jsonOf<object | null>(version.content, null, 'released_row.content', version.id) : null;

  async function liveOf(project: ProjectScope, changes: readonly RowChange[]): Promise<Versions> {
    const live = [];
    for (const [source, ofSource] of Map.groupBy(changes, (one) => one.source))
      live.push(
        ...(await versionsOf(project)
          .where('to_number', 'is', null)
          .where('source', '=', source)
          .where(
            'row_id',
            'in',
            ofSource.map(({ id }) => id),
          )
          .execute()),
      );
    return byRow(live);
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

    async authors({ id }: ProjectScope): Promise<ReleaseAuthor[]> {
      const made = db.selectFrom('release').select('user_id').where('project_id', '=', id);
      const people = db.selectFrom('user').select(['id', 'name', 'surname']).where('id', 'in', made);
      const named = (await people.execute()).map((one) => ({ id: one.id, name: `${one.name} ${one.surname}`.trim() }));
      return named.sort((one, other) => one.name.localeCompare(other.name) || one.id - other.id);
    },

    /** Whether a release can be restored; null where there is none. */
    async isKept({ id }: ProjectScope, number: number): Promise<boolean | null> {
      const row = db.selectFrom('release').select('is_kept').where('project_id', '=', id).where('number', '=', number);
      const found = await row.executeTakeFirst();
      return found ? found.is_kept === 1 : null;
    },

    async find(project: ProjectScope, number: number): Promise<(PastRelease & { changes: readonly PastChange[] }) | null> {
      const row = await rowsOf(project).where('number', '=', number).executeTakeFirst();
      if (!row) return null;
      const { rows: told } = toldOf(row);
      const before = byRow(await versionsOf(project).where('to_number', '=', number).execute());
      const after = byRow(await versionsOf(project).where('from_number', '=', number).execute());
      const live = await liveOf(project, told);
      const changes = told.map((change) => {
        const key = `${change.source} ${change.id}`;
        const [was, became] = [before.get(key), after.get(key)];
        const isLive = live.get(key)?.content === became?.content;
        return { ...change, before: contentOf(was), after: contentOf(became), isLive };
      });
      return { ...shown(row), changes };
    },
  };
};
