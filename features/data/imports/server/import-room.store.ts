import type { ProjectScope } from '#server/db/project-table.ts';
import type { Database } from '#server/db/schema.ts';

/** The projects with imports that nobody has begun since a moment, in epoch milliseconds. */
export async function projectsWithWaitingImports(db: Database, since: number): Promise<ProjectScope[]> {
  const waiting = db.selectFrom('import').select('project_id as id').distinct();
  return waiting.where('state', '=', 'waiting').where('finished_at', 'is', null).where('created_at', '<', since).execute();
}
