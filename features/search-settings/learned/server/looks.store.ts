import type { CollectionScope, ProjectScope } from '#server/db/row-scope.ts';
import type { Database } from '#server/db/schema.ts';
import { inParts } from '#server/db/in-parts.ts';
import { jsonOf } from '#server/db/json-column.ts';
import { choiceWeights } from '#server/learning/look-counts.ts';

export interface LearningCollection extends CollectionScope {
  readonly timeZone: string;
  readonly learning: string;
}

export interface StoredCounts {
  /** The last that was counted. */
  readonly day: string;
  readonly counts: string;
  /** Empty where none were counted. */
  readonly nextSearches: string;
}

export interface LoggedSearch {
  readonly queryId: string;
  readonly term: string;
  /** `term` is the path of a category. */
  readonly isCategory: boolean;
  readonly visitor: string;
  readonly network: string | null;
  readonly happenedAt: number;
  /** null if it found nothing, or was filtered or sorted. */
  readonly list: string | null;
}

export interface After {
  readonly day: string;
  /** The id of the last row that was read. */
  readonly after: number;
  readonly limit: number;
}

const typesOfChoices = Object.keys(choiceWeights) as (keyof typeof choiceWeights)[];

export const looksStore = (db: Database) => ({
  /** With learning on. */
  async collections(only?: ProjectScope): Promise<LearningCollection[]> {
    let rows = db
      .selectFrom('collection')
      .innerJoin('project', 'project.id', 'collection.project_id')
      .select(['project.id', 'collection.id as collectionId', 'time_zone as timeZone', 'learning'])
      .where('project.deleted_at', 'is', null)
      .where('learning', '!=', 'off');
    if (only !== undefined) rows = rows.where('project.id', '=', only.id);
    return rows.orderBy('collection.id').execute();
  },

  /** null before the first night. */
  async counts({ id, collectionId }: CollectionScope): Promise<StoredCounts | null> {
    const row = db
      .selectFrom('look_count')
      .select(['day', 'counts', 'next_searches as nextSearches'])
      .where('project_id', '=', id);
    return (await row.where('collection_id', '=', collectionId).executeTakeFirst()) ?? null;
  },

  async countedDay({ id, collectionId }: CollectionScope): Promise<string | null> {
    const row = db.selectFrom('look_count').select('day').where('project_id', '=', id);
    return (await row.where('collection_id', '=', collectionId).executeTakeFirst())?.day ?? null;
  },

  /** False if another server has counted the day. */
  async setCounts({ id, collectionId }: CollectionScope, before: string | null, stored: StoredCounts): Promise<boolean> {
    const { day, counts, nextSearches } = stored;
    const row = { day, counts, next_searches: nextSearches };
    if (before === null) {
      const added = db.insertInto('look_count').values({ project_id: id, collection_id: collectionId, ...row });
      const fresh = added.onConflict((conflict) => conflict.column('collection_id').doNothing());
      return (await fresh.returning('id').execute()).length > 0;
    }
    const changed = db.updateTable('look_count').set(row).where('project_id', '=', id);
    const ofCollection = changed.where('collection_id', '=', collectionId).where('day', '=', before);
    return (await ofCollection.returning('id').execute()).length > 0;
  },

  /** The first day whose lists are stored. */
  async firstDay({ id, collectionId }: CollectionScope): Promise<string | null> {
    const { day } = await db
      .selectFrom('shop_query')
      .select(({ fn }) => fn.min('day').as('day'))
      .where('project_id', '=', id)
      .where('collection_id', '=', collectionId)
      .where('list_hash', 'is not', null)
      .executeTakeFirstOrThrow();
    return day;
  },

  /** Searches among the next rows of a day, and the id of the last row; null at the end. */
  async searches({ id, collectionId }: CollectionScope, { day, after, limit }: After) {
    const rows = await db
      .selectFrom('shop_query')
      .select(['id', 'collection_id', 'result_object', 'query_id', 'term', 'visitor', 'network', 'happened_at', 'list_hash'])
      .where('day', '=', day)
      .where('project_id', '=', id)
      .where('id', '>', after)
      .orderBy('id')
      .limit(limit)
      .execute();
    // Filtering in SQL would make SQLite choose another index.
    const logged = rows.flatMap((row): LoggedSearch[] =>
      Number(row.collection_id) === collectionId && row.result_object !== 'autocomplete'
        ? [
            {
              queryId: row.query_id,
              term: row.term,
              isCategory: row.result_object === 'catalog',
              visitor: row.visitor,
              network: row.network,
              happenedAt: Number(row.happened_at),
              list: row.list_hash,
            },
          ]
        : [],
    );
    const last = rows.at(-1);
    return { last: last === undefined ? null : Number(last.id), rows: logged };
  },

  /** Clicks, carts and purchases after searches among the next events of a day. */
  async choices({ id }: ProjectScope, { day, after, limit }: After) {
    const rows = await db
      .selectFrom('shop_event')
      .select(['id', 'type', 'query_id', 'item_id'])
      .where('day', '=', day)
      .where('project_id', '=', id)
      .where('id', '>', after)
      .orderBy('id')
      .limit(limit)
      .execute();
    const chosen = rows.flatMap(({ type, query_id: queryId, item_id: itemId }) => {
      const kind = typesOfChoices.find((one) => one === type);
      return kind === undefined || queryId === null ? [] : [{ queryId, itemId, weight: choiceWeights[kind] }];
    });
    const last = rows.at(-1);
    return { last: last === undefined ? null : Number(last.id), rows: chosen };
  },

  async lists({ id }: ProjectScope, hashes: readonly string[]): Promise<ReadonlyMap<string, readonly string[]>> {
    const lists = new Map<string, readonly string[]>();
    for (const some of inParts(hashes)) {
      const rows = db
        .selectFrom('shown_list')
        .select(['id', 'hash', 'ids'])
        .where('project_id', '=', id)
        .where('hash', 'in', some);
      for (const row of await rows.execute()) lists.set(row.hash, jsonOf<string[]>(row.ids, [], 'shown_list.ids', row.id));
    }
    return lists;
  },
});
