import type { Kysely } from 'kysely';
import type { Migration } from 'kysely/migration';
import type { DatabaseKind } from '#server-kit/db/dialects.ts';

/** How often what was searched on which day; where phrases come from, and how often they are searched. */
export const searchedTerms = (kind: DatabaseKind): Migration => ({
  async up(db: Kysely<unknown>) {
    await db.schema
      .createTable('searched_term')
      .addColumn('id', kind.idType, (column) =>
        kind.name === 'sqlite' ? column.primaryKey().autoIncrement() : column.primaryKey(),
      )
      .addColumn('project_id', 'bigint', (column) => column.notNull().references('project.id').onDelete('cascade'))
      // Without a reference: what was searched in a collection outlives it, and never fails to be written because it is gone.
      .addColumn('collection_id', 'bigint', (column) => column.notNull())
      .addColumn('day', kind.sortedText as never, (column) => column.notNull())
      .addColumn('term', kind.sortedText as never, (column) => column.notNull())
      .addColumn('search_count', 'integer', (column) => column.notNull())
      .addColumn('item_count', 'integer', (column) => column.notNull())
      .addUniqueConstraint('searched_term_once', ['project_id', 'collection_id', 'day', 'term'])
      .execute();
    await db.schema.createIndex('searched_term_day').on('searched_term').column('day').execute();

    await db.schema
      .alterTable('phrase')
      .addColumn('search_count', 'integer', (column) => column.notNull().defaultTo(0))
      .execute();
    // The next import tells names from categories.
    await (db as Kysely<PhraseSources>).updateTable('phrase').set({ source: 'name' }).where('source', '=', 'mined').execute();
  },
});

interface PhraseSources {
  phrase: { source: string };
}
