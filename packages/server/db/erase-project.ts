import { sql } from 'kysely';
import { inSlices } from '#server/base/slices.ts';
import type { ProjectScope } from './row-scope.ts';
import type { Database } from './schema.ts';
import { crashPoint } from '#process-kit/crash-point.ts';

/** Per statement, so others can write in between. */
const rowsAtOnce = 2000;
/** Each takes thousands of rows of other tables with it. */
const parentsAtOnce = 5;
const parents: readonly string[] = ['search_day', 'event_day'];

/** Deletes a project's rows from every table with `project_id`, the project last. Idempotent, also beside another server. */
export async function eraseProject(
  db: Database,
  { id }: ProjectScope,
  collectionIds: readonly number[],
  signal: AbortSignal,
): Promise<void> {
  const breathe = inSlices();
  const tables = (await db.introspection.getTables()).filter(({ columns }) => columns.some(({ name }) => name === 'project_id'));
  for (const { name } of tables) {
    const atOnce = parents.includes(name) ? parentsAtOnce : rowsAtOnce;
    for (let left = atOnce; left === atOnce;) {
      signal.throwIfAborted();
      const part = sql`select id from ${sql.table(name)} where project_id = ${id} limit ${sql.lit(atOnce)}`;
      const { numAffectedRows } = await sql`delete from ${sql.table(name)} where id in (${part})`.execute(db);
      left = Number(numAffectedRows ?? 0n);
      await breathe();
    }
  }
  crashPoint('purge:rowsGone');
  await forgetJobs(db, id, collectionIds);
  await db.deleteFrom('project').where('id', '=', id).execute();
}

async function forgetJobs(db: Database, projectId: number, collectionIds: readonly number[]): Promise<void> {
  const about = [`"projectId":${projectId}`, ...collectionIds.map((id) => `"collectionId":${id}`)];
  const patterns = about.flatMap((text) => [`%${text},%`, `%${text}}%`]);
  await db
    .deleteFrom('job')
    .where((row) => row.or(patterns.map((pattern) => row('payload', 'like', pattern))))
    .execute();
}
