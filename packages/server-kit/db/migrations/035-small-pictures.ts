import { type Kysely, sql } from 'kysely';
import type { Migration } from 'kysely/migration';

/** Pictures of people are small from here on, as lists show them; larger ones go, and are chosen anew. */
export const smallPictures = (): Migration => ({
  async up(db: Kysely<unknown>) {
    await sql`update ${sql.table('user')} set photo = null where length(photo) > 50000`.execute(db);
  },
});
