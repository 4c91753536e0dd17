import { setTimeout as sleep } from 'node:timers/promises';
import type { FastifyBaseLogger } from 'fastify';
import type { Database } from './schema.ts';
import { DatabaseStartError } from './errors.ts';

export const sharedIndex = 'OpenSearch';

interface Times {
  readonly beatMilliseconds: number;
  /** A holder without a heartbeat for this long is gone. */
  readonly goneMilliseconds: number;
}
const usualTimes: Times = { beatMilliseconds: 2_000, goneMilliseconds: 10_000 };
const looksPerBeat = 4;
const id = 1;

export interface HeldIndex {
  /** Resolves when another server has taken over. */
  readonly lost: Promise<void>;
  release(): Promise<void>;
}

/**
 * Ties a database to one search index: servers that share a database share its jobs, so they must share the index. Throws
 * `DatabaseStartError` while another holder is alive, and waits for a killed one. Compares heartbeats, not clocks.
 */
export async function holdIndex(db: Database, holder: string, log: FastifyBaseLogger, times = usualTimes): Promise<HeldIndex> {
  const { beatMilliseconds, goneMilliseconds } = times;
  const rows = () => db.updateTable('index_holder').where('id', '=', id);

  async function take(): Promise<boolean> {
    const taken = db
      .insertInto('index_holder')
      .values({ id, holder, beat: 0 })
      .onConflict((conflict) =>
        conflict
          .column('id')
          .doUpdateSet((row) => ({ beat: row('index_holder.beat', '+', 1) }))
          .where('index_holder.holder', '=', holder),
      );
    return (await taken.returning('id').execute()).length > 0;
  }

  const standing = () => db.selectFrom('index_holder').selectAll().where('id', '=', id).executeTakeFirst();

  /** False: another holder was faster. */
  async function outlive(): Promise<boolean> {
    const found = await standing();
    if (!found) return false;
    for (let waited = 0; waited < goneMilliseconds; waited += beatMilliseconds / looksPerBeat) {
      await sleep(beatMilliseconds / looksPerBeat);
      const now = await standing();
      if (now?.holder !== found.holder) return false;
      if (now.beat !== found.beat) throw new DatabaseStartError(sentenceOf(found.holder));
    }
    const outlived = rows()
      .where('holder', '=', found.holder)
      .where('beat', '=', found.beat)
      .set({ holder, beat: found.beat + 1 });
    return (await outlived.returning('id').execute()).length > 0;
  }

  while (!(await take()) && !(await outlive()));

  const { promise: lost, resolve: lose } = Promise.withResolvers<void>();
  let beating: Promise<unknown> = Promise.resolve();
  const heart = setInterval(() => {
    beating = rows()
      .where('holder', '=', holder)
      .set((row) => ({ beat: row('beat', '+', 1) }))
      .returning('id')
      .execute()
      .then((beaten) => beaten.length === 0 && lose())
      .catch((error: unknown) => log.warn({ err: error }, 'The database does not hear that this server is still there'));
  }, beatMilliseconds);
  return {
    lost,
    async release() {
      clearInterval(heart);
      // A late heartbeat would count for the next holder of this name.
      await beating;
      // Others may still share the index.
      if (holder !== sharedIndex) await db.deleteFrom('index_holder').where('holder', '=', holder).execute();
    },
  };
}

const sentenceOf = (holder: string): string =>
  holder === sharedIndex
    ? 'Other servers use this database with OpenSearch; set AISLE_OPENSEARCH_URL and AISLE_OPENSEARCH_PREFIX as they have them, or use a database of its own.'
    : `Another server (${holder}) uses this database with a search index of its own, in which nobody else finds anything; stop it, or let all servers use one OpenSearch by AISLE_OPENSEARCH_URL.`;
