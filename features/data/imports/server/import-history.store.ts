import { sql } from 'kysely';
import type { Moments } from '#contract/date-range.ts';
import { type Page, type PageQuery, toPage } from '#contract/page.ts';
import type { PastImport } from '#features/data/imports/import-history.contract.ts';
import { jsonOf } from '#server/db/json-column.ts';
import type { ProjectScope } from '#server/db/project-table.ts';
import type { Database } from '#server/db/schema.ts';

const startedAt = sql<number>`coalesce(started_at, created_at)`;

export const importHistoryStore = (db: Database) => ({
  async list(
    project: ProjectScope,
    feedId: number,
    { page, per_page }: Pick<PageQuery, 'page' | 'per_page'>,
    within: Moments | null,
  ): Promise<Page<PastImport>> {
    const all = db.selectFrom('import').where('project_id', '=', project.id).where('feed_id', '=', feedId);
    const found = within ? all.where(startedAt, '>=', within.start).where(startedAt, '<', within.end) : all;
    const { count } = await found.select(sql<number>`count(*)`.as('count')).executeTakeFirstOrThrow();
    const rows = await found
      .select([
        'id',
        'state',
        'imported_count',
        'error_count',
        'warning_count',
        'failure',
        'counts',
        'finished_at',
        startedAt.as('started_at'),
      ])
      .orderBy('id', 'desc')
      .limit(per_page)
      .offset((page - 1) * per_page)
      .execute();
    return toPage(
      rows.map(({ finished_at: finishedAt, state, failure, counts, ...row }) => ({
        ...row,
        state: state as PastImport['state'],
        failure: jsonOf<PastImport['failure']>(failure, null, 'import.failure', row.id),
        counts: jsonOf<PastImport['counts']>(counts, null, 'import.counts', row.id),
        duration_ms: finishedAt === null ? null : finishedAt - row.started_at,
      })),
      count,
      per_page,
    );
  },
});
