import type { ReleaseEffect } from '#features/analytics/impact/impact.contract.ts';
import { jsonOf } from '#server/db/json-column.ts';
import type { ProjectScope } from '#server/db/row-scope.ts';
import type { Database } from '#server/db/schema.ts';

interface KnownEffect {
  readonly number: number;
  /** Compared on each side. */
  readonly days: number;
  readonly effect: ReleaseEffect | null;
}

export const releaseEffectStore = (db: Database) => ({
  projects: () =>
    db
      .selectFrom('project')
      .select(['id', 'language', 'time_zone as timeZone'])
      .where('deleted_at', 'is', null)
      .orderBy('id')
      .execute(),

  async of({ id }: ProjectScope, numbers: readonly number[]): Promise<ReadonlyMap<number, KnownEffect>> {
    if (numbers.length === 0) return new Map();
    const rows = await db
      .selectFrom('release_effect')
      .select(['id', 'number', 'days', 'content'])
      .where('project_id', '=', id)
      .where('number', 'in', numbers)
      .execute();
    return new Map(
      rows.map(({ id: row, number, days, content }) => [
        number,
        { number, days, effect: jsonOf<ReleaseEffect | null>(content, null, 'release_effect.content', row) },
      ]),
    );
  },

  async keep({ id }: ProjectScope, number: number, days: number, effect: ReleaseEffect): Promise<void> {
    const content = JSON.stringify(effect);
    await db
      .insertInto('release_effect')
      .values({ project_id: id, number, days, content })
      .onConflict((conflict) => conflict.columns(['project_id', 'number']).doUpdateSet({ days, content }))
      .execute();
  },
});
