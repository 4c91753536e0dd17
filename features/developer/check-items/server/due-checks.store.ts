import { sql } from 'kysely';
import { dayMs, dayOf } from '#contract/days.ts';
import type { CheckCause } from '#features/developer/check-items/check-items.contract.ts';
import type { CollectionScope, ProjectScope } from '#server/db/row-scope.ts';
import type { Database } from '#server/db/schema.ts';

/** In the project's night, at this hour of its clocks, everything is checked once more. */
const nightHour = 3;
const hourMs = dayMs / 24;

/** What check items are checked by: once one of these is another, they are checked again. */
export interface CheckMark {
  readonly release: number;
  /** When the newest import ended that went live; 0 for none. */
  readonly importedAt: number;
  /** The day whose night it was last, in the project's time zone. */
  readonly day: string;
}

export interface CheckState extends CollectionScope {
  readonly now: CheckMark;
  /** By what all of them were checked last; null as long as they weren't. */
  readonly last: (CheckMark & { readonly checkedAt: number }) | null;
  readonly askedAt: number | null;
  readonly changedAt: number;
}

/** What is to be checked for; null where nothing is but what somebody asked for. An import makes a release, too, and says more. */
export function causeOf({ now, last }: Pick<CheckState, 'now' | 'last'>): Exclude<CheckCause, 'hand'> | 'first' | null {
  if (last === null) return 'first';
  if (last.importedAt !== now.importedAt) return 'import';
  if (last.release !== now.release) return 'release';
  return last.day === now.day ? null : 'night';
}

/** Which collections' check items there is something to do for. Reads no check items one by one, of which a server may have many. */
export const dueCheckStore = (db: Database) => ({
  async states(moment: number, project?: ProjectScope): Promise<CheckState[]> {
    const ofCollection = db
      .selectFrom('check_item')
      .innerJoin('project', 'project.id', 'check_item.project_id')
      .leftJoin('check_mark', 'check_mark.collection_id', 'check_item.collection_id')
      .where('check_item.deleted_at', 'is', null)
      .where('project.deleted_at', 'is', null)
      .groupBy(['check_item.project_id', 'check_item.collection_id', 'time_zone', 'release_number', ...markColumns])
      .select(['check_item.project_id', 'check_item.collection_id', 'time_zone', 'release_number', ...markColumns])
      .select(({ fn }) => [
        fn.max('asked_at').as('asked_at'),
        importedLast.as('imported_last'),
        releasedLast.as('released_last'),
      ]);
    const rows = await (project ? ofCollection.where('check_item.project_id', '=', project.id) : ofCollection).execute();
    return rows.map((row) => {
      const { release, imported_at: lastImport, day, checked_at: checkedAt } = row;
      const isKnown = release !== null && lastImport !== null && day !== null && checkedAt !== null;
      const importedAt = Number(row.imported_last);
      return {
        id: row.project_id,
        collectionId: row.collection_id,
        now: { release: row.release_number, importedAt, day: dayOf(moment - nightHour * hourMs, row.time_zone) },
        last: isKnown ? { release, importedAt: lastImport, day, checkedAt } : null,
        askedAt: row.asked_at === null ? null : Number(row.asked_at),
        changedAt: Math.max(importedAt, Number(row.released_last)),
      };
    });
  },

  async note({ id, collectionId }: CollectionScope, { release, importedAt, day }: CheckMark, at: number): Promise<void> {
    const mark = { checked_at: at, release, imported_at: importedAt, day };
    const there = db.selectFrom('collection').select('id').where('project_id', '=', id).where('id', '=', collectionId);
    if (!(await there.executeTakeFirst())) return;
    await db
      .insertInto('check_mark')
      .values({ project_id: id, collection_id: collectionId, ...mark })
      .onConflict((conflict) => conflict.column('collection_id').doUpdateSet(mark))
      .execute();
  },
});

const markColumns = ['check_mark.release', 'check_mark.imported_at', 'check_mark.day', 'check_mark.checked_at'] as const;

const importedLast = sql<number>`(
  select coalesce(max(finished_at), 0) from import inner join feed on feed.id = import.feed_id
  where feed.project_id = check_item.project_id and feed.collection_id = check_item.collection_id and import.state = 'done'
)`;
const releasedLast = sql<number>`(
  select coalesce(max(created_at), 0) from release
  where release.project_id = check_item.project_id and release.number = project.release_number
)`;
