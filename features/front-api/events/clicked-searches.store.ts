import type { Database } from '#server-kit/db/schema.ts';

const clicksAtOnce = 500;

/** Which searches were followed by a click on what they found. */
export const clickedSearchStore = (db: Database) => ({
  /**
   * Finds the searches of clicks that are new, and counts each search once, however often it is clicked. A click whose search isn't
   * written yet is looked at again by the next call.
   */
  attribute: (): Promise<void> =>
    db.transaction().execute(async (transaction) => {
      const newest = transaction
        .selectFrom('shop_event')
        .select('id')
        .where('looks_left', '>', 0)
        .orderBy('id')
        .limit(clicksAtOnce);
      const looked = await transaction
        .updateTable('shop_event')
        .set((eb) => ({ looks_left: eb('looks_left', '-', 1) }))
        .where('id', 'in', newest)
        .where('looks_left', '>', 0)
        .returning(['id', 'project_id', 'query_id'])
        .execute();
      for (const { id, project_id: project, query_id: queryId } of looked) {
        const clicked = await queryOf(transaction, project, queryId ?? '');
        if (clicked === undefined) continue;
        await transaction.updateTable('shop_event').set({ looks_left: 0 }).where('id', '=', id).execute();
        await countClick(transaction, project, clicked.search_id);
      }
    }),
});

const queryOf = (db: Database, project: number, queryId: string) =>
  db.selectFrom('shop_query').selectAll().where('project_id', '=', project).where('query_id', '=', queryId).executeTakeFirst();

async function countClick(db: Database, project: number, searchId: string): Promise<void> {
  const search = await db
    .updateTable('shop_query')
    .set((eb) => ({ click_count: eb('click_count', '+', 1) }))
    .where('project_id', '=', project)
    .where('query_id', '=', searchId)
    .where('is_counted', '=', 1)
    .returningAll()
    .executeTakeFirst();
  if (search?.click_count !== 1) return;
  const { collection_id, day, result_object, language, term } = search;
  await db
    .updateTable('search_day')
    .set((eb) => ({ click_count: eb('click_count', '+', 1) }))
    .where('project_id', '=', project)
    .where('collection_id', '=', collection_id)
    .where('day', '=', day)
    .where('result_object', '=', result_object)
    .where('language', '=', language)
    .execute();
  // The row of the term may have been packed, and is added to it later.
  await db
    .insertInto('searched_term')
    .values({
      project_id: project,
      collection_id,
      day,
      result_object,
      language,
      term,
      search_count: 0,
      unfound_count: 0,
      click_count: 1,
      item_count: 0,
      last_at: 0,
    })
    .onConflict((conflict) =>
      conflict
        .columns(['project_id', 'collection_id', 'day', 'result_object', 'language', 'term'])
        .doUpdateSet((eb) => ({ click_count: eb('searched_term.click_count', '+', 1) })),
    )
    .execute();
}
