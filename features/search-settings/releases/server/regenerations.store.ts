import type { Regeneration } from '#features/search-settings/releases/releases.contract.ts';
import type { ProjectScope } from '#server/db/project-table.ts';
import type { Database } from '#server/db/schema.ts';

const keptRuns = 20;

export const regenerationStore = (db: Database) => ({
  /** Adds a run and deletes the oldest ones. Answers its id; null while another run of the project is queued or running. */
  async insert({ id: project_id }: ProjectScope, userId: number): Promise<number | null> {
    const run = { state: 'waiting', step: 'rules', change_count: 0, created_at: Date.now() };
    const added = await db
      .insertInto('regeneration')
      .values({ ...run, project_id, user_id: userId })
      .onConflict((conflict) => conflict.column('project_id').where('finished_at', 'is', null).doNothing())
      .returning('id')
      .executeTakeFirst();
    if (!added) return null;
    const kept = db
      .selectFrom('regeneration')
      .select('id')
      .where('project_id', '=', project_id)
      .orderBy('id', 'desc')
      .limit(keptRuns);
    await db.deleteFrom('regeneration').where('project_id', '=', project_id).where('id', 'not in', kept).execute();
    return added.id;
  },

  /** Answers who started it; null if it is already over. */
  async begin({ id: projectId }: ProjectScope, id: number): Promise<{ userId: number | null } | null> {
    const begun = db.updateTable('regeneration').set({ state: 'running', step: 'rules' }).where('project_id', '=', projectId);
    const row = await begun.where('id', '=', id).where('finished_at', 'is', null).returning('user_id').executeTakeFirst();
    return row ? { userId: row.user_id } : null;
  },

  /** Stores how a run ended. A second call changes nothing. */
  async end(
    { id: projectId }: ProjectScope,
    id: number,
    outcome:
      | { readonly state: 'done'; readonly changeCount: number; readonly release: number | null }
      | { readonly state: 'failed'; readonly failure: string },
  ): Promise<void> {
    const result =
      outcome.state === 'done'
        ? { step: 'live', change_count: outcome.changeCount, release_number: outcome.release }
        : { failure: outcome.failure };
    await db
      .updateTable('regeneration')
      .set({ ...result, state: outcome.state, finished_at: Date.now() })
      .where('project_id', '=', projectId)
      .where('id', '=', id)
      .where('finished_at', 'is', null)
      .execute();
  },

  async newest({ id: projectId }: ProjectScope): Promise<Regeneration | null> {
    const row = await db
      .selectFrom('regeneration')
      .leftJoin('user', 'user.id', 'regeneration.user_id')
      .selectAll('regeneration')
      .select(['user.name', 'user.surname'])
      .where('regeneration.project_id', '=', projectId)
      .orderBy('regeneration.id', 'desc')
      .limit(1)
      .executeTakeFirst();
    if (!row) return null;
    return {
      id: row.id,
      state: row.state as Regeneration['state'],
      step: row.step as Regeneration['step'],
      user: row.name === null ? null : `${row.name} ${row.surname}`.trim(),
      change_count: row.change_count,
      release: row.release_number,
      started_at: row.created_at,
      finished_at: row.finished_at,
    };
  },

  async names(userIds: readonly number[]): Promise<ReadonlyMap<number, string>> {
    if (userIds.length === 0) return new Map();
    const rows = await db.selectFrom('user').select(['id', 'name', 'surname']).where('id', 'in', userIds).execute();
    return new Map(rows.map(({ id, name, surname }) => [id, `${name} ${surname}`.trim()]));
  },
});
