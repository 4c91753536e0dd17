import { sql } from 'kysely';
import {
  type CheckItemInput,
  type Check,
  type CheckCause,
  type CheckOutcome,
  listedChecks,
} from '#features/developer/check-items/check-items.contract.ts';
import { type CollectionScope, type ProjectScope, sameText } from '#server/db/row-scope.ts';
import { inParts } from '#server/db/in-parts.ts';
import { rowTable } from '#server/rules/rows/row-table.ts';
import type { Database } from '#server/db/schema.ts';
import { dayMs, nightOf } from '#contract/days.ts';
import { keptCheckDays, keptChecks } from '#contract/limits.ts';

export const checkItemsKey = 'check-items';

export interface CheckItemFields extends CheckItemInput {
  /** When a check was asked for that has not ended; the table says it of every row. */
  readonly asked_at?: number | null;
}

export const keyOf = ({ term, elastic_item_id: id }: Pick<CheckItemInput, 'term' | 'elastic_item_id'>): string =>
  JSON.stringify([sameText(term), id]);

/** Below every place. */
const noPlace = sql.lit(1_000_000_000);
/** Something of the last check of an item; nothing for one that wasn't checked yet. */
const ofLastCheck = (value: ReturnType<typeof sql>) =>
  sql<number>`(select ${value} from check_place where check_item_id = check_item.id and watched_key = check_item.unique_key order by check_place.id desc limit 1)`;
const isAlert = ofLastCheck(
  sql`case when check_item.alert_above > 0 and coalesce(position, ${noPlace}) > check_item.alert_above then 1 else 0 end`,
);

export const checkItemRows = (db: Database) =>
  rowTable<'check_item', CheckItemFields, 'term' | 'position'>(db, 'check_item', {
    toFields: ({ elastic_item_id, term, alert_above, asked_at }) => ({ elastic_item_id, term, alert_above, asked_at }),
    // Each save asks for a check.
    toColumns: ({ elastic_item_id, term, alert_above }) => ({ elastic_item_id, term, alert_above, asked_at: Date.now() }),
    texts: ({ term, elastic_item_id: id }) => [term, id],
    key: keyOf,
    sorts: {
      term: 'search_text',
      position: sql<number>`coalesce(${ofLastCheck(sql`coalesce(position, ${noPlace})`)}, ${noPlace})`,
    },
    order: [
      [sql<number>`coalesce(${isAlert}, 0)`, 'desc'],
      ['search_text', 'asc'],
    ],
  });

/** What rows of people don't need. */
export const checkItemStore = (db: Database) => {
  const itemsOf = ({ id }: ProjectScope) =>
    db.selectFrom('check_item').where('check_item.project_id', '=', id).where('deleted_at', 'is', null);

  return {
    async ask({ id, collectionId }: CollectionScope, at: number, ids?: readonly number[]): Promise<number> {
      const items = db
        .updateTable('check_item')
        .set({ asked_at: at })
        .where('project_id', '=', id)
        .where('collection_id', '=', collectionId)
        .where('deleted_at', 'is', null)
        .returning('id');
      if (ids === undefined) return (await items.execute()).length;
      let count = 0;
      for (const part of inParts(ids)) count += (await items.where('id', 'in', part).execute()).length;
      return count;
    },

    async answer({ id }: ProjectScope, itemId: number, askedAt: number): Promise<void> {
      const item = db.updateTable('check_item').set({ asked_at: null }).where('project_id', '=', id).where('id', '=', itemId);
      await item.where('asked_at', '=', askedAt).execute();
    },

    async collectionOf(project: ProjectScope, ids: readonly number[]): Promise<ReadonlyMap<number, number>> {
      const found = new Map<number, number>();
      for (const part of inParts(ids))
        for (const row of await itemsOf(project).select(['id', 'collection_id']).where('id', 'in', part).execute())
          found.set(row.id, row.collection_id);
      return found;
    },

    async countAlerts(project: ProjectScope): Promise<number> {
      const { count } = await itemsOf(project)
        .where(sql<boolean>`coalesce(${isAlert}, 0) = 1`)
        .select(sql<number>`count(*)`.as('count'))
        .executeTakeFirstOrThrow();
      return Number(count);
    },
  };
};

interface StoredCheck {
  readonly id: number;
  /** Epoch milliseconds. */
  readonly checked_at: number;
}

