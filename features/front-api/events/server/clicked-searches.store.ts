import type { Selectable } from 'kysely';
import { rowsInOrder, counterStore, type SearchDay } from '#server/stats/counters.store.ts';
import type { Database, Schema } from '#server/db/schema.ts';

const clicksAtOnce = 500;
/** Clicks among which projects take turns; older ones wait. */
const newestClicks = 10_000;

type Query = Selectable<Schema['shop_query']>;
type Click = Awaited<ReturnType<typeof takeClicks>>[number];

export const clickedSearchStore = (db: Database) => ({
  /**
   * Counts new clicks for their searches, each search once, and for their items. Clicks whose search isn't written yet wait for the next
   * call. Locks rows in the order in which queries are written.
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
      await addClicks(transaction, await countClicks(transaction, found), found);
    }),
});

interface FoundClick {
  readonly click: Click;
  readonly query: Query;
}

const keyOf = (project: number, queryId: string | null): string => `${project} ${queryId}`;

/** Round-robin by project, so that clicks on unknown searches delay their own project alone. */
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
    .returning(['id', 'project_id', 'query_id', 'item_id', 'position'])
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

/** Returns the searches that had no click before. */
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

const dayOf = ({ project_id, collection_id, day, result_object, language }: Query): SearchDay => ({
  project_id,
  collection_id,
  day,
  result_object,
  language,
});

async function addClicks(db: Database, clicked: readonly Query[], found: readonly FoundClick[]): Promise<void> {
  const counters = counterStore(db);
  await counters.add(
    'term_day',
    clicked.map((search) => ({ ofDay: dayOf(search), names: { term_id: search.term }, counts: { click_count: 1 } })),
  );
  await counters.add(
    'click_day',
    found.map(({ click: { item_id, position }, query }) => ({
      ofDay: dayOf(query),
      names: { term_id: query.term, item_id },
      counts: { click_count: 1, position_sum: position ?? 0, position_count: position === null ? 0 : 1 },
    })),
  );
}
