import { allows } from '#contract/permission.ts';
import type { Project } from './projects.contract.ts';
import { jsonOf } from '#server-kit/db/json-column.ts';
import type { ProjectScope } from '#server-kit/db/project-table.ts';
import type { Database } from '#server-kit/db/schema.ts';
import { hashSecret, newSecret } from '#server-kit/secrets.ts';

export interface NewProject {
  readonly name: string;
  readonly url: string;
  readonly language: string;
  readonly timeZone: string;
  readonly dataSource: string;
}

/** Projects as their members see them. Administrators see all. */
export const projectStore = (db: Database) => {
  const visibleTo = ({ id, isAdmin }: { id: number; isAdmin: boolean }) => {
    const projects = db
      .selectFrom('project')
      .leftJoin('member', (join) =>
        join.onRef('member.project_id', '=', 'project.id').on('member.user_id', '=', id).on('member.is_blocked', '=', 0),
      )
      .where('project.deleted_at', 'is', null)
      .selectAll('project')
      .select(['member.is_owner', 'member.user_groups']);
    return isAdmin ? projects : projects.where('member.id', 'is not', null);
  };
  type Row = Awaited<ReturnType<ReturnType<typeof visibleTo>['executeTakeFirstOrThrow']>>;

  return {
    list: async (user: { id: number; isAdmin: boolean }): Promise<Project[]> =>
      (await visibleTo(user).orderBy('project.id').execute()).map((row) => projectOf(row, user)),

    async find(user: { id: number; isAdmin: boolean }, id: number): Promise<Project | null> {
      const row = await visibleTo(user).where('project.id', '=', id).executeTakeFirst();
      return row ? projectOf(row, user) : null;
    },

    /**
     * How many projects somebody owns. Give a transaction: until it ends, whoever else counts those of the same person waits, so that many
     * at once don't make more than they may.
     */
    async ownedCount(userId: number): Promise<number> {
      await db
        .updateTable('user')
        .set((user) => ({ created_at: user.ref('created_at') }))
        .where('id', '=', userId)
        .execute();
      const owned = db
        .selectFrom('member')
        .innerJoin('project', 'project.id', 'member.project_id')
        .where('member.user_id', '=', userId)
        .where('member.is_owner', '=', 1)
        .where('project.deleted_at', 'is', null);
      const { count } = await owned.select((row) => row.fn.countAll<number>().as('count')).executeTakeFirstOrThrow();
      return Number(count);
    },

    /** Adds the project with its owner. The secret is answered here and never again. */
    async insert(
      ownerId: number,
      { name, url, language, timeZone, dataSource }: NewProject,
    ): Promise<{ project: ProjectScope; secret: string }> {
      const secret = newSecret();
      const { id } = await db
        .insertInto('project')
        .values({
          name,
          url,
          language,
          time_zone: timeZone,
          data_source: dataSource,
          token: newSecret(),
          secret_hash: hashSecret(secret),
          created_at: Date.now(),
        })
        .returning('id')
        .executeTakeFirstOrThrow();
      await db
        .insertInto('member')
        .values({ project_id: id, user_id: ownerId, is_owner: 1, user_groups: '[]', joined_at: Date.now() })
        .execute();
      return { project: { id }, secret };
    },

    async update(project: ProjectScope, { name, url }: { name: string; url: string }): Promise<void> {
      await db.updateTable('project').set({ name, url }).where('id', '=', project.id).execute();
    },
  };

  function projectOf(row: Row, { isAdmin }: { isAdmin: boolean }): Project {
    const isOwner = row.is_owner === 1;
    const groups = jsonOf<number[]>(row.user_groups, [], 'member.user_groups', `of project ${row.id}`).map((id) => ({ id }));
    const rights = { is_admin: isAdmin, is_owner: isOwner, user_groups: groups };
    return {
      id: row.id,
      name: row.name,
      url: row.url,
      active: true,
      token: row.token,
      language: row.language,
      data_source: row.data_source,
      is_owner: isOwner,
      rights,
      is_copyable: allows(rights, 'search'),
      created_at: row.created_at,
    };
  }
};
