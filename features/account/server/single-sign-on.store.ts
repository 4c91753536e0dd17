import type { Checks } from './provider.ts';
import type { Database } from '#server/db/schema.ts';
import { couldBeSecret, hashSecret, newSecret, type Sealing } from '#server/secrets/secrets.ts';

/** From the button to the way back; at the provider, people may have to find a password first. */
const providerMilliseconds = 15 * 60 * 1000;

interface Account {
  readonly id: number;
  readonly email: string;
  readonly isBlocked: boolean;
  readonly isAdmin: boolean;
}

/** The checks are stored sealed; a ticket works once. */
export const providerTickets = (db: Database, sealing: Sealing, now: () => number = Date.now) => ({
  async open(checks: Checks): Promise<string> {
    const ticket = newSecret();
    const created_at = now();
    const times = { created_at, expires_at: created_at + providerMilliseconds };
    await db
      .insertInto('provider_sign_in')
      .values({ token_hash: hashSecret(ticket), sealed_checks: sealing.seal(JSON.stringify(checks)), ...times })
      .execute();
    return ticket;
  },

  async take(ticket: string): Promise<Checks | null> {
    if (!couldBeSecret(ticket)) return null;
    const taken = db.deleteFrom('provider_sign_in').where('token_hash', '=', hashSecret(ticket));
    const row = await taken.returning(['sealed_checks', 'expires_at']).executeTakeFirst();
    const opened = row && row.expires_at > now() ? sealing.open(row.sealed_checks) : null;
    return opened === null ? null : (JSON.parse(opened) as Checks);
  },
});

export const providerPeople = (db: Database) => ({
  async find(issuer: string, subject: string): Promise<Account | null> {
    const row = await db
      .selectFrom('provider_person')
      .innerJoin('user', 'user.id', 'provider_person.user_id')
      .select(['user.id', 'user.email', 'user.is_blocked', 'user.is_admin'])
      .where('provider_person.issuer', '=', issuer)
      .where('provider_person.subject', '=', subject)
      .executeTakeFirst();
    return row ? { id: row.id, email: row.email, isBlocked: row.is_blocked === 1, isAdmin: row.is_admin === 1 } : null;
  },

  /** False if the account is linked to another user of the provider. */
  async link(userId: number, issuer: string, subject: string): Promise<boolean> {
    const linked = db.insertInto('provider_person').values({ user_id: userId, issuer, subject, linked_at: Date.now() });
    return (
      (
        await linked
          .onConflict((conflict) => conflict.doNothing())
          .returning('id')
          .execute()
      ).length > 0
    );
  },

  /** Removes all ways in that another user of the unproven address may have set up. */
  async disarm(userId: number, passwordHash: string): Promise<void> {
    await db.updateTable('user').set({ password_hash: passwordHash }).where('id', '=', userId).execute();
    for (const table of ['session', 'second_factor', 'recovery_code', 'sign_in_ticket', 'sign_in_place'] as const)
      await db.deleteFrom(table).where('user_id', '=', userId).execute();
  },
});

export interface ProjectPlace {
  readonly isOwner: boolean;
  readonly userGroups: readonly number[];
}

export const grantStore = (db: Database) => ({
  async setAdministrator(userId: number, isAdmin: boolean): Promise<void> {
    await db
      .updateTable('user')
      .set({ is_admin: isAdmin ? 1 : 0 })
      .where('id', '=', userId)
      .execute();
  },

  async isProject(id: number): Promise<boolean> {
    const projects = db.selectFrom('project').select('id').where('id', '=', id).where('deleted_at', 'is', null);
    return (await projects.executeTakeFirst()) !== undefined;
  },

  async owns(userId: number, projectId: number): Promise<boolean> {
    const places = db.selectFrom('member').select('is_owner').where('user_id', '=', userId).where('project_id', '=', projectId);
    return (await places.executeTakeFirst())?.is_owner === 1;
  },

  /** Keeps a block. */
  async place(userId: number, projectId: number, { isOwner, userGroups }: ProjectPlace): Promise<void> {
    const given = { is_owner: isOwner ? (1 as const) : (0 as const), user_groups: JSON.stringify(userGroups) };
    await db
      .insertInto('member')
      .values({ user_id: userId, project_id: projectId, ...given, joined_at: Date.now() })
      .onConflict((conflict) => conflict.columns(['project_id', 'user_id']).doUpdateSet(given))
      .execute();
  },

  async remove(userId: number, projectId: number): Promise<void> {
    await db.deleteFrom('member').where('user_id', '=', userId).where('project_id', '=', projectId).execute();
  },
});
