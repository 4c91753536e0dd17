import { keptMinutes } from '#features/super-admin/api-logs/api-logs.contract.ts';
import type { Database } from '#server/db/schema.ts';
import { inSlices } from '#server/slices.ts';

/** About a gigabyte and a half; on a server that is called more than that allows for, the oldest go before their time. */
export const mostKeptCalls = 5_000_000;
const changedAtOnce = 2_000;
const minuteMilliseconds = 60_000;

/** What calls don't stay. */
export const oldCallStore = (db: Database, now: () => number = Date.now) => ({
  /** In small parts, so that others write in between. */
  async forgetOld(signal: AbortSignal): Promise<void> {
    const oldest = now() - keptMinutes * minuteMilliseconds;
    const newest = await db.selectFrom('api_call').select('id').orderBy('id', 'desc').limit(1).executeTakeFirst();
    const beyond = (newest?.id ?? 0) - mostKeptCalls;
    const calls = db.selectFrom('api_call').select('id').limit(changedAtOnce);
    for (const old of [calls.where('answered_at', '<', oldest), calls.where('id', '<=', beyond)])
      await inParts(signal, old, (ids) => db.deleteFrom('api_call').where('id', 'in', ids).execute());
  },

  /** Calls of accounts that were deleted are nobody's. They are shown so at once, and somebody may have made thousands. */
  async forgetErased(signal: AbortSignal): Promise<void> {
    const erased = db.selectFrom('user').select('id').where('erased_at', 'is not', null);
    const theirs = db.selectFrom('api_call').select('id').where('user_id', 'in', erased).limit(changedAtOnce);
    const anonymise = db.updateTable('api_call').set({ user_id: null });
    await inParts(signal, theirs, (ids) => anonymise.where('id', 'in', ids).execute());
  },
});

interface FoundCalls {
  execute(): Promise<readonly { readonly id: number }[]>;
}

/** Until fewer are found. The statement names them: PostgreSQL might look for them once for every row of the table. */
async function inParts(signal: AbortSignal, found: FoundCalls, change: (ids: number[]) => Promise<unknown>): Promise<void> {
  const breathe = inSlices();
  for (let count = changedAtOnce; count === changedAtOnce && !signal.aborted; await breathe()) {
    const ids = (await found.execute()).map(({ id }) => id);
    count = ids.length;
    if (count > 0) await change(ids);
  }
}
