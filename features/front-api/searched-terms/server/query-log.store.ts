import type { LogEntry, LoggedQuery } from './query-tracker.ts';
import { rowsInOrder } from '#server/db/rows-in-order.ts';
import { counterStore, type DayCounts, type SearchDay, type TermCounts } from '#server/stats/counters.store.ts';
import { tookBucket } from '#server/stats/took-buckets.ts';
import type { InsertObject } from 'kysely';
import type { Database, Schema } from '#server/db/schema.ts';
import { inParts } from '#server/db/in-parts.ts';

const columnsOf = ({ projectId, collectionId, day, resultObject, language }: SearchDay) => ({
  project_id: projectId,
  collection_id: collectionId,
  day,
  result_object: resultObject,
  language,
});
const keyOfDay = ['project_id', 'collection_id', 'day', 'result_object', 'language'] as const;

export const queryLogStore = (db: Database) => ({
  /** All or none. Entries that a seemingly failed try has written are ignored. */
  add: (entries: readonly LogEntry[]): Promise<void> =>
    db.transaction().execute(async (transaction) => {
      const written = [
        ...(await insertNew(
          transaction,
          entries.filter(({ before }) => before === null),
        )),
        ...(await changeKnown(
          transaction,
          entries.filter(({ before }) => before !== null),
        )),
      ];
      await addSums(transaction, written);
    }),

  async forgetBefore(day: string): Promise<void> {
    await db.deleteFrom('shop_query').where('day', '<', day).execute();
  },
  async forgetUsesBefore(day: string): Promise<void> {
    await db.deleteFrom('rule_use').where('day', '<', day).execute();
  },
});

async function insertNew(db: Database, entries: readonly LogEntry[]): Promise<LogEntry[]> {
  const inserted = new Set<string>();
  for (const some of inParts(entries)) {
    const rows = some.map(({ after }): InsertObject<Schema, 'shop_query'> => ({
      ...columnsOf(after),
      query_id: after.queryId,
      search_id: after.searchId,
      happened_at: after.happenedAt,
      term: after.term,
      item_count: after.itemCount,
      took_ms: after.tookMilliseconds,
      visitor: after.visitorHash,
      is_counted: after.isCounted ? 1 : 0,
    }));
    const fresh = await db
      .insertInto('shop_query')
      .values(rows)
      .onConflict((conflict) => conflict.columns(['project_id', 'query_id']).doNothing())
      .returning('query_id')
      .execute();
    for (const { query_id: id } of fresh) inserted.add(id);
  }
  return entries.filter(({ after }) => inserted.has(after.queryId));
}

/** Few visitors' searches are written while they type. */
async function changeKnown(db: Database, entries: readonly LogEntry[]): Promise<LogEntry[]> {
  const changed: LogEntry[] = [];
  for (const entry of entries) {
    const { before, after } = entry;
    const { numUpdatedRows } = await db
      .updateTable('shop_query')
      .set({ result_object: after.resultObject, search_id: after.searchId, is_counted: after.isCounted ? 1 : 0 })
      .where('project_id', '=', after.projectId)
      .where('query_id', '=', after.queryId)
      .where('result_object', '=', before?.resultObject ?? '')
      .where('is_counted', '=', before?.isCounted ? 1 : 0)
      .executeTakeFirstOrThrow();
    if (numUpdatedRows > 0n) changed.push(entry);
  }
  return changed;
}

async function addSums(db: Database, entries: readonly LogEntry[]): Promise<void> {
  const { terms, days, took, uses } = sumsOf(entries);
  await counterStore(db).addTerms(days, terms);
  for (const some of inParts(took))
    await db
      .insertInto('took_day')
      .values(some.map(({ ofDay, bucket, searchCount }) => ({ ...columnsOf(ofDay), bucket, search_count: searchCount })))
      .onConflict((conflict) =>
        conflict.columns([...keyOfDay, 'bucket']).doUpdateSet((eb) => ({
          search_count: eb('took_day.search_count', '+', eb.ref('excluded.search_count')),
        })),
      )
      .execute();
  for (const some of inParts(uses))
    await db
      .insertInto('rule_use')
      .values(
        some.map(({ projectId, stage, ruleId, day, visitorHash, useCount }) => ({
          project_id: projectId,
          stage,
          row_id: ruleId,
          day,
          visitor: visitorHash,
          use_count: useCount,
        })),
      )
      .onConflict((conflict) =>
        conflict
          .columns(['stage', 'row_id', 'day', 'visitor'])
          .doUpdateSet((eb) => ({ use_count: eb('rule_use.use_count', '+', eb.ref('excluded.use_count')) })),
      )
      .execute();
}

type Changing<Of> = { -readonly [Key in keyof Of]: Of[Key] };

interface TookSum {
  readonly ofDay: SearchDay;
  readonly bucket: number;
  searchCount: number;
}

interface UseSum {
  readonly projectId: number;
  readonly stage: string;
  readonly ruleId: number;
  readonly day: string;
  readonly visitorHash: string;
  useCount: number;
}

/** What written and changed queries add to the sums of their days; negative if a query was withdrawn. */
export function sumsOf(entries: readonly LogEntry[]) {
  const [terms, days, took, uses] = [
    rowsInOrder<Changing<TermCounts>>(),
    rowsInOrder<Changing<DayCounts>>(),
    rowsInOrder<TookSum>(),
    rowsInOrder<UseSum>(),
  ];

  function add(query: LoggedQuery, count: 1 | -1): void {
    const { projectId, collectionId, day, resultObject, language, term, itemCount, tookMilliseconds, happenedAt } = query;
    const ofDay = { projectId, collectionId, day, resultObject, language };
    const key = Object.values(ofDay);
    const none = { searchCount: 0, unfoundCount: 0, clickCount: 0 };
    const unfound = itemCount === 0 ? count : 0;
    const ofTerm = terms.of([...key, term], () => ({ ofDay, term, ...none, itemCount, lastAt: 0 }));
    ofTerm.searchCount += count;
    ofTerm.unfoundCount += unfound;
    if (happenedAt >= ofTerm.lastAt) Object.assign(ofTerm, { itemCount, lastAt: happenedAt });
    const ofAll = days.of(key, () => ({ ofDay, ...none, tookMilliseconds: 0 }));
    ofAll.searchCount += count;
    ofAll.unfoundCount += unfound;
    ofAll.tookMilliseconds += count * tookMilliseconds;
    const bucket = tookBucket(tookMilliseconds);
    took.of([...key, bucket], () => ({ ofDay, bucket, searchCount: 0 })).searchCount += count;
    for (const { stage, ruleId } of query.uses) {
      const use = { projectId, stage, ruleId, day, visitorHash: query.visitorHash };
      uses.of([stage, ruleId, day, query.visitorHash], () => ({ ...use, useCount: 0 })).useCount += count;
    }
  }

  for (const { before, after } of entries) {
    if (before?.isCounted) add(before, -1);
    if (after.isCounted) add(after, 1);
  }
  return { terms: terms.rows(), days: days.rows(), took: took.rows(), uses: uses.rows() };
}
