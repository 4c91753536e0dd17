import type { Kysely } from 'kysely';
import type { Migration } from 'kysely/migration';
import type { DatabaseKind } from '#server-kit/db/dialects.ts';

/** Second factors of people, sign-ins that wait for their code, and settings that are kept on the server. */
export const secondFactors = (kind: DatabaseKind): Migration => ({
  async up(db: Kysely<unknown>) {
    const table = (name: string) =>
      db.schema
        .createTable(name)
        .addColumn('id', kind.idType, (column) =>
          kind.name === 'sqlite' ? column.primaryKey().autoIncrement() : column.primaryKey(),
        );
    await table('second_factor')
      .addColumn('user_id', 'bigint', (column) => column.notNull().unique().references('user.id').onDelete('cascade'))
      .addColumn('sealed_key', 'text', (column) => column.notNull())
      .addColumn('begun_at', 'bigint', (column) => column.notNull())
      .addColumn('on_since', 'bigint')
      .addColumn('last_counter', 'bigint', (column) => column.notNull())
      .execute();
    await table('recovery_code')
      .addColumn('user_id', 'bigint', (column) => column.notNull().references('user.id').onDelete('cascade'))
      .addColumn('code_hash', 'text', (column) => column.notNull())
      .addUniqueConstraint('recovery_code_once', ['user_id', 'code_hash'])
      .execute();
    await table('sign_in_ticket')
      .addColumn('user_id', 'bigint', (column) => column.notNull().references('user.id').onDelete('cascade'))
      .addColumn('token_hash', 'text', (column) => column.notNull().unique())
      .addColumn('password_digest', 'text', (column) => column.notNull())
      .addColumn('created_at', 'bigint', (column) => column.notNull())
      .addColumn('expires_at', 'bigint', (column) => column.notNull())
      .execute();
    await table('server_setting')
      .addColumn('name', 'text', (column) => column.notNull().unique())
      .addColumn('value', 'text', (column) => column.notNull())
      .execute();
  },
});
