import type { LogEntry, LoggedQuery } from './query-tracker.ts';
import { addLists, listHash, networkHashes } from './shown-lists.store.ts';
import { counterStore, type SearchDay } from '#server/stats/counters.store.ts';
import { tookBucket } from '#server/stats/took-buckets.ts';
import type { InsertObject } from 'kysely';
import type { Database, Schema } from '#server/db/schema.ts';
import { inParts } from '#server/db/in-parts.ts';

const dayOf = ({ projectId, collectionId, day, resultObject, language }: LoggedQuery): SearchDay => ({
  project_id: projectId,
  collection_id: collectionId,
  day,
  result_object: resultObject,
  language,
});

type NetworkHash = Awaited<ReturnType<ReturnType<typeof networkHashes>>>;

export const queryLogStore = (db: Database, now: () => number = Date.now) => {
  const networks = networkHashes(db, now);
  return {
    /** All or none. Entries that a seemingly failed try has written are ignored. */
    async add(entries: readonly LogEntry[]): Promise<void> {
      const networkHash = await networks();
      await db.transaction().execute(async (transaction) => {
        const fresh = entries.filter(({ before }) => before === null);
        await addLists(transaction, fresh);
        const written = [
          ...(await insertNew(transaction, fresh, networkHash)),
          ...(await changeKnown(
            transaction,
            entries.filter(({ before }) => before !== null),
          )),
        ];
        await addSums(transaction, written);
      });
    },

    async forgetBefore(day: string): Promise<void> {
      await db.deleteFrom('shop_query').where('day', '<', day).execute();
      await db.deleteFrom('shown_list').where('day', '<', day).execute();
    },
    async forgetUsesBefore(day: string): Promise<void> {
      await db.deleteFrom('rule_use').where('day', '<', day).execute();
    },
  };
};

async function insertNew(db: Database, entries: readonly LogEntry[], networkHash: NetworkHash): Promise<LogEntry[]> {
  const inserted = new Set<string>();
  for (const some of inParts(entries)) {
    const rows = some.map(({ after }): InsertObject<Schema, 'shop_query'> => ({
      ...dayOf(after),
      query_id: after.queryId,
      search_id: after.searchId,
      happened_at: after.happenedAt,
      term: after.term,
      item_count: after.itemCount,
      found_as: after.foundAs,
      took_ms: after.tookMilliseconds,
      visitor: after.visitorHash,
      is_counted: after.isCounted ? 1 : 0,
      experiment_id: after.experiment?.id ?? null,
      experiment_group: after.experiment?.added ?? after.experiment?.group ?? null,
      list_hash: after.list == null ? null : listHash(after.list),
      network: after.network == null ? null : networkHash(after.projectId, after.network),
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
  const counted = countedOf(entries).map(({ query, count }) => ({ query, count, ofDay: dayOf(query) }));
  const counters = counterStore(db);
  await counters.add(
    'term_day',
    counted.map(({ query: { term, itemCount, foundAs, happenedAt, tookMilliseconds }, count, ofDay }) => ({
      ofDay,
      names: { term_id: term, ...(foundAs !== null && { found_as_id: foundAs }) },
      counts: {
        search_count: count,
        unfound_count: itemCount === 0 ? count : 0,
        corrected_count: foundAs === null ? 0 : count,
        item_count: itemCount,
        last_at: happenedAt,
        took_ms: count * tookMilliseconds,
      },
    })),
  );
  await counters.addTimes(
    counted.map(({ query, count, ofDay }) => ({ ...ofDay, bucket: tookBucket(query.tookMilliseconds), search_count: count })),
  );
  await counters.addRuleUses(
    counted.flatMap(({ query: { projectId, day, visitorHash, uses }, count }) =>
      uses.map(({ stage, ruleId }) => ({
        project_id: projectId,
        stage,
        row_id: ruleId,
        day,
        visitor: visitorHash,
        use_count: count,
      })),
    ),
  );
}

/** Counts that written and changed queries add to their days; −1 if a query was withdrawn. */
export const countedOf = (entries: readonly LogEntry[]): { readonly query: LoggedQuery; readonly count: 1 | -1 }[] =>
  entries.flatMap(({ before, after }) => [
    ...(before?.isCounted ? [{ query: before, count: -1 } as const] : []),
    ...(after.isCounted ? [{ query: after, count: 1 } as const] : []),
  ]);
