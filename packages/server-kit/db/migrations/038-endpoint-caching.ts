import type { Kysely } from 'kysely';
import type { Migration } from 'kysely/migration';
import type { DatabaseKind } from '#server-kit/db/dialects.ts';

/** How long a project's endpoints are answered from a cache where it isn't as usual, and how many calls of its shop are answered. */
export const endpointCaching = (kind: DatabaseKind): Migration => ({
  async up(db: Kysely<unknown>) {
    await db.schema
      .createTable('endpoint_caching')
      .addColumn('id', kind.idType, (column) =>
        kind.name === 'sqlite' ? column.primaryKey().autoIncrement() : column.primaryKey(),
      )
      .addColumn('project_id', 'bigint', (column) => column.notNull().references('project.id').onDelete('cascade'))
      .addColumn('endpoint', 'text', (column) => column.notNull())
      .addColumn('is_cached', 'integer', (column) => column.notNull())
      .addColumn('ttl_seconds', 'bigint', (column) => column.notNull())
      .addColumn('grace_seconds', 'bigint', (column) => column.notNull())
      .addColumn('updated_at', 'bigint', (column) => column.notNull())
      .addColumn('updated_by', 'bigint')
      .addUniqueConstraint('endpoint_caching_endpoint', ['project_id', 'endpoint'])
      .execute();
    for (const name of ['visitor_calls_per_second', 'project_calls_per_second'])
      await db.schema.alterTable('project').addColumn(name, 'bigint').execute();
  },
});
