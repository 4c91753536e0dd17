import { addDays } from '#contract/days.ts';
import { nextColumns, nextSearchCube } from './cubes.ts';
import { parts, sumPackStore } from './sum-packs.store.ts';
import type { Unpacked, UnpackedRow } from './unpacked.store.ts';
import { inSlices } from '#server/slices.ts';

/** What is searched later has another reason. */
const nextWithinMilliseconds = 30 * 60 * 1_000;
/** Of what one visitor searches after a query; who shares an address with many others would have as many pairs as they have searches, squared. */
const mostFollowing = 20;

const visitorsAtOnce = 500;

export interface CountedQuery {
  readonly collection_id: number;
  readonly day: string;
  readonly result_object: string;
  readonly language: string;
  readonly term: string;
  readonly visitor: string;
  /** Epoch milliseconds. */
  readonly happened_at: number;
  readonly item_count: number;
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
  'click_count',
] as const satisfies readonly (keyof CountedQuery)[];

type PairOfVisitor = Omit<UnpackedRow, 'values'> & { readonly other: string; isFound: boolean; isClicked: boolean };

const visitOf = ({ day, result_object: object, visitor }: CountedQuery): string => JSON.stringify([day, object, visitor]);

/** Counts each visitor once a day, in the language and collection of the first term; for all first terms or the given ones. */
export async function nextSearchesIn(
  queries: readonly CountedQuery[],
  isWanted: (query: CountedQuery) => boolean,
): Promise<UnpackedRow[]> {
  const breathe = inSlices();
  const sums = new Map<string, UnpackedRow & { readonly values: number[] }>();
  for (const visit of Map.groupBy(queries, visitOf).values()) {
    for (const [key, { isFound, isClicked, ...pair }] of pairsOf(visit, isWanted)) {
      const sum = sums.get(key) ?? { ...pair, values: [0, 0, 0] };
      sums.set(key, sum);
      sum.values[nextColumns.visitors]! += 1;
      if (isFound) sum.values[nextColumns.finding]! += 1;
      if (isClicked) sum.values[nextColumns.clicking]! += 1;
    }
    await breathe();
  }
  return [...sums.values()];
}

function pairsOf(visit: readonly CountedQuery[], isWanted: (query: CountedQuery) => boolean): Map<string, PairOfVisitor> {
  const pairs = new Map<string, PairOfVisitor>();
  const inOrder = visit.toSorted((a, b) => a.happened_at - b.happened_at);
  for (const [at, first] of inOrder.entries()) {
    if (!isWanted(first)) continue;
    for (const next of inOrder.slice(at + 1, at + 1 + mostFollowing)) {
      const after = next.happened_at - first.happened_at;
      if (after > nextWithinMilliseconds) break;
      if (after === 0 || next.term === first.term) continue;
      const { collection_id: collectionId, day, result_object: resultObject, language } = first;
      const key = JSON.stringify([day, resultObject, collectionId, language, first.term, next.term]);
      const names = { name: first.term, other: next.term };
      const pair = pairs.get(key) ?? { collectionId, day, resultObject, language, ...names, isFound: false, isClicked: false };
      pair.isFound ||= next.item_count > 0;
      pair.isClicked ||= next.click_count > 0;
      pairs.set(key, pair);
    }
  }
  return pairs;
}

/** Numbers of bigint columns come as texts from PostgreSQL. */
export const countedQuery = (row: CountedQuery): CountedQuery => ({
  ...row,
  collection_id: Number(row.collection_id),
  happened_at: Number(row.happened_at),
});

/** What was searched next on days that aren't packed, from queries one by one. */
export const unpackedNextSearches: Pick<Unpacked, 'cube' | 'read'> = {
  cube: nextSearchCube,
  async read(db, { project, range, language, resultObject, collectionId }, names) {
    const packed = await sumPackStore(db, nextSearchCube).newestDay(project);
    const since = packed === null ? range.start : addDays(packed, 1);
    const start = since > range.start ? since : range.start;
    if (names === null || start > range.end) return [];
    const visits = await db
      .selectFrom('shop_query')
      .select(['day', 'result_object', 'visitor'])
      .distinct()
      .where('project_id', '=', project.id)
      .where('day', '>=', start)
      .where('day', '<=', range.end)
      .where('term', 'in', names)
      .where('is_counted', '=', 1)
      .$if(resultObject !== 'all', (some) => some.where('result_object', '=', resultObject))
      .execute();
    const queries: CountedQuery[] = [];
    // Joined with themselves, queries are read again for each visitor where PostgreSQL doesn't know yet how many there are.
    for (const ofDay of Map.groupBy(visits, ({ day, result_object: object }) => `${day} ${object}`).values())
      for (const some of parts(ofDay, visitorsAtOnce)) {
        const rows = await db
          .selectFrom('shop_query')
          .select(countedColumns)
          .where('project_id', '=', project.id)
          .where('day', '=', ofDay[0]!.day)
          .where('result_object', '=', ofDay[0]!.result_object)
          .where('is_counted', '=', 1)
          .where(
            'visitor',
            'in',
            some.map(({ visitor }) => visitor),
          )
          .execute();
        for (const row of rows) queries.push(countedQuery(row));
      }
    const isWanted = (query: CountedQuery): boolean =>
      names.includes(query.term) &&
      (language === '' || query.language === language) &&
      (collectionId === undefined || query.collection_id === collectionId);
    return nextSearchesIn(queries, isWanted);
  },
};
