import { sql } from 'kysely';
import { languages } from '#contract/texts/languages.ts';
import { allows } from '#contract/permission.ts';
import type { Project, ProjectBeside, ProjectState, ProjectType } from '#features/owner/projects/projects.contract.ts';
import { jsonOf } from '#server/db/json-column.ts';
import type { ProjectScope } from '#server/db/project-table.ts';
import type { Database } from '#server/db/schema.ts';
import { hashSecret, newSecret } from '#server/secrets/secrets.ts';

export interface NewProject {
  readonly name: string;
  readonly url: string;
  readonly language: string;
  readonly timeZone: string;
  readonly dataSource: string;
  readonly type: ProjectType;
}

type Person = { readonly id: number; readonly isAdmin: boolean };

function outcomeOf({
  state,
  finished_at: finishedAt,
}: {
  readonly state: string;
  readonly finished_at: number | null;
}): 'done' | 'failed' | 'held' | 'running' {
  if (state === 'held') return 'held';
  if (finishedAt === null) return 'running';
  return state === 'failed' || state === 'needTagName' ? 'failed' : 'done';
}

/** Administrators see all. Feed addresses are as stored. */
export const projectStore = (db: Database) => {
  const visibleTo = ({ id, isAdmin }: Person) => {
    const projects = db
      .selectFrom('project')
      .leftJoin('member', (join) =>
        join.onRef('member.project_id', '=', 'project.id').on('member.user_id', '=', id).on('member.is_blocked', '=', 0),
      )
      // The first one of each project.
      .leftJoin('feed', (join) =>
        join.on('feed.id', '=', sql<number>`(select min(first.id) from feed as first where first.project_id = project.id)`),
      )
      .leftJoin('feed_schedule', 'feed_schedule.feed_id', 'feed.id')
      .where('project.deleted_at', 'is', null)
      .selectAll('project')
      .select(['member.is_owner', 'member.user_groups'])
      .select(['feed.source', 'feed.feed_url', 'feed_schedule.availability_url'])
      .select(['feed.feed_type', 'feed.feed_language', 'feed.feed_encoding', 'feed.feed_separator', 'feed.feed_headers']);
    return isAdmin ? projects : projects.where('member.id', 'is not', null);
  };
  type Row = Awaited<ReturnType<ReturnType<typeof visibleTo>['executeTakeFirstOrThrow']>>;

  return {
    list: async (user: Person): Promise<Project[]> =>
      (await visibleTo(user).orderBy('project.id').execute()).map((row) => projectOf(row, user)),

    async default(user: Person): Promise<Project | null> {
      const own = visibleTo(user).where('member.id', 'is not', null);
      const row = await own.orderBy('member.is_owner', 'desc').orderBy('project.id').executeTakeFirst();
      return row ? projectOf(row, user) : null;
    },

    async find(user: Person, id: number): Promise<Project | null> {
      const row = await visibleTo(user).where('project.id', '=', id).executeTakeFirst();
      return row ? projectOf(row, user) : null;
    },

    async states(user: Person): Promise<ProjectState[]> {
      const own = visibleTo(user).clearSelect().select('project.id');
      const items = db
        .selectFrom('feed')
        .select(['project_id', sql<number>`sum(item_count)`.as('item_count')])
        .where('project_id', 'in', own)
        .groupBy('project_id');
      const newest = db
        .selectFrom('import')
        .select(sql<number>`max(id)`.as('id'))
        .where('project_id', 'in', own)
        .groupBy('project_id');
      const imports = db
        .selectFrom('import')
        .select(['project_id', 'state', 'created_at', 'finished_at'])
        .where('id', 'in', newest);
      const counts = new Map((await items.execute()).map((row) => [row.project_id, Number(row.item_count)]));
      const last = new Map((await imports.execute()).map((row) => [row.project_id, row]));
      return (await own.orderBy('project.id').execute()).map(({ id }) => {
        const row = last.get(id);
        const lastImport = row ? { state: outcomeOf(row), at: row.finished_at ?? row.created_at } : null;
        return { id, item_count: counts.get(id) ?? 0, last_import: lastImport };
      });
    },

    async beside(user: Person, project: ProjectScope): Promise<Omit<ProjectBeside, 'usual_calls_per_second'>> {
      const users = db
        .selectFrom('member')
        .innerJoin('user', 'user.id', 'member.user_id')
        .where('member.project_id', '=', project.id)
        .select(['user.id', 'user.name', 'user.surname', 'member.is_owner'])
        .orderBy('user.id');
      const collections = db.selectFrom('collection').where('project_id', '=', project.id).select(['id', 'name']).orderBy('id');
      const own = visibleTo(user).clearSelect().select(['project.id', 'project.name', 'project.token']).orderBy('project.id');
      return {
        sales_channels: await own.execute(),
        languages: Object.entries(languages).map(([code, name]) => ({ code, name })),
        project_users: (await users.execute()).map((row) => ({ ...row, is_owner: row.is_owner === 1 })),
        collections: await collections.execute(),
      };
    },

    /** Locks the user until the transaction ends, so that concurrent calls can't exceed the limit. */
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

    /** The secret is returned only here. */
    async insert(
      ownerId: number,
      { name, url, language, timeZone, dataSource, type }: NewProject,
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
          type,
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
  };

  function projectOf(row: Row, { isAdmin }: { isAdmin: boolean }): Project {
    const isOwner = row.is_owner === 1;
    const groups = jsonOf<number[]>(row.user_groups, [], 'member.user_groups', `of project ${row.id}`).map((id) => ({ id }));
    const rights = { is_admin: isAdmin, is_owner: isOwner, user_groups: groups };
    const type = row.type as ProjectType;
    const isActive = row.is_active === 1;
    return {
      id: row.id,
      name: row.name,
      url: row.url,
      active: isActive,
      is_live: isActive && (type === 'front_api' || row.is_live === 1),
      type,
      token: row.token,
      language: row.language,
      time_zone: row.time_zone,
      data_source: row.data_source,
      visitor_calls_per_second: row.visitor_calls_per_second,
      project_calls_per_second: row.project_calls_per_second,
      ...firstFeedOf(allows(rights, 'data') ? row : {}),
      is_owner: isOwner,
      rights,
      is_copyable: allows(rights, 'search'),
      created_at: row.created_at,
      updated_at: row.updated_at ?? row.created_at,
    };
  }

  function firstFeedOf(feed: Partial<Row>) {
    return {
      source: feed.source ?? '',
      feed_url: feed.feed_url ?? '',
      feed_availability_url: feed.availability_url ?? '',
      feed_type: (feed.feed_type ?? '') as Project['feed_type'],
      feed_language: (feed.feed_language ?? '') as Project['feed_language'],
      feed_encoding: feed.feed_encoding ?? '',
      feed_separator: feed.feed_separator ?? '',
      feed_headers: feed.feed_headers ?? '',
    };
  }
};
