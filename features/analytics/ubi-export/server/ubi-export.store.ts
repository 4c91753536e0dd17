import type { Selectable } from 'kysely';
import type { ProjectScope } from '#server/db/row-scope.ts';
import type { Database, Schema } from '#server/db/schema.ts';

export type StoredQuery = Selectable<Schema['shop_query']>;
export type StoredEvent = Selectable<Schema['shop_event']>;

export const rowsAtOnce = 1_000;

/** In the order of writing. */
export const ubiStore = (db: Database) => ({
  queriesOfDay: (project: ProjectScope, day: string) =>
    inPages((afterId) =>
      db
        .selectFrom('shop_query')
        .selectAll()
        .where('day', '=', day)
        .where('project_id', '=', project.id)
        .where('id', '>', afterId)
        .orderBy('id')
        .limit(rowsAtOnce)
        .execute(),
    ),

  eventsOfDay: (project: ProjectScope, day: string) =>
    inPages((afterId) =>
      db
        .selectFrom('shop_event')
        .selectAll()
        .where('day', '=', day)
        .where('project_id', '=', project.id)
        .where('id', '>', afterId)
        .orderBy('id')
        .limit(rowsAtOnce)
        .execute(),
    ),

  /** Null for deleted projects. */
  async nameOf({ id }: ProjectScope): Promise<string | undefined> {
    const project = db.selectFrom('project').select('name').where('id', '=', id).where('deleted_at', 'is', null);
    return (await project.executeTakeFirst())?.name;
  },
});

/** Reads a page once the last one is consumed. */
async function* inPages<Row extends { readonly id: number }>(
  read: (afterId: number) => Promise<readonly Row[]>,
): AsyncGenerator<readonly Row[]> {
  let afterId = 0;
  let isMore = true;
  while (isMore) {
    const rows = await read(afterId);
    if (rows.length > 0) yield rows;
    afterId = rows.at(-1)?.id ?? afterId;
    isMore = rows.length === rowsAtOnce;
  }
}
