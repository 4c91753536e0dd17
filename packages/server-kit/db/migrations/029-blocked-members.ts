import type { Kysely } from 'kysely';
import type { Migration } from 'kysely/migration';

/** Who may not enter a project for a while, and how they came into it. */
export const blockedMembers = (): Migration => ({
  async up(db: Kysely<unknown>) {
    const member = () => db.schema.alterTable('member');
    await member()
      .addColumn('is_blocked', 'integer', (column) => column.notNull().defaultTo(0))
      .execute();
    await member().addColumn('joined_at', 'bigint').execute();
    await member()
      .addColumn('invited_by', 'bigint', (column) => column.references('user.id').onDelete('set null'))
      .execute();
  },
});
