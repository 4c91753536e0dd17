import { sql } from 'kysely';
import type { CheckItemInput } from '#features/developer/check-items/check-items.contract.ts';
import { type CollectionScope, type ProjectScope, sameText } from '#server/db/row-scope.ts';
import { inParts } from '#server/db/in-parts.ts';
import { rowTable } from '#server/rules/rows/row-table.ts';
import type { Database } from '#server/db/schema.ts';

/** As they are called in the file of a project. */
export const checkItemsKey = 'check-items';

export interface CheckItemFields extends CheckItemInput {
  /** When a check was asked for that has not ended; the table says it of every row. */
  readonly asked_at?: number | null;
}

/** What tells it from others, and its places from those of what was watched in its row before. */
export const keyOf = ({ term, elastic_item_id: id }: Pick<CheckItemInput, 'term' | 'elastic_item_id'>): string =>
  JSON.stringify([sameText(term), id]);

/** Below every place that is told. */
const noPlace = sql.lit(1_000_000_000);
/** Something of the last check of an item; nothing for one that wasn't checked yet. */
const ofLastCheck = (value: ReturnType<typeof sql>) =>
  sql<number>`(select ${value} from check_place where check_item_id = check_item.id and watched_key = check_item.unique_key order by check_place.id desc limit 1)`;
const isAlert = ofLastCheck(
  sql`case when check_item.alert_above > 0 and coalesce(position, ${noPlace}) > check_item.alert_above then 1 else 0 end`,
);

/** Those on alert come first. Whoever saves one asks for its check. */
export const checkItemRows = (db: Database) =>
  rowTable<'check_item', CheckItemFields, 'term' | 'position'>(db, 'check_item', {
    toFields: ({ elastic_item_id, term, alert_above, asked_at }) => ({ elastic_item_id, term, alert_above, asked_at }),
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
    /** Asks for checks of a collection's items, of all or of some. Answers how many there are. */
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

    /** What was asked for is done, unless it was asked for again meanwhile. */
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