/** All of the newest stay, of older ones the last of each day, and none very old. `checks` begins with the oldest. */
export function tooManyChecks(checks: readonly StoredCheck[], now: number): number[] {
  const older = checks.slice(0, Math.max(0, checks.length - keptChecks));
  const oldest = now - keptCheckDays * dayMs;
  return older
    .filter((one, at) => {
      const next = older[at + 1];
      const isLastOfDay = next === undefined || dayIn(next) !== dayIn(one);
      return one.checked_at < oldest || !isLastOfDay;
    })
    .map(({ id }) => id);
}

/** By the clocks of UTC: one a day is enough, whichever. */
const dayIn = ({ checked_at: at }: StoredCheck): number => Math.floor(at / dayMs);

interface StoredPlace {
  readonly checked_at: number;
  readonly outcome: string;
  readonly position: number | null;
  readonly total_count: number;
  readonly cause: string;
  readonly release: number;
}

const checkOf = ({ checked_at: at, outcome, position, total_count, cause, release }: StoredPlace): Check => ({
  at,
  outcome: outcome as CheckOutcome,
  position,
  total_count,
  cause: cause as CheckCause,
  release,
});

const columns = ['check_place.id', 'checked_at', 'outcome', 'position', 'total_count', 'cause', 'release'] as const;

/** Results of checks. After a change of query or item, earlier results are hidden. */
export const checkPlaceStore = (db: Database) => {
  const placesOf = (project: ProjectScope) =>
    db
      .selectFrom('check_place')
      .innerJoin('check_item', (join) =>
        join.onRef('check_item.id', '=', 'check_place.check_item_id').onRef('check_item.unique_key', '=', 'watched_key'),
      )
      .where('check_place.project_id', '=', project.id);

  return {
    /** The last `listedChecks` of each item, oldest first. */
    async last(project: ProjectScope, itemIds: readonly number[]): Promise<ReadonlyMap<number, readonly Check[]>> {
      const found = new Map<number, Check[]>();
      for (const part of inParts(itemIds)) {
        const numbered = placesOf(project)
          .where('check_item_id', 'in', part)
          .select([...columns, 'check_item_id'])
          .select(sql<number>`row_number() over (partition by check_item_id order by check_place.id desc)`.as('age'));
        const rows = await db
          .selectFrom(numbered.as('numbered'))
          .selectAll()
          .where('age', '<=', listedChecks)
          .orderBy('id')
          .execute();
        for (const row of rows) found.set(row.check_item_id, [...(found.get(row.check_item_id) ?? []), checkOf(row)]);
      }
      return found;
    },

    async all(project: ProjectScope, itemId: number): Promise<Check[]> {
      const rows = await placesOf(project)
        .where('check_item_id', '=', itemId)
        .select(columns)
        .orderBy('check_place.id')
        .execute();
      return rows.map(checkOf);
    },

    /** Adds a check of an existing item, and deletes expired ones. */
    add: (project: ProjectScope, item: { readonly id: number; readonly key: string }, { at, ...check }: Check): Promise<void> =>
      db.transaction().execute(async (transaction) => {
        const there = transaction
          .selectFrom('check_item')
          .select('id')
          .where('project_id', '=', project.id)
          .where('id', '=', item.id);
        if (!(await there.executeTakeFirst())) return;
        await transaction
          .insertInto('check_place')
          .values({ project_id: project.id, check_item_id: item.id, watched_key: item.key, checked_at: at, ...check })
          .execute();
        const kept = await transaction
          .selectFrom('check_place')
          .select(['id', 'checked_at', 'watched_key'])
          .where('check_item_id', '=', item.id)
          .orderBy('id')
          .execute();
        const others = kept.filter(({ watched_key: key }) => key !== item.key).map(({ id }) => id);
        const own = kept.filter(({ watched_key: key }) => key === item.key);
        for (const part of inParts([...others, ...tooManyChecks(own, at)]))
          await transaction.deleteFrom('check_place').where('project_id', '=', project.id).where('id', 'in', part).execute();
      }),
  };
};

/** In the project's night everything is checked once more. */

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

/** null if only asked checks are due. An import also makes a release. */
export function causeOf({ now, last }: Pick<CheckState, 'now' | 'last'>): Exclude<CheckCause, 'hand'> | 'first' | null {
  if (last === null) return 'first';
  if (last.importedAt !== now.importedAt) return 'import';
  if (last.release !== now.release) return 'release';
  return last.day === now.day ? null : 'night';
}

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
        now: { release: row.release_number, importedAt, day: nightOf(moment, row.time_zone) },
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
