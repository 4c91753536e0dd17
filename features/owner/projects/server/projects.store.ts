import { sql } from 'kysely';
import { languages } from '#contract/texts/languages.ts';
import { allows } from '#contract/permission.ts';
import type {
  Project,
  ProjectBeside,
  ProjectState,
  ProjectType,
  ProjectSettings,
  DeletedProject,
} from '#features/owner/projects/projects.contract.ts';
import { jsonOf } from '#server/db/json-column.ts';
import type { ProjectScope } from '#server/db/row-scope.ts';
import type { Database } from '#server/db/schema.ts';
import { hashSecret, newSecret } from '#server/secrets/secrets.ts';
import { dayOf, dayMs } from '#contract/days.ts';
import { keptProjectDays } from '#contract/limits.ts';
import type { User } from '#server/secrets/sessions.ts';

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
}): 'done' | 'failed' | 'onHold' | 'running' {
  if (state === 'onHold') return 'onHold';
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
      currency: row.currency,
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

export const projectSettingsStore = (db: Database) => ({
  async version({ id }: ProjectScope) {
    const { created_at, updated_at, person, surname, ...saved } = await db
      .selectFrom('project')
      .leftJoin('user', 'user.id', 'project.updated_by')
      .select(['project.language', 'project.time_zone', 'project.created_at', 'project.updated_at'])
      .select(['user.name as person', 'user.surname'])
      .where('project.id', '=', id)
      .executeTakeFirstOrThrow();
    return { ...saved, at: updated_at ?? created_at, by: person === null ? null : `${person} ${surname ?? ''}`.trim() };
  },

  async update(
    { id }: ProjectScope,
    settings: Partial<ProjectSettings>,
    author: { userId: number | null; at: number },
  ): Promise<void> {
    const { active, ...columns } = settings;
    await db
      .updateTable('project')
      .set({
        ...columns,
        ...(active !== undefined && { is_active: active ? 1 : 0 }),
        updated_at: author.at,
        updated_by: author.userId,
      })
      .where('id', '=', id)
      .execute();
  },

  /** Midnight of the current day in the new time zone has passed. */
  async beginDay({ id }: ProjectScope, timeZone: string, now: number): Promise<void> {
    await db
      .updateTable('project')
      .set({ midnight_day: dayOf(now, timeZone) })
      .where('id', '=', id)
      .execute();
  },
});

export const allGroups = '[1,2,3,4,5]';

export const ownershipStore = (db: Database) => {
  const member = ({ id }: ProjectScope, userId: number) =>
    db.updateTable('member').where('project_id', '=', id).where('user_id', '=', userId);

  return {
    async isOwner({ id }: ProjectScope, userId: number): Promise<boolean> {
      const owner = db.selectFrom('member').select('id').where('project_id', '=', id).where('user_id', '=', userId);
      return (await owner.where('is_owner', '=', 1).where('is_blocked', '=', 0).executeTakeFirst()) !== undefined;
    },

    candidate: ({ id }: ProjectScope, userId: number) =>
      db
        .selectFrom('member')
        .innerJoin('user', 'user.id', 'member.user_id')
        .select(['user.id', 'user.name', 'user.surname', 'user.email', 'user.language', 'user.is_admin', 'member.is_owner'])
        .where('member.project_id', '=', id)
        .where('user.id', '=', userId)
        .where('member.is_blocked', '=', 0)
        .where('user.is_blocked', '=', 0)
        .executeTakeFirst(),

    person: (userId: number) =>
      db.selectFrom('user').select(['name', 'surname', 'email', 'language']).where('id', '=', userId).executeTakeFirstOrThrow(),

    async give(project: ProjectScope, userId: number): Promise<void> {
      await member(project, userId).set({ is_owner: 1 }).execute();
    },

    async takeBack(project: ProjectScope, userId: number): Promise<void> {
      await member(project, userId).set({ is_owner: 0, user_groups: allGroups }).execute();
    },

    async leave({ id }: ProjectScope, userId: number): Promise<void> {
      await db.deleteFrom('member').where('project_id', '=', id).where('user_id', '=', userId).execute();
    },
  };
};

const keptMilliseconds = keptProjectDays * dayMs;
export const restorableUntil = (deletedAt: number): number => deletedAt + keptMilliseconds;

export const deletionStore = (db: Database) => {
  const deleted = () => db.selectFrom('project').where('project.deleted_at', 'is not', null);
  const deletedOf = ({ id, isAdmin }: Pick<User, 'id' | 'isAdmin'>) => {
    const owned = db.selectFrom('member').select('project_id').where('user_id', '=', id).where('is_owner', '=', 1);
    return isAdmin ? deleted() : deleted().where('project.id', 'in', owned.where('is_blocked', '=', 0));
  };
  const since = (now: number): number => now - keptMilliseconds;

  return {
    async remove({ id }: ProjectScope, userId: number, now: number): Promise<boolean> {
      const removed = db.updateTable('project').set({ deleted_at: now, deleted_by: userId }).where('id', '=', id);
      const isThere = (await removed.where('deleted_at', 'is', null).returning('id').execute()).length > 0;
      // A restored project needs new tokens.
      await db.deleteFrom('api_token').where('project_id', '=', id).execute();
      return isThere;
    },

    async restore(user: User, id: number, now: number) {
      const meant = deletedOf(user).where('project.id', '=', id).where('deleted_at', '>', since(now)).select('project.id');
      return db
        .updateTable('project')
        .set({ deleted_at: null, deleted_by: null })
        .where('id', 'in', meant)
        .returning(['id', 'name', 'token'])
        .executeTakeFirst();
    },

    async list(user: User, now: number): Promise<DeletedProject[]> {
      const rows = await deletedOf(user)
        .where('deleted_at', '>', since(now))
        .leftJoin('user', 'user.id', 'project.deleted_by')
        .select(['project.id', 'project.name', 'project.url', 'project.deleted_at', 'user.name as person', 'user.surname'])
        .orderBy('project.deleted_at', 'desc')
        .execute();
      return rows.map(({ person, surname, deleted_at: deletedAt, ...project }) => ({
        ...project,
        deleted_at: deletedAt ?? 0,
        deleted_by: person === null ? null : `${person} ${surname ?? ''}`.trim(),
        restorable_until: restorableUntil(deletedAt ?? 0),
      }));
    },

    over: async (now: number): Promise<ProjectScope[]> =>
      deleted().where('deleted_at', '<=', since(now)).select('project.id').orderBy('project.id').execute(),

    collections: async ({ id }: ProjectScope): Promise<number[]> =>
      (await db.selectFrom('collection').select('id').where('project_id', '=', id).execute()).map((row) => row.id),

    async countRules({ id }: ProjectScope, kinds: readonly string[]): Promise<number> {
      const live = db.selectFrom('released_row').where('project_id', '=', id).where('to_number', 'is', null);
      const counted = live.where('source', 'in', kinds).select(sql<number>`count(*)`.as('count'));
      return Number((await counted.executeTakeFirstOrThrow()).count);
    },

    async countUsers({ id }: ProjectScope): Promise<number> {
      const users = db
        .selectFrom('member')
        .where('project_id', '=', id)
        .select(sql<number>`count(*)`.as('count'));
      return Number((await users.executeTakeFirstOrThrow()).count);
    },
  };
};
