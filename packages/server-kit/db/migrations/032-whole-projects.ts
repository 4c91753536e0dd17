import type { Kysely } from 'kysely';
import type { Migration } from 'kysely/migration';

/** What a project is to its shop, whether it is used at present, and who changed or deleted it last. */
export const wholeProjects = (): Migration => ({
  async up(db: Kysely<unknown>) {
    const project = () => db.schema.alterTable('project');
    await project()
      .addColumn('type', 'text', (column) => column.notNull().defaultTo('search_plugin'))
      .execute();
    await project()
      .addColumn('is_active', 'integer', (column) => column.notNull().defaultTo(1))
      .execute();
    await project()
      .addColumn('is_live', 'integer', (column) => column.notNull().defaultTo(0))
      .execute();
    for (const name of ['updated_at', 'updated_by', 'deleted_by']) await project().addColumn(name, 'bigint').execute();
  },
});
