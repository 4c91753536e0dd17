import type { ExpressionBuilder, Selectable } from 'kysely';
import type { RowKey } from './rule-source.ts';
import { type RowVersion, type StoredVersion, versionColumns } from './versions.ts';
import { inParts, rowsAtOnce } from '#server/db/in-parts.ts';
import type { ProjectScope } from '#server/db/project-table.ts';
import type { Database, Schema } from '#server/db/schema.ts';

export const versionStore = (db: Database) => {
  const ofProject = ({ id }: ProjectScope) => db.selectFrom('released_row').where('project_id', '=', id).select(versionColumns);
  const isHeldBy = (number: number) => (row: RowFilter) => row.or([row('to_number', 'is', null), row('to_number', '>', number)]);

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

    /** The live versions of these rows. */
    async live(project: ProjectScope, source: string, ids: readonly number[]): Promise<StoredVersion[]> {
      const live = ofProject(project).where('source', '=', source).where('to_number', 'is', null);
      const found = [];
      for (const part of inParts(ids)) found.push(...(await live.where('row_id', 'in', part).execute()));
      return found;
    },

    /**
     * The rows of a source in a release, by id, in parts. Live rows are read in index order; combining both conditions in one
     * query would sort all of the project's rows for each part.
     */
    async *held(project: ProjectScope, source: string, number: number): AsyncGenerator<readonly StoredVersion[]> {
      for (let after = 0; ;) {
        const held = ofProject(project)
          .where('source', '=', source)
          .where('row_id', '>', after)
          .where('from_number', '<=', number);
        const live = held.where('to_number', 'is', null).orderBy('row_id').limit(rowsAtOnce);
        const ended = held.where('to_number', '>', number);
        const rows = db.selectFrom(live.as('live')).selectAll().unionAll(ended).orderBy('row_id').limit(rowsAtOnce);
        const part = await rows.execute();
        yield part;
        if (part.length < rowsAtOnce) return;
        after = part.at(-1)?.row_id ?? after;
      }
    },

    /** Versions that one release holds and another one doesn't. */
    async onlyIn(project: ProjectScope, one: number, other: number): Promise<StoredVersion[]> {
      const held = ofProject(project).where('from_number', '<=', one).where(isHeldBy(one));
      const only = one < other ? held.where('to_number', '<=', other) : held.where('from_number', '>', other);
      return only.orderBy('row_id').execute();
    },

    /** Projects with live rows whose validity changes until a moment, in epoch milliseconds. */
    dueProjects: (moment: number): Promise<ProjectScope[]> =>
      db
        .selectFrom('released_row')
        .innerJoin('project', 'project.id', 'released_row.project_id')
        .where('to_number', 'is', null)
        .where('changes_at', '<=', moment)
        .where('deleted_at', 'is', null)
        .select('project.id')
        .distinct()
        .orderBy('project.id')
        .execute(),

    due: (project: ProjectScope, moment: number): Promise<StoredVersion[]> =>
      ofProject(project).where('to_number', 'is', null).where('changes_at', '<=', moment).orderBy('row_id').execute(),

    async reschedule(project: ProjectScope, { source, row_id, changes_at }: RowVersion): Promise<void> {
      await db
        .updateTable('released_row')
        .set({ changes_at })
        .where('project_id', '=', project.id)
        .where('source', '=', source)
        .where('row_id', '=', row_id)
        .where('to_number', 'is', null)
        .execute();
    },

    /** Adds a release: ends the live versions of these rows, and begins others. */
    async add(
      { id: project_id }: ProjectScope,
      release: Omit<Selectable<Schema['release']>, 'id' | 'project_id' | 'is_kept'>,
      ended: readonly RowKey[],
      begun: readonly RowVersion[],
    ): Promise<void> {
      const { number } = release;
      for (const [source, rows] of Map.groupBy(ended, (row) => row.source))
        for (const part of inParts(rows.map(({ id }) => id)))
          await db
            .updateTable('released_row')
            .set({ to_number: number })
            .where('project_id', '=', project_id)
            .where('source', '=', source)
            .where('row_id', 'in', part)
            .where('to_number', 'is', null)
            .execute();
      for (const part of inParts(begun))
        await db
          .insertInto('released_row')
          .values(part.map((version) => ({ ...version, project_id, from_number: number, to_number: null })))
          .execute();
      await db
        .insertInto('release')
        .values({ ...release, project_id, is_kept: 1 })
        .execute();
      await db.updateTable('project').set({ release_number: number }).where('id', '=', project_id).execute();
    },
  };
};

type RowFilter = ExpressionBuilder<Schema, 'released_row'>;
