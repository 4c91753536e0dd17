import { sql } from 'kysely';
import { keptAnswersBytes } from '#features/data/item-api/item-api.contract.ts';
import type { ProjectScope } from '#server/db/row-scope.ts';
import type { Database } from '#server/db/schema.ts';

interface Kept {
  readonly keptBytes?: number;
}
/** Measured each time that this share was added. */
const measuredShare = 1 / 8;

export const apiRequestStore = (db: Database, { keptBytes = keptAnswersBytes }: Kept = {}) => {
  const addedBytes = new Map<number, number>();
  const named = ({ id }: ProjectScope, key: string) =>
    db.selectFrom('api_request').where('project_id', '=', id).where('request_key', '=', key);
  const change = ({ id }: ProjectScope, key: string) =>
    db.updateTable('api_request').where('project_id', '=', id).where('request_key', '=', key);

  return {
    /** Answers false when the key is in use. */
    async claim(project: ProjectScope, key: string, bodyHash: string, now: number): Promise<boolean> {
      const claimed = await db
        .insertInto('api_request')
        .values({ project_id: project.id, request_key: key, body_hash: bodyHash, answer: null, created_at: now })
        .onConflict((conflict) => conflict.columns(['project_id', 'request_key']).doNothing())
        .returning('id')
        .execute();
      return claimed.length > 0;
    },
    find: (project: ProjectScope, key: string) =>
      named(project, key).select(['body_hash', 'answer', 'created_at']).executeTakeFirst(),
    /** Takes over from a killed server; one caller wins. */
    async takeOver(project: ProjectScope, key: string, claimedAt: number, now: number): Promise<boolean> {
      const taken = change(project, key).set({ created_at: now }).where('created_at', '=', claimedAt).where('answer', 'is', null);
      return (await taken.returning('id').execute()).length > 0;
    },
    async touch(project: ProjectScope, key: string, now: number): Promise<void> {
      await change(project, key).set({ created_at: now }).where('answer', 'is', null).execute();
    },
    async answer(project: ProjectScope, key: string, answer: string): Promise<void> {
      await change(project, key).set({ answer }).execute();
      const added = (addedBytes.get(project.id) ?? 0) + Buffer.byteLength(answer);
      addedBytes.set(project.id, added);
      if (added < keptBytes * measuredShare) return;
      addedBytes.delete(project.id);
      await this.forgetBeyond(project);
    },
    /** Evicts the oldest answers above the limit. */
    async forgetBeyond({ id }: ProjectScope): Promise<void> {
      const summed = db
        .selectFrom('api_request')
        .select(['id', sql<number>`sum(octet_length(answer)) over (order by id desc)`.as('bytes')])
        .where('project_id', '=', id)
        .where('answer', 'is not', null);
      const beyond = db.selectFrom(summed.as('summed')).select('id').where('bytes', '>', keptBytes);
      await db.deleteFrom('api_request').where('id', 'in', beyond).execute();
    },
    async forget({ id }: ProjectScope, key: string): Promise<void> {
      await db.deleteFrom('api_request').where('project_id', '=', id).where('request_key', '=', key).execute();
    },
    async forgetOlder(than: number): Promise<void> {
      await db.deleteFrom('api_request').where('created_at', '<', than).execute();
    },
  };
};
