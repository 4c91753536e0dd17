import { type Asked, searchDays } from './totals.store.ts';
import type { Database } from '#server/db/schema.ts';
import { inSlices } from '#server/base/slices.ts';

/** Later searches have another reason. */
const nextWithinMilliseconds = 30 * 60 * 1_000;
/** After one search. Visitors who share an address would have as many pairs as they have searches, squared. */
const mostFollowing = 20;
const visitorsAtOnce = 500;

export interface CountedQuery {
  readonly collection_id: number;
  readonly day: string;
  readonly result_object: string;
  readonly language: string;
  readonly term: string;
  readonly visitor: string;
  readonly happened_at: number;
  readonly item_count: number;
  readonly found_as: string | null;
  readonly click_count: number;
}

export const countedColumns = [
  'collection_id',
  'day',
  'result_object',
  'language',
  'term',
  'visitor',
  'happened_at',
  'item_count',
  'found_as',
  'click_count',
] as const satisfies readonly (keyof CountedQuery)[];

export interface NextSearch {
  /** The search before. */
  readonly query: CountedQuery;
  readonly next: string;
  /** As in `next_search_day`. */
  visitor_count: number;
  found_count: number;
  clicked_count: number;
}

/** Counts each visitor once a day, in the language and collection of the first search. */
export async function nextSearchesIn(
  queries: readonly CountedQuery[],
  isWanted: (query: CountedQuery) => boolean,
): Promise<NextSearch[]> {
  const breathe = inSlices();
  const sums = new Map<string, NextSearch>();
  const visits = Map.groupBy(queries, ({ day, result_object: object, visitor }) => JSON.stringify([day, object, visitor]));
  for (const visit of visits.values()) {
    const pairs = new Map<string, { query: CountedQuery; next: string; isFound: boolean; isClicked: boolean }>();
    const inOrder = visit.toSorted((a, b) => Number(a.happened_at) - Number(b.happened_at));
    for (const [at, query] of inOrder.entries()) {
      if (!isWanted(query)) continue;
      for (const next of inOrder.slice(at + 1, at + 1 + mostFollowing)) {
        const after = Number(next.happened_at) - Number(query.happened_at);
        if (after > nextWithinMilliseconds) break;
        if (after === 0 || next.term === query.term) continue;
        const key = JSON.stringify([query.day, query.result_object, query.collection_id, query.language, query.term, next.term]);
        const pair = pairs.get(key) ?? { query, next: next.term, isFound: false, isClicked: false };
        pair.isFound ||= next.item_count > 0 && next.found_as === null;
        pair.isClicked ||= next.click_count > 0;
        pairs.set(key, pair);
      }
    }
    for (const [key, { query, next, isFound, isClicked }] of pairs) {
      const sum = sums.get(key) ?? { query, next, visitor_count: 0, found_count: 0, clicked_count: 0 };
      sums.set(key, sum);
      sum.visitor_count += 1;
      sum.found_count += isFound ? 1 : 0;
      sum.clicked_count += isClicked ? 1 : 0;
    }
    await breathe();
  }
  return [...sums.values()];
}

/** What was searched next on days that are not rolled up. */
export async function newestNextSearches(db: Database, asked: Asked, term: string): Promise<NextSearch[]> {
  const { project, language, collectionId } = asked;
  const rolledUp = db
    .selectFrom('search_day')
    .select((eb) => eb.fn.max('day').as('day'))
    .where('project_id', '=', project.id)
    .where('visitors', 'is not', null);
  const newest = (await rolledUp.executeTakeFirst())?.day ?? '';
  const visits = await searchDays(db, 'shop_query', { ...asked, language: '', collectionId: undefined })
    .select(['day', 'result_object', 'visitor'])
    .distinct()
    .where('day', '>', newest)
    .where('term', '=', term)
    .where('is_counted', '=', 1)
    .execute();
  const queries: CountedQuery[] = [];
  // Before ANALYZE, PostgreSQL would join by reading all queries once per visitor.
  for (const [first, ...others] of Map.groupBy(visits, ({ day, result_object: object }) => `${day} ${object}`).values())
    for (let at = 0, visitors = [first!, ...others]; at < visitors.length; at += visitorsAtOnce) {
      const rows = db
        .selectFrom('shop_query')
        .select(countedColumns)
        .where('project_id', '=', project.id)
        .where('day', '=', first!.day)
        .where('result_object', '=', first!.result_object)
        .where('is_counted', '=', 1)
        .where(
          'visitor',
          'in',
          visitors.slice(at, at + visitorsAtOnce).map(({ visitor }) => visitor),
        );
      queries.push(...(await rows.execute()));
    }
  const isWanted = (query: CountedQuery): boolean =>
    query.term === term &&
    (language === '' || query.language === language) &&
    (collectionId === undefined || Number(query.collection_id) === collectionId);
  return nextSearchesIn(queries, isWanted);
}
