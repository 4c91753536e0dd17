import { sql, type CreateTableBuilder, type Kysely } from 'kysely';
import type { Migration } from 'kysely/migration';
import type { DatabaseKind } from '#server-kit/db/dialects.ts';

/**
 * Releases hold rows from one number to another instead of a copy of everything. A project whose releases were of the old kind gets its
 * first one from its tables when it is searched next: whatever is saved there was live.
 */
export const releases = (kind: DatabaseKind): Migration => ({
  async up(db: Kysely<unknown>) {
    const create = (name: string): CreateTableBuilder<string, string> =>
      db.schema
        .createTable(name)
        .addColumn('id', kind.idType, (column) =>
          kind.name === 'sqlite' ? column.primaryKey().autoIncrement() : column.primaryKey(),
        )
        .addColumn('project_id', 'bigint', (column) =>
          column.notNull().references('project.id').onDelete('cascade'),
        ) as unknown as CreateTableBuilder<string, string>;

    await db.schema
      .alterTable('project')
      .addColumn('release_number', 'integer', (column) => column.notNull().defaultTo(0))
      .execute();

    await db.schema.dropTable('release').execute();
    await create('release')
      .addColumn('number', 'integer', (column) => column.notNull())
      .addColumn('user_id', 'bigint')
      .addColumn('reason', 'text', (column) => column.notNull())
      .addColumn('changes', 'text', (column) => column.notNull())
      .addColumn('is_kept', 'integer', (column) => column.notNull())
      .addColumn('created_at', 'bigint', (column) => column.notNull())
      .addUniqueConstraint('release_number', ['project_id', 'number'] as never)
      .execute();

    await create('released_row')
      .addColumn('source', 'text', (column) => column.notNull())
      .addColumn('row_id', 'bigint', (column) => column.notNull())
      .addColumn('from_number', 'integer', (column) => column.notNull())
      .addColumn('to_number', 'integer')
      .addColumn('content', 'text', (column) => column.notNull())
      .addColumn('content_version', 'integer', (column) => column.notNull())
      .execute();
    await sql`create unique index released_row_live on released_row (project_id, source, row_id) where to_number is null`.execute(
      db,
    );
    await sql`create index released_row_ended on released_row (project_id, to_number) where to_number is not null`.execute(db);
    await db.schema.createIndex('released_row_begun').on('released_row').columns(['project_id', 'from_number']).execute();

    await create('waiting_row')
      .addColumn('source', 'text', (column) => column.notNull())
      .addColumn('row_id', 'bigint', (column) => column.notNull())
      .addColumn('collection_id', 'bigint')
      .addColumn('kind', 'text', (column) => column.notNull())
      .addColumn('name', 'text', (column) => column.notNull())
      .addColumn('user_id', 'bigint')
      .addColumn('changed_at', 'bigint', (column) => column.notNull())
      .addUniqueConstraint('waiting_row_once', ['project_id', 'source', 'row_id'] as never)
      .execute();
  },
});
