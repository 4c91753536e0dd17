import type { Kysely } from 'kysely';
import type { Migration } from 'kysely/migration';
import type { DatabaseKind } from '#server-kit/db/dialects.ts';

/** Who people are, what they did with their accounts, and accounts that their people have given up. */
export const accounts = (kind: DatabaseKind): Migration => ({
  async up(db: Kysely<unknown>) {
    await db.schema.alterTable('user').addColumn('deactivated_at', 'bigint').execute();
    await db.schema
      .createTable('account_activity')
      .addColumn('id', kind.idType, (column) =>
        kind.name === 'sqlite' ? column.primaryKey().autoIncrement() : column.primaryKey(),
      )
      .addColumn('user_id', 'bigint', (column) => column.notNull().references('user.id').onDelete('cascade'))
      .addColumn('kind', 'text', (column) => column.notNull())
      .addColumn('browser', 'text', (column) => column.notNull())
      .addColumn('address', 'text', (column) => column.notNull())
      .addColumn('session_hash', 'text')
      .addColumn('created_at', 'bigint', (column) => column.notNull())
      .execute();
    for (const name of ['company_name', 'job', 'phone', 'company_site'])
      await db.schema
        .alterTable('user')
        .addColumn(name, 'text', (column) => column.notNull().defaultTo(''))
        .execute();
    await db.schema.alterTable('user').addColumn('photo', 'text').execute();
    await db.schema
      .createTable('email_change')
      .addColumn('id', kind.idType, (column) =>
        kind.name === 'sqlite' ? column.primaryKey().autoIncrement() : column.primaryKey(),
      )
      .addColumn('user_id', 'bigint', (column) => column.notNull().unique().references('user.id').onDelete('cascade'))
      .addColumn('email', 'text', (column) => column.notNull())
      .addColumn('token_hash', 'text', (column) => column.notNull().unique())
      .addColumn('created_at', 'bigint', (column) => column.notNull())
      .addColumn('expires_at', 'bigint', (column) => column.notNull())
      .execute();
    await db.schema
      .createTable('muted_mail')
      .addColumn('id', kind.idType, (column) =>
        kind.name === 'sqlite' ? column.primaryKey().autoIncrement() : column.primaryKey(),
      )
      .addColumn('user_id', 'bigint', (column) => column.notNull().references('user.id').onDelete('cascade'))
      .addColumn('kind', 'text', (column) => column.notNull())
      .addUniqueConstraint('muted_mail_once', ['user_id', 'kind'])
      .execute();
    await db.schema.createIndex('account_activity_user').on('account_activity').columns(['user_id', 'id']).execute();
  },
});
