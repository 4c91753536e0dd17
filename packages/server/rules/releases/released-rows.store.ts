import type { ExpressionBuilder, Selectable } from 'kysely';
import type { RowKey } from './waiting/waiting-rows.store.ts';
import type { ProjectScope } from '#server/db/project-table.ts';
import type { Database, Schema } from '#server/db/schema.ts';

/** Rows of one statement; both databases bound the number of parameters. */
export const rowsAtOnce = 500;

/** A version of a row, as stored. */
export type StoredVersion = Pick<Selectable<Schema['released_row']>, (typeof versionColumns)[number]>;

const versionColumns = ['source', 'row_id', 'content', 'content_version', 'is_in_force', 'changes_at'] as const;

/** With the release that made it, and the one that ended it; null while it is live. */
export type BoundedVersion = StoredVersion & Pick<Selectable<Schema['released_row']>, 'from_number' | 'to_number'>;

export const releasedRowStore = (db: Database) => {
  const ofProject = ({ id }: ProjectScope) => db.selectFrom('released_row').where('project_id', '=', id);
  const liveOf = (project: ProjectScope, source: string) =>
    ofProject(project).where('source', '=', source).where('to_number', 'is', null).select(versionColumns);
  const dueUntil = (moment: number) =>
    db.selectFrom('released_row').where('to_number', 'is', null).where('changes_at', '<=', moment);
  const endedBy = (number: number) => (row: RowFilter) => row.or([row('to_number', 'is', null), row('to_number', '>', number)]);

  return {
    /** The number of the live release, 0 before there is one. Until the transaction ends, nobody else gets it. */
    async lock({ id }: ProjectScope): Promise<number> {
      const locked = db.updateTable('project').set(({ ref }) => ({ release_number: ref('release_number') }));
      return (await locked.where('id', '=', id).returning('release_number').executeTakeFirstOrThrow()).release_number;
    },

    async number({ id }: ProjectScope): Promise<number> {
      const row = await db.selectFrom('project').select('release_number').where('id', '=', id).executeTakeFirst();
      return row?.release_number ?? 0;
    },

    /** What is live of these rows, at most `rowsAtOnce`. */
    live: (project: ProjectScope, source: string, ids: readonly number[]): Promise<StoredVersion[]> =>
      liveOf(project, source).where('row_id', 'in', ids).execute(),

    /** One row as it is live; undefined where it isn't. */
    liveOne: (project: ProjectScope, { source, id }: RowKey): Promise<BoundedVersion | undefined> =>
      liveOf(project, source).select(['from_number', 'to_number']).where('row_id', '=', id).executeTakeFirst(),

    /** What is live, by id, of rows with an id above `after`. */
    liveFollowing: (project: ProjectScope, source: string, after: number): Promise<StoredVersion[]> =>
      liveOf(project, source).where('row_id', '>', after).orderBy('row_id').limit(rowsAtOnce).execute(),

    /** Projects of live rows of these sources whose validity changes at a moment or did so before. */
    async dueProjects(sources: readonly string[], moment: number): Promise<ProjectScope[]> {
      if (sources.length === 0) return [];
      return dueUntil(moment)
        .innerJoin('project', 'project.id', 'released_row.project_id')
        .where('source', 'in', sources)
        .where('deleted_at', 'is', null)
        .select('project.id')
        .distinct()
        .orderBy('project.id')
        .execute();
    },

    /** Those of one project and source. */
    due: (project: ProjectScope, source: string, moment: number): Promise<StoredVersion[]> =>
      dueUntil(moment)
        .where('project_id', '=', project.id)
        .where('source', '=', source)
        .select(versionColumns)
        .orderBy('row_id')
        .execute(),

    /** Notes the next moment of a live row whose validity is what it was. */
    async reschedule(project: ProjectScope, { source, row_id, changes_at }: StoredVersion): Promise<void> {
      await db
        .updateTable('released_row')
        .set({ changes_at })
        .where('project_id', '=', project.id)
        .where('source', '=', source)
        .where('row_id', '=', row_id)
        .where('to_number', 'is', null)
        .execute();
    },

    /**
     * What a release holds, in parts: those of a source that follow a row. Most are live, and are read in the order of an index; with the
     * others in one condition, all of the project's rows would be read and sorted for each part.
     */
    heldFollowing(project: ProjectScope, source: string, number: number, after: number): Promise<StoredVersion[]> {
      const held = ofProject(project)
        .where('source', '=', source)
        .where('row_id', '>', after)
        .where('from_number', '<=', number)
        .select(versionColumns);
      const live = held.where('to_number', 'is', null).orderBy('row_id').limit(rowsAtOnce);
      const ended = held.where('to_number', '>', number);
      return db.selectFrom(live.as('live')).selectAll().unionAll(ended).orderBy('row_id').limit(rowsAtOnce).execute();
    },

    /** What the release `to` holds in another way than `from`, an earlier one: rows that it has, and the keys of rows that it hasn't. */
    async between(project: ProjectScope, from: number, to: number) {
      const begun = await ofProject(project)
        .where('from_number', '>', from)
        .where('from_number', '<=', to)
        .where(endedBy(to))
        .select(versionColumns)
        .execute();
      const ended = await ofProject(project)
        .where('to_number', '>', from)
        .where('to_number', '<=', to)
        .where('from_number', '<=', from)
        .select(['source', 'row_id'])
        .execute();
      return { begun, ended };
    },

    /** Versions that one release holds and another one doesn't. */
    async onlyIn(project: ProjectScope, one: number, other: number): Promise<BoundedVersion[]> {
      const held = ofProject(project).where('from_number', '<=', one).where(endedBy(one));
      const only = one < other ? held.where('to_number', '<=', other) : held.where('from_number', '>', other);
      return only
        .select([...versionColumns, 'from_number', 'to_number'])
        .orderBy('row_id')
        .execute();
    },

    /** Ends the versions that are live of these rows with the release before `number`. */
    async end(project: ProjectScope, source: string, ids: readonly number[], number: number): Promise<void> {
      for (let at = 0; at < ids.length; at += rowsAtOnce)
        await db
          .updateTable('released_row')
          .set({ to_number: number })
          .where('project_id', '=', project.id)
          .where('source', '=', source)
          .where('row_id', 'in', ids.slice(at, at + rowsAtOnce))
          .where('to_number', 'is', null)
          .execute();
    },

    async begin({ id: project_id }: ProjectScope, versions: readonly StoredVersion[], from_number: number): Promise<void> {
      for (let at = 0; at < versions.length; at += rowsAtOnce)
        await db
          .insertInto('released_row')
          .values(versions.slice(at, at + rowsAtOnce).map((version) => ({ ...version, project_id, from_number })))
          .execute();
    },

    async addRelease(
      { id: project_id }: ProjectScope,
      release: Pick<
        Selectable<Schema['release']>,
        'number' | 'user_id' | 'reason' | 'restored_number' | 'changes' | 'created_at'
      >,
    ): Promise<void> {
      const { number } = release;
      await db
        .insertInto('release')
        .values({ ...release, project_id, is_kept: 1 })
        .execute();
      await db.updateTable('project').set({ release_number: number }).where('id', '=', project_id).execute();
    },
  };
};

type RowFilter = ExpressionBuilder<Schema, 'released_row'>;
