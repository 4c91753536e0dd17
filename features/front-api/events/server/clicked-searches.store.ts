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
   * Counts new clicks and purchases for their searches, each search once, and with carts for their items. Those whose search isn't written yet wait
   * for the next call. Locks rows in the order in which queries are written.
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
      const searched = found.filter(({ query }) => query.result_object !== 'catalog');
      await addCounts(transaction, await countSearches(transaction, searched), searched);
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
    .returning(['id', 'project_id', 'query_id', 'type', 'item_id', 'position', 'amount'])
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

interface CountedSearch {
  readonly search: Query;
  /** 1 for its first click, its first purchase. */
  readonly click_count: 0 | 1;
  readonly purchase_count: 0 | 1;
  readonly amount: number;
}

const countsOf = ({ click: { type, amount } }: FoundClick) => ({
  clicks: type === 'click' ? 1 : 0,
  carts: type === 'cart' ? 1 : 0,
  purchases: type === 'purchase' ? 1 : 0,
  amount: type === 'purchase' ? Number(amount ?? 0) : 0,
});

async function countSearches(db: Database, found: readonly FoundClick[]): Promise<CountedSearch[]> {
  const searches = rowsInOrder<{ project: number; searchId: string } & ReturnType<typeof countsOf>>();
  for (const one of found) {
    const [project, searchId] = [one.click.project_id, one.query.search_id];
    const row = searches.of([project, searchId], () => ({ project, searchId, clicks: 0, carts: 0, purchases: 0, amount: 0 }));
    const counts = countsOf(one);
    row.clicks += counts.clicks;
    row.carts += counts.carts;
    row.purchases += counts.purchases;
    row.amount += counts.amount;
  }
  const counted: CountedSearch[] = [];
  for (const { project, searchId, clicks, carts, purchases, amount } of searches.rows()) {
    const search = await db
      .updateTable('shop_query')
      .set((eb) => ({
        click_count: eb('click_count', '+', clicks),
        cart_count: eb('cart_count', '+', carts),
        purchase_count: eb('purchase_count', '+', purchases),
        amount: eb('amount', '+', amount),
      }))
      .where('project_id', '=', project)
      .where('query_id', '=', searchId)
      .where('is_counted', '=', 1)
      .returningAll()
      .executeTakeFirst();
    if (search === undefined) continue;
    const isFirst = (now: number, added: number) => (added > 0 && now === added ? 1 : 0);
    counted.push({
      search,
      click_count: isFirst(search.click_count, clicks),
      purchase_count: isFirst(search.purchase_count, purchases),
      amount,
    });
  }
  return counted;
}

const dayOf = ({ project_id, collection_id, day, result_object, language }: Query): SearchDay => ({
  project_id,
  collection_id,
  day,
  result_object,
  language,
});

async function addCounts(db: Database, counted: readonly CountedSearch[], found: readonly FoundClick[]): Promise<void> {
  const counters = counterStore(db);
  await counters.add(
    'term_day',
    counted
      .filter((counts) => counts.click_count + counts.purchase_count + counts.amount > 0)
      .map(({ search, ...counts }) => ({ ofDay: dayOf(search), names: { term_id: search.term }, counts })),
  );
  await counters.add(
    'click_day',
    found.map((one) => {
      const { item_id, position } = one.click;
      const { clicks, carts, purchases, amount } = countsOf(one);
      const hasPosition = clicks > 0 && position !== null;
      return {
        ofDay: dayOf(one.query),
        names: { term_id: one.query.term, item_id },
        counts: {
          click_count: clicks,
          position_sum: hasPosition ? position : 0,
          position_count: hasPosition ? 1 : 0,
          cart_count: carts,
          purchase_count: purchases,
          amount,
        },
      };
    }),
  );
}
