import { type Kysely, sql } from 'kysely';
import type { Migration } from 'kysely/migration';
import type { ColumnTypes } from '#server/db/dialects.ts';
import { collections } from './baseline/collections.ts';
import { feeds } from './baseline/feeds.ts';
import { people } from './baseline/people.ts';
import { rules } from './baseline/rules.ts';
import { server } from './baseline/server.ts';
import { shop } from './baseline/shop.ts';

/** In the order of references. */
export const baseline = (types: ColumnTypes): Migration => ({
  async up(db: Kysely<unknown>) {
    for (const subject of [people, collections, feeds, rules, server, shop])
      for (const statement of subject(types).split(';\n')) if (statement.trim() !== '') await sql.raw(statement).execute(db);
  },
});
