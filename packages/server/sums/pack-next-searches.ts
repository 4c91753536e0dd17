import { nextSearchCube } from './cubes.ts';
import { daysOver, type DaysOver, packEveryMilliseconds, wholeMonths } from './days-over.ts';
import { countedColumns, countedQuery, type CountedQuery, nextSearchesIn } from './next-searches.ts';
import { numbering, packMonth } from './pack-sums.ts';
import { mergeEntries, packTable } from './sum-table.ts';
import { dayKey, groupOf, sumPackStore, unlessMeanwhile } from './sum-packs.store.ts';
import type { App } from '#server/app.ts';
import type { ProjectScope } from '#server/db/project-table.ts';
import type { Database } from '#server/db/schema.ts';

/** Packs what was searched next on days that are over. */
export function packNextSearches(app: App): void {
  app.jobs.repeat('next searches', packEveryMilliseconds, (signal) => packNextSearchDays(app.db, signal));
}

/** As `DaysOver` says. */
export async function packNextSearchDays(db: Database, signal: AbortSignal, over: DaysOver = {}): Promise<void> {
  for await (const { project, days } of daysOver(db, nextSearchCube, over)) {
    for (const day of days) {
      if (signal.aborted) return;
      if (!(await unlessMeanwhile(() => packDay(db, project, day)))) break;
    }
    await packMonths(db, project, signal);
  }
}

async function packDay(db: Database, project: ProjectScope, day: string): Promise<void> {
  const rows = await db
    .selectFrom('shop_query')
    .select(countedColumns)
    .where('project_id', '=', project.id)
    .where('day', '=', day)
    .where('is_counted', '=', 1)
    .execute();
  await packNextSearchesOf(db, project, rows.map(countedQuery));
}

/**
 * Adds the packs of a day; `queries` are all of it that are counted. A day on which nothing followed has packs, too, which tell that it is
 * packed. Throws `PackedMeanwhile`.
 */
export async function packNextSearchesOf(db: Database, project: ProjectScope, queries: readonly CountedQuery[]): Promise<void> {
  const rows = await nextSearchesIn(queries, () => true);
  await db.transaction().execute(async (transaction) => {
    const numberOf = await numbering(transaction, nextSearchCube, project, rows);
    const pairs = Map.groupBy(rows, (row) => groupOf(dayKey(row)));
    const keys = queries.map(({ collection_id: collectionId, result_object: resultObject, ...query }) =>
      dayKey({ ...query, collectionId, resultObject }),
    );
    const groups = new Map(keys.map((key) => [groupOf(key), key]));
    const packs = [...groups].map(([group, key]) => {
      const entries = (pairs.get(group) ?? []).map((row) => ({ number: numberOf(row), day: 0, values: row.values }));
      return { ...key, data: packTable(mergeEntries(nextSearchCube, entries, false)) };
    });
    await sumPackStore(transaction, nextSearchCube).add(project, packs);
  });
}

/** The days since the month of the newest one began are told by it to be packed. */
async function packMonths(db: Database, project: ProjectScope, signal: AbortSignal): Promise<void> {
  for (const month of wholeMonths(await sumPackStore(db, nextSearchCube).packedDays(project))) {
    if (signal.aborted) return;
    await unlessMeanwhile(() => packMonth(db, nextSearchCube, project, month));
  }
}
