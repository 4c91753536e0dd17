import { sql } from 'kysely';
import {
  type Check,
  type CheckCause,
  type CheckOutcome,
  listedChecks,
} from '#features/developer/check-items/check-items.contract.ts';
import type { CollectionScope, ProjectScope } from '#server/db/row-scope.ts';
import { inParts } from '#server/db/in-parts.ts';
import type { Database } from '#server/db/schema.ts';
import { dayMs } from '#contract/days.ts';
import { keptCheckDays, keptChecks } from '#contract/limits.ts';

interface StoredCheck {
  readonly id: number;
  /** Epoch milliseconds. */
  readonly checked_at: number;
}

/** All of the newest stay, of older ones the last of each day, and none very old. `checks` begins with the oldest. */
export function tooManyChecks(checks: readonly StoredCheck[], now: number): number[] {
  const older = checks.slice(0, Math.max(0, checks.length - keptChecks));
  const oldest = now - keptCheckDays * dayMs;
  return older
    .filter((one, at) => {
      const next = older[at + 1];
      const isLastOfDay = next === undefined || dayIn(next) !== dayIn(one);
      return one.checked_at < oldest || !isLastOfDay;
    })
    .map(({ id }) => id);
}

/** By the clocks of UTC: one a day is enough, whichever. */
const dayIn = ({ checked_at: at }: StoredCheck): number => Math.floor(at / dayMs);

interface StoredPlace {
  readonly checked_at: number;
  readonly outcome: string;
  readonly position: number | null;
  readonly total_count: number;
  readonly cause: string;
  readonly release: number;
}

const checkOf = ({ checked_at: at, outcome, position, total_count, cause, release }: StoredPlace): Check => ({
  at,
  outcome: outcome as CheckOutcome,
  position,
  total_count,
  cause: cause as CheckCause,
  release,
});

const columns = ['check_place.id', 'checked_at', 'outcome', 'position', 'total_count', 'cause', 'release'] as const;

/** Where checks found items. Places of another query, or of another item, that was watched in the same row aren't told. */
export const checkPlaceStore = (db: Database) => {
  const placesOf = (project: ProjectScope) =>
    db
      .selectFrom('check_place')
      .innerJoin('check_item', (join) =>
        join.onRef('check_item.id', '=', 'check_place.check_item_id').onRef('check_item.unique_key', '=', 'watched_key'),
      )
      .where('check_place.project_id', '=', project.id);

  return {
    /** The last `listedChecks` of each item, oldest first. */
    async last(project: ProjectScope, itemIds: readonly number[]): Promise<ReadonlyMap<number, readonly Check[]>> {
      const found = new Map<number, Check[]>();
      for (const part of inParts(itemIds)) {
        const numbered = placesOf(project)
          .where('check_item_id', 'in', part)
          .select([...columns, 'check_item_id'])
          .select(sql<number>`row_number() over (partition by check_item_id order by check_place.id desc)`.as('age'));
        const rows = await db
          .selectFrom(numbered.as('numbered'))
          .selectAll()
          .where('age', '<=', listedChecks)
          .orderBy('id')
          .execute();
        for (const row of rows) found.set(row.check_item_id, [...(found.get(row.check_item_id) ?? []), checkOf(row)]);
      }
      return found;
    },

    /** All that are kept, oldest first. */
    async all(project: ProjectScope, itemId: number): Promise<Check[]> {
      const rows = await placesOf(project)
        .where('check_item_id', '=', itemId)
        .select(columns)
        .orderBy('check_place.id')
        .execute();
      return rows.map(checkOf);
    },

    /** Imports of a collection's feeds that went live, oldest first. */
    async imports({ id, collectionId }: CollectionScope) {
      const rows = await db
        .selectFrom('import')
        .innerJoin('feed', 'feed.id', 'import.feed_id')
        .select(['import.id', 'feed_id', 'finished_at'])
        .where('import.project_id', '=', id)
        .where('collection_id', '=', collectionId)
        .where('import.state', '=', 'done')
        .orderBy('finished_at')
        .execute();
      return rows.map(({ finished_at: at, ...row }) => ({ ...row, finishedAt: at ?? 0 }));
    },

    /** Adds a check of an item that is still there, and forgets what isn't kept. */
    add: (project: ProjectScope, item: { readonly id: number; readonly key: string }, { at, ...check }: Check): Promise<void> =>
      db.transaction().execute(async (transaction) => {
        const there = transaction
          .selectFrom('check_item')
          .select('id')
          .where('project_id', '=', project.id)
          .where('id', '=', item.id);
        if (!(await there.executeTakeFirst())) return;
        await transaction
          .insertInto('check_place')
          .values({ project_id: project.id, check_item_id: item.id, watched_key: item.key, checked_at: at, ...check })
          .execute();
        const kept = await transaction
          .selectFrom('check_place')
          .select(['id', 'checked_at', 'watched_key'])
          .where('check_item_id', '=', item.id)
          .orderBy('id')
          .execute();
        const others = kept.filter(({ watched_key: key }) => key !== item.key).map(({ id }) => id);
        const own = kept.filter(({ watched_key: key }) => key === item.key);
        for (const part of inParts([...others, ...tooManyChecks(own, at)]))
          await transaction.deleteFrom('check_place').where('project_id', '=', project.id).where('id', 'in', part).execute();
      }),
  };
};
