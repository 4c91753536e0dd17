import type { Selectable } from 'kysely';
import { rowsInOrder } from '#server/db/rows-in-order.ts';
import type { Database, Schema } from '#server/db/schema.ts';

const clicksAtOnce = 500;
/** Clicks among which projects take turns. Those before are of whoever sends more than are looked at. */
const newestClicks = 10_000;

type Query = Selectable<Schema['shop_query']>;
type Click = Awaited<ReturnType<typeof takeClicks>>[number];

/** Which searches were followed by a click on what they found. */
export const clickedSearchStore = (db: Database) => ({
  /**
   * Finds the searches of clicks that are new, and counts each search once, however often it is clicked. A click whose search isn't
   * written yet is looked at again by the next call. Each click is counted for its item and the term of its search, too. Rows are locked
   * table by table in the order in which queries are written.
   */
  attribute: (): Promise<void> =>
    db.transaction().execute(async (transaction) => {
      const clicks = await takeClicks(transaction);
      const queries = await queriesOf(transaction, clicks);
      const found = clicks.flatMap((click) => {
        const query = queries.get(keyOf(click.project_id, click.query_id));
        return query === undefined ? [] : [{ click, query }];
      });
      if (found.length === 0) return;
      const ids = found.map(({ click }) => click.id);
      await transaction.updateTable('shop_event').set({ looks_left: 0 }).where('id', 'in', ids).execute();
      await addClickedSearches(transaction, await countClicks(transaction, found));
      await addClickedItems(transaction, found);
    }),
});

interface FoundClick {
  readonly click: Click;
  readonly query: Query;
}

const keyOf = (project: number, queryId: string | null): string => `${project} ${queryId}`;

/** Projects take turns: one that sends clicks about searches that never were waits alone. */
function takeClicks(db: Database) {
  const unattributed = db.selectFrom('shop_event').select(['id', 'project_id']).where('looks_left', '>', 0);
  const newest = unattributed.orderBy('id', 'desc').limit(newestClicks);
  const turns = db.selectFrom(newest.as('newest')).select((eb) => [
    'id',
    eb.fn
      .agg<number>('row_number')
      .over((over) => over.partitionBy('project_id').orderBy('id'))
      .as('turn'),
  ]);
  const next = db.selectFrom(turns.as('turns')).select('id').orderBy('turn').orderBy('id').limit(clicksAtOnce);
  return db
    .updateTable('shop_event')
    .set((eb) => ({ looks_left: eb('looks_left', '-', 1) }))
    .where('id', 'in', next)
    .where('looks_left', '>', 0)
    .returning(['id', 'project_id', 'query_id', 'collection_id', 'item_id', 'position'])
    .execute();
}

async function queriesOf(db: Database, clicks: readonly Click[]): Promise<Map<string, Query>> {
  const queries = new Map<string, Query>();
  for (const [project, some] of Map.groupBy(clicks, ({ project_id: project }) => project)) {
    const ids = [...new Set(some.map(({ query_id: id }) => id ?? ''))];
    const known = db.selectFrom('shop_query').selectAll().where('project_id', '=', project).where('query_id', 'in', ids);
    for (const query of await known.execute()) queries.set(keyOf(project, query.query_id), query);
  }
  return queries;
}

/** Answers the searches that had no click before. */
async function countClicks(db: Database, found: readonly FoundClick[]): Promise<Query[]> {
  const searches = rowsInOrder<{ readonly project: number; readonly searchId: string; clicks: number }>();
  for (const { click, query } of found) {
    const [project, searchId] = [click.project_id, query.search_id];
    searches.of([project, searchId], () => ({ project, searchId, clicks: 0 })).clicks += 1;
  }
  const clicked: Query[] = [];
  for (const { project, searchId, clicks } of searches.rows()) {
    const search = await db
      .updateTable('shop_query')
      .set((eb) => ({ click_count: eb('click_count', '+', clicks) }))
      .where('project_id', '=', project)
      .where('query_id', '=', searchId)
      .where('is_counted', '=', 1)
      .returningAll()
      .executeTakeFirst();
    if (search?.click_count === clicks) clicked.push(search);
  }
  return clicked;
}

const keyOfDay = ['project_id', 'collection_id', 'day', 'result_object', 'language'] as const;
const ofDay = ({ project_id, collection_id, day, result_object, language }: Query) => ({
  project_id,
  collection_id,
  day,
  result_object,
  language,
});

/** Rows of terms may have been packed, and are added to them later. */
async function addClickedSearches(db: Database, searches: readonly Query[]): Promise<void> {
  const terms = rowsInOrder<ReturnType<typeof ofDay> & { readonly term: string; click_count: number }>();
  const days = rowsInOrder<ReturnType<typeof ofDay> & { click_count: number }>();
  for (const search of searches) {
    const [of, { term }] = [ofDay(search), search];
    terms.of([...Object.values(of), term], () => ({ ...of, term, click_count: 0 })).click_count += 1;
    days.of(Object.values(of), () => ({ ...of, click_count: 0 })).click_count += 1;
  }
  if (searches.length === 0) return;
  const nothingElse = { search_count: 0, unfound_count: 0, item_count: 0, last_at: 0 };
  await db
    .insertInto('searched_term')
    .values(terms.rows().map((row) => ({ ...row, ...nothingElse })))
    .onConflict((conflict) =>
      conflict
        .columns([...keyOfDay, 'term'])
        .doUpdateSet((eb) => ({ click_count: eb('searched_term.click_count', '+', eb.ref('excluded.click_count')) })),
    )
    .execute();
  for (const { click_count: clicks, ...of } of days.rows())
    await db
      .updateTable('search_day')
      .set((eb) => ({ click_count: eb('click_count', '+', clicks) }))
      .where((eb) => eb.and(of))
      .execute();
}

/** Rows may have been packed, and are added to them later. */
async function addClickedItems(db: Database, found: readonly FoundClick[]): Promise<void> {
  interface Clicked extends ReturnType<typeof ofDay> {
    readonly term: string;
    readonly item_id: string;
    click_count: number;
    position_sum: number;
    position_count: number;
  }
  const pairs = rowsInOrder<Clicked>();
  for (const { click, query } of found) {
    const { collection_id, item_id, position } = click;
    const pair = { ...ofDay(query), collection_id, term: query.term, item_id };
    const row = pairs.of(Object.values(pair), () => ({ ...pair, click_count: 0, position_sum: 0, position_count: 0 }));
    row.click_count += 1;
    row.position_sum += position ?? 0;
    row.position_count += position === null ? 0 : 1;
  }
  await db
    .insertInto('clicked_item')
    .values(pairs.rows())
    .onConflict((conflict) =>
      conflict.columns([...keyOfDay, 'term', 'item_id']).doUpdateSet((eb) => ({
        click_count: eb('clicked_item.click_count', '+', eb.ref('excluded.click_count')),
        position_sum: eb('clicked_item.position_sum', '+', eb.ref('excluded.position_sum')),
        position_count: eb('clicked_item.position_count', '+', eb.ref('excluded.position_count')),
      })),
    )
    .execute();
}
