import type { Kysely } from 'kysely';
import type { Migration } from 'kysely/migration';
import type { DatabaseKind } from '#server-kit/db/dialects.ts';

/** Whose address is proven, who waits for a mailed link, and where people signed in from. */
export const whoGetsIn = (kind: DatabaseKind): Migration => ({
  async up(db: Kysely<unknown>) {
    const create = (name: string) =>
      db.schema
        .createTable(name)
        .addColumn('id', kind.idType, (column) =>
          kind.name === 'sqlite' ? column.primaryKey().autoIncrement() : column.primaryKey(),
        );

    await db.schema.alterTable('user').addColumn('email_proven_at', 'bigint').execute();
    await db.schema.alterTable('user').addColumn('is_first', 'integer').execute();
    await db.schema.createIndex('user_is_first').unique().on('user').column('is_first').execute();

    await db.schema.alterTable('invitation').addColumn('token_hash', 'text').execute();
    await db.schema.alterTable('invitation').addColumn('mailed_at', 'bigint').execute();
    await db.schema.createIndex('invitation_token').unique().on('invitation').column('token_hash').execute();

    await create('sign_up')
      .addColumn('email', 'text', (column) => column.notNull())
      .addColumn('name', 'text', (column) => column.notNull())
      .addColumn('surname', 'text', (column) => column.notNull())
      .addColumn('language', 'text', (column) => column.notNull())
      .addColumn('password_hash', 'text', (column) => column.notNull())
      .addColumn('token_hash', 'text', (column) => column.notNull().unique())
      .addColumn('created_at', 'bigint', (column) => column.notNull())
      .addColumn('expires_at', 'bigint', (column) => column.notNull())
      .execute();

    await create('sign_in_place')
      .addColumn('user_id', 'bigint', (column) => column.notNull().references('user.id').onDelete('cascade'))
      .addColumn('place_hash', 'text', (column) => column.notNull())
      .addColumn('last_used_at', 'bigint', (column) => column.notNull())
      .addUniqueConstraint('sign_in_place_once', ['user_id', 'place_hash'])
      .execute();
  },
});
