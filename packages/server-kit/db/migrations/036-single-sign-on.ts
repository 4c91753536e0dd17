import type { Kysely } from 'kysely';
import type { Migration } from 'kysely/migration';
import type { DatabaseKind } from '#server-kit/db/dialects.ts';

/** Sign-ins with a provider: those that are under way, whose account is whose there, and sessions that came of them. */
export const singleSignOn = (kind: DatabaseKind): Migration => ({
  async up(db: Kysely<unknown>) {
    const table = (name: string) =>
      db.schema
        .createTable(name)
        .addColumn('id', kind.idType, (column) =>
          kind.name === 'sqlite' ? column.primaryKey().autoIncrement() : column.primaryKey(),
        );
    await table('provider_sign_in')
      .addColumn('token_hash', 'text', (column) => column.notNull().unique())
      .addColumn('sealed_checks', 'text', (column) => column.notNull())
      .addColumn('created_at', 'bigint', (column) => column.notNull())
      .addColumn('expires_at', 'bigint', (column) => column.notNull())
      .execute();
    await table('provider_person')
      .addColumn('user_id', 'bigint', (column) => column.notNull().references('user.id').onDelete('cascade'))
      .addColumn('issuer', 'text', (column) => column.notNull())
      .addColumn('subject', 'text', (column) => column.notNull())
      .addColumn('linked_at', 'bigint', (column) => column.notNull())
      .addUniqueConstraint('provider_person_subject', ['issuer', 'subject'])
      .addUniqueConstraint('provider_person_user', ['issuer', 'user_id'])
      .execute();
    await db.schema
      .alterTable('session')
      .addColumn('is_by_provider', 'integer', (column) => column.notNull().defaultTo(0))
      .execute();
  },
});
