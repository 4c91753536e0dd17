import type { ProjectScope } from '#server/db/row-scope.ts';
import type { Database } from '#server/db/schema.ts';
import { eventKind } from '#server/base/events.ts';

/** Sums of terms and items cascade from their days. */
const counted = [
  'shop_query',
  'shown_list',
  'look_count',
  'proposed_synonym',
  'search_day',
  'took_day',
  'shop_event',
  'event_day',
  'counted_name',
  'rule_use',
  'search_quality',
] as const;

/** A server that stopped while filling leaves a part of the month. */
const longestFillingMs = 600_000;

interface MadeUpState {
  /** The sample shop's; null for other projects. */
  readonly feedUrl: string | null;
  readonly areMadeUp: boolean;
  readonly isFilling: boolean;
}

/** `made_up_visitors_at` is negative while the month is written. */
export const madeUpVisitorStore = (db: Database) => ({
  async stateOf({ id }: ProjectScope, now = Date.now()): Promise<MadeUpState> {
    const project = await db.selectFrom('project').select('made_up_visitors_at').where('id', '=', id).executeTakeFirst();
    const feed = await db
      .selectFrom('feed')
      .select('feed_url')
      .where('project_id', '=', id)
      .where('feed_url', 'like', 'sample:%' as never)
      .executeTakeFirst();
    const at = project?.made_up_visitors_at ?? null;
    return {
      feedUrl: feed?.feed_url ?? null,
      areMadeUp: at !== null,
      isFilling: at !== null && at < 0 && now + at < longestFillingMs,
    };
  },
  /** Returns false if they are already. */
  async begin({ id }: ProjectScope, now: number): Promise<boolean> {
    const { numUpdatedRows } = await db
      .updateTable('project')
      .set({ made_up_visitors_at: -now })
      .where('id', '=', id)
      .where('made_up_visitors_at', 'is', null)
      .executeTakeFirstOrThrow();
    return numUpdatedRows > 0n;
  },
  /** Rolls days up, judges weeks and learns again, as visitors were added to them. */
  filled: ({ id }: ProjectScope): Promise<void> =>
    db.transaction().execute(async (transaction) => {
      // Invalidates what others have read.
      await transaction
        .updateTable('project')
        .set((eb) => ({ made_up_visitors_at: eb(eb.val(1), '-', eb.ref('made_up_visitors_at')) }))
        .where('id', '=', id)
        .execute();
      const days = transaction.updateTable('search_day').where('project_id', '=', id);
      await days.set({ visitors: null, unfound_visitors: null, ended_count: null }).execute();
      await transaction.updateTable('event_day').set({ is_paired: 0 }).where('project_id', '=', id).execute();
      for (const table of ['search_quality', 'look_count'] as const)
        await transaction.deleteFrom(table).where('project_id', '=', id).execute();
    }),
  remove: ({ id }: ProjectScope): Promise<void> =>
    db.transaction().execute(async (transaction) => {
      // First, to stop concurrent writers.
      await transaction.updateTable('project').set({ made_up_visitors_at: null }).where('id', '=', id).execute();
      for (const table of counted) await transaction.deleteFrom(table).where('project_id', '=', id).execute();
    }),
});

/** Made up, or removed. */
export const visitorsMadeUp = eventKind<ProjectScope>('visitors made up');
