import { jsonOf } from '#server/db/json-column.ts';
import type { ProjectScope } from '#server/db/project-table.ts';
import type { Database } from '#server/db/schema.ts';
import type { OwnProject } from './own-projects.contract.ts';

export const ownProjectStore = (db: Database) => ({
  async list(userId: number): Promise<Omit<OwnProject, 'is_only_owner'>[]> {
    const rows = await db
      .selectFrom('member')
      .innerJoin('project', 'project.id', 'member.project_id')
      .select(['project.id', 'project.name', 'project.url', 'project.token'])
      .select(['member.id as member_id', 'member.is_owner', 'member.user_groups'])
      .where('member.user_id', '=', userId)
      .where('member.is_blocked', '=', 0)
      .where('project.deleted_at', 'is', null)
      .orderBy('project.name')
      .orderBy('project.id')
      .execute();
    return rows.map(({ member_id: memberId, is_owner: isOwner, user_groups: groups, ...project }) => ({
      ...project,
      is_owner: isOwner === 1,
      user_groups: jsonOf<number[]>(groups, [], 'member.user_groups', memberId).map((id) => ({ id })),
    }));
  },

  async leave(userId: number, { id }: ProjectScope): Promise<boolean> {
    const left = db.deleteFrom('member').where('user_id', '=', userId).where('project_id', '=', id);
    return (await left.returning('id').execute()).length > 0;
  },
});
