import type { Database } from '#server/db/schema.ts';
import { type Failure, fail } from '#server/base/fail.ts';
import type { User } from '#server/secrets/sessions.ts';

const unknownPerson = '–';

/** Former members of a deleted project learn who deleted it. */
export async function missingProject(
  db: Database,
  user: Pick<User, 'id' | 'isAdmin'>,
  which: { readonly id: number } | { readonly token: string },
): Promise<Failure> {
  const own = db.selectFrom('member').select('project_id').where('user_id', '=', user.id).where('is_blocked', '=', 0);
  const deleted = db
    .selectFrom('project')
    .leftJoin('user', 'user.id', 'project.deleted_by')
    .select(['user.name', 'user.surname'])
    .where('project.deleted_at', 'is not', null);
  const meant = 'id' in which ? deleted.where('project.id', '=', which.id) : deleted.where('project.token', '=', which.token);
  const row = await (user.isAdmin ? meant : meant.where('project.id', 'in', own)).executeTakeFirst();
  if (!row) return fail('notFound', { name: 'project' });
  return fail('projectDeleted', { person: row.name === null ? unknownPerson : `${row.name} ${row.surname ?? ''}`.trim() });
}
