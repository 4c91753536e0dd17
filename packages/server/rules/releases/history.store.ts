import { setImmediate as nextTurn } from 'node:timers/promises';
import { sql } from 'kysely';
import { dayOf } from '#contract/days.ts';
import { keptDailyReleaseDays, keptReleaseDays } from '#contract/limits.ts';
import type { PageQuery } from '#contract/page.ts';
import type { ReportedChanges } from './change-release.ts';
import type { RowChange } from './rule-source.ts';
import { lastKnown, versionStore } from './versions.store.ts';
import { inParts } from '#server/db/in-parts.ts';
import { jsonOf } from '#server/db/json-column.ts';
import type { ProjectScope } from '#server/db/row-scope.ts';
import type { Database } from '#server/db/schema.ts';

const dayMilliseconds = 24 * 60 * 60 * 1000;
export const thinEveryMilliseconds = dayMilliseconds;

export interface PastRelease {
  readonly number: number;
  readonly reason: string;
  readonly userName: string | null;
  /** Epoch milliseconds. */
  readonly createdAt: number;
  readonly restoredNumber: number | null;
  /** Whether its rows are still stored. */
  readonly isKept: boolean;
  readonly name: string;
  readonly comment: string;
  readonly counts: ReportedChanges['counts'];
}

/** A change with the stored row before and after it; null where there is none, or where it is deleted. */
export interface PastChange extends RowChange {
  readonly before: unknown;
  readonly after: unknown;
  readonly isLive: boolean;
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
        'release.name as title',
        'comment',
        'expected',
        'user.name',
        'user.surname',
      ]);
  type Row = Awaited<ReturnType<ReturnType<typeof rowsOf>['executeTakeFirstOrThrow']>>;

  const changesOf = ({ id, changes }: Row): ReportedChanges =>
    jsonOf<ReportedChanges>(changes, { rows: [], counts: {} }, 'release.changes', id);

  const shown = (row: Row): PastRelease => ({
    number: row.number,
    reason: row.reason,
    userName: row.name === null ? null : fullName(row.name, row.surname),
    createdAt: row.created_at,
    restoredNumber: row.restored_number,
    isKept: row.is_kept === 1,
    name: row.title,
    comment: row.comment,
    counts: changesOf(row).counts,
  });

  return {
    async list(project: ProjectScope, { page, per_page, order, userId, from, until, source }: HistoryFilter) {
      let rows = rowsOf(project);
      if (userId !== undefined) rows = rows.where('user_id', '=', userId);
      if (from !== undefined) rows = rows.where('release.created_at', '>=', from);
      // A text within JSON can't contain this pattern, as its quotes are escaped.
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

    /** Releases with these numbers, in any order. */
    async among(project: ProjectScope, numbers: readonly number[]): Promise<PastRelease[]> {
      if (numbers.length === 0) return [];
      return (await rowsOf(project).where('number', 'in', numbers).execute()).map(shown);
    },

    async authors({ id }: ProjectScope): Promise<{ readonly id: number; readonly name: string }[]> {
      const created = db.selectFrom('release').select('user_id').where('project_id', '=', id);
      const people = await db.selectFrom('user').select(['id', 'name', 'surname']).where('id', 'in', created).execute();
      return people
        .map((one) => ({ id: one.id, name: fullName(one.name, one.surname) }))
        .sort((one, other) => one.name.localeCompare(other.name) || one.id - other.id);
    },

    async names(userIds: readonly number[]): Promise<ReadonlyMap<number, string>> {
      if (userIds.length === 0) return new Map();
      const rows = await db.selectFrom('user').select(['id', 'name', 'surname']).where('id', 'in', userIds).execute();
      return new Map(rows.map(({ id, name, surname }) => [id, fullName(name, surname)]));
    },

    /** False without such a release. */
    async describe(
      { id }: ProjectScope,
      number: number,
      words: { readonly name: string; readonly comment: string },
    ): Promise<boolean> {
      const row = db.updateTable('release').set(words).where('project_id', '=', id).where('number', '=', number);
      return (await row.returning('id').execute()).length > 0;
    },

    async isKept({ id }: ProjectScope, number: number): Promise<boolean | null> {
      const row = db.selectFrom('release').select('is_kept').where('project_id', '=', id).where('number', '=', number);
      const found = await row.executeTakeFirst();
      return found ? found.is_kept === 1 : null;
    },

    async find(
      project: ProjectScope,
      number: number,
    ): Promise<(PastRelease & { changes: readonly PastChange[]; expected: object | null }) | null> {
      const row = await rowsOf(project).where('number', '=', number).executeTakeFirst();
      if (!row) return null;
      const versions = versionStore(db);
      const { rows } = changesOf(row);
      const pairs = await versions.differing(project, { from: number - 1, to: number });
      const byKey = new Map(pairs.map((pair) => [`${pair.source} ${pair.id}`, pair]));
      const live = await versions.liveByKey(project, rows);
      const changes = rows.map((change) => {
        const key = `${change.source} ${change.id}`;
        const { before, after } = byKey.get(key) ?? {};
        const isLive = live.get(key)?.content === after?.content;
        return { ...change, before: before ? lastKnown(before) : null, after: after ? lastKnown(after) : null, isLive };
      });
      return { ...shown(row), changes, expected: jsonOf<object | null>(row.expected, null, 'release.expected', row.id) };
    },

    /** Deletes the rows of old releases that no kept release holds: all releases of some days are kept, then the last one of a day. */
    async thin(now: number): Promise<void> {
      const projects = await db.selectFrom('project').select(['id', 'time_zone', 'release_number']).execute();
      for (const { id, time_zone: timeZone, release_number: live } of projects) {
        const old = await db
          .selectFrom('release')
          .select(['number', 'created_at'])
          .where('project_id', '=', id)
          .where('is_kept', '=', 1)
          .where('number', '<', live)
          .where('created_at', '<', now - keptReleaseDays * dayMilliseconds)
          .orderBy('number')
          .execute();
        const lastOfDay = new Map(old.map(({ number, created_at: at }) => [dayOf(at, timeZone), number]));
        const kept = new Set(lastOfDay.values());
        const tooOld = now - keptDailyReleaseDays * dayMilliseconds;
        const thinned = old.filter(({ number, created_at: at }) => at < tooOld || !kept.has(number)).map(({ number }) => number);
        if (thinned.length > 0) await deleteRows(db, id, thinned);
        await nextTurn();
      }
    },
  };
};

const fullName = (name: string, surname: string | null): string => `${name} ${surname}`.trim();

async function deleteRows(db: Database, projectId: number, numbers: readonly number[]): Promise<void> {
  await db.transaction().execute(async (transaction) => {
    for (const part of inParts(numbers))
      await transaction
        .updateTable('release')
        .set({ is_kept: 0 })
        .where('project_id', '=', projectId)
        .where('number', 'in', part)
        .execute();
    await transaction
      .deleteFrom('released_row')
      .where('project_id', '=', projectId)
      .where('to_number', 'is not', null)
      .where(({ not, exists, selectFrom }) =>
        not(
          exists(
            selectFrom('release')
              .select('release.id')
              .whereRef('release.project_id', '=', 'released_row.project_id')
              .where('is_kept', '=', 1)
              .whereRef('number', '>=', 'from_number')
              .whereRef('number', '<', 'to_number'),
          ),
        ),
      )
      .execute();
  });
}
