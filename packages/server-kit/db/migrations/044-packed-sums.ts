import { sql, type Kysely } from 'kysely';
import type { Migration } from 'kysely/migration';
import type { DatabaseKind } from '#server-kit/db/dialects.ts';

/** Sums by day that no longer change much, packed by day and by month, and the numbers that stand in them for names. */
export const packedSums = (kind: DatabaseKind): Migration => ({
  async up(db: Kysely<unknown>) {
    const table = (name: string) =>
      db.schema
        .createTable(name)
        .addColumn('id', kind.idType, (column) =>
          kind.name === 'sqlite' ? column.primaryKey().autoIncrement() : column.primaryKey(),
        )
        .addColumn('project_id', 'bigint', (column) => column.notNull().references('project.id').onDelete('cascade'))
        .addColumn('cube', kind.sortedText as never, (column) => column.notNull());
    await table('sum_pack')
      .addColumn('span', kind.sortedText as never, (column) => column.notNull())
      .addColumn('period', kind.sortedText as never, (column) => column.notNull())
      .addColumn('part', 'integer', (column) => column.notNull())
      // Without a reference, as the rows that are packed have none.
      .addColumn('collection_id', 'bigint', (column) => column.notNull())
      .addColumn('result_object', kind.sortedText as never, (column) => column.notNull())
      .addColumn('language', kind.sortedText as never, (column) => column.notNull())
      .addColumn('version', 'integer', (column) => column.notNull())
      .addColumn('data', 'text', (column) => column.notNull())
      .addUniqueConstraint('sum_pack_once', [
        'project_id',
        'cube',
        'span',
        'period',
        'part',
        'collection_id',
        'result_object',
        'language',
      ] as never)
      .execute();
    await table('sum_name')
      .addColumn('number', 'integer', (column) => column.notNull())
      .addColumn('name', kind.sortedText as never, (column) => column.notNull())
      .addUniqueConstraint('sum_name_number', ['project_id', 'cube', 'number'] as never)
      .addUniqueConstraint('sum_name_name', ['project_id', 'cube', 'name'] as never)
      .execute();
    // What an autocomplete was followed by is known once its day is over.
    await sql`alter table search_day add column ended_count integer`.execute(db);
  },
});
