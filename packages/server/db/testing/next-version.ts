import { sql } from 'kysely';
import type { Migration } from 'kysely/migration';
import type { ColumnTypes } from '#server/db/dialects.ts';
import { migrations } from '#server/db/migrations/migrations.ts';

/** The migrations of an invented next version, which adds a column with its values and a table. */
export const nextVersion = (types: ColumnTypes): Record<string, Migration> => ({
  ...migrations(types),
  '900-next': {
    async up(db) {
      await sql`alter table synonym add column note text not null default ''`.execute(db);
      await sql`update synonym set note = term`.execute(db);
      await sql.raw(`create table note (${types.id}, ${types.ofProject}, text ${types.sorted} not null)`).execute(db);
      await sql`insert into note (project_id, text) select id, name from project`.execute(db);
    },
  },
});
