import { sql } from 'kysely';
import { mixedGoal } from '#contract/limits.ts';
import { jsonOf } from '#server/db/json-column.ts';
import type { ProjectScope } from '#server/db/row-scope.ts';
import type { Database } from '#server/db/schema.ts';
import type { RowPair } from '#server/rules/releases/versions.store.ts';

export interface RunningExperiment {
  readonly id: number;
  readonly collectionId: number;
  /** Percent of visitors in group B. */
  readonly share: number;
  readonly isMixed: boolean;
  readonly pairs: readonly RowPair[];
}

export const pairsOf = (id: number, pairs: string): readonly RowPair[] => jsonOf<RowPair[]>(pairs, [], 'experiment.pairs', id);

export const runningExperiments = (db: Database) => ({
  /** The number of the live release, 0 before there is one, and which tests run: equal texts mean the same tests. */
  async state({ id }: ProjectScope): Promise<{ readonly number: number; readonly experiments: string }> {
    const running = db
      .selectFrom('experiment')
      .where('project_id', '=', id)
      .where('ended_at', 'is', null)
      .select(sql<string | null>`string_agg(cast(id as text), ' ' order by id)`.as('ids'));
    const row = await db
      .selectFrom('project')
      .select('release_number')
      .select(running.as('experiments'))
      .where('id', '=', id)
      .executeTakeFirst();
    return { number: row?.release_number ?? 0, experiments: row?.experiments ?? '' };
  },

  async list({ id }: ProjectScope): Promise<RunningExperiment[]> {
    const rows = db
      .selectFrom('experiment')
      .select(['id', 'collection_id', 'share', 'goal', 'pairs'])
      .where('project_id', '=', id)
      .where('ended_at', 'is', null);
    return (await rows.orderBy('id').execute()).map(({ collection_id: collectionId, pairs, goal, ...row }) => ({
      ...row,
      isMixed: goal === mixedGoal,
      collectionId: Number(collectionId),
      pairs: pairsOf(row.id, pairs),
    }));
  },
});
