import type { Database } from '#server-kit/db/schema.ts';

const clicksAtOnce = 500;

/** Which searches were followed by a click on what they found. */
export const clickedSearchStore = (db: Database) => ({
  /**
   * Finds the searches of clicks that are new, and counts each search once, however often it is clicked. A click whose search isn't
   * written yet is looked at again by the next call. Each click is counted for its item and the term of its search, too.
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
        .returning(['id', 'project_id', 'query_id', 'collection_id', 'item_id', 'position'])
        .execute();
      const clicks: ClickedItem[] = [];
      for (const { id, project_id: project, query_id: queryId, ...click } of looked) {
        const clicked = await queryOf(transaction, project, queryId ?? '');
        if (clicked === undefined) continue;
        await transaction.updateTable('shop_event').set({ looks_left: 0 }).where('id', '=', id).execute();
        await countClick(transaction, project, clicked.search_id);
        const { day, result_object, language, term } = clicked;
        clicks.push({ project_id: project, day, result_object, language, term, ...click });
      }
      await addClickedItems(transaction, clicks);
    }),
});

interface ClickedItem {
  readonly project_id: number;
  readonly collection_id: number;
  readonly day: string;
  readonly result_object: string;
  readonly language: string;
  readonly term: string;
  readonly item_id: string;
  readonly position: number | null;
}

/** The rows may have been packed, and are added to them later. */
async function addClickedItems(db: Database, clicks: readonly ClickedItem[]): Promise<void> {
  const keyOf = ({ position: _position, ...pair }: ClickedItem): string => JSON.stringify(pair);
  const same = Map.groupBy(clicks, keyOf);
  const rows = [...same.values()].map((some) => {
    const { position: _position, ...pair } = some[0]!;
    const positions = some.flatMap(({ position }) => (position === null ? [] : [position]));
    const position_sum = positions.reduce((sum, position) => sum + position, 0);
    return { ...pair, click_count: some.length, position_sum, position_count: positions.length };
  });
  if (rows.length === 0) return;
  await db
    .insertInto('clicked_item')
    .values(rows)
    .onConflict((conflict) =>
      conflict
        .columns(['project_id', 'collection_id', 'day', 'result_object', 'language', 'term', 'item_id'])
        .doUpdateSet((eb) => ({
          click_count: eb('clicked_item.click_count', '+', eb.ref('excluded.click_count')),
          position_sum: eb('clicked_item.position_sum', '+', eb.ref('excluded.position_sum')),
          position_count: eb('clicked_item.position_count', '+', eb.ref('excluded.position_count')),
        })),
    )
    .execute();
}

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
