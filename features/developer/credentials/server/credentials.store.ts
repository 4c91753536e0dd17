import type { ProjectScope } from '#server/db/row-scope.ts';
import type { Database } from '#server/db/schema.ts';
import { hashSecret, newSecret } from '#server/secrets/secrets.ts';

/** Secrets and bearer tokens of projects; only their hashes are kept. */
export const credentialStore = (db: Database) => ({
  /** Replaces the secret. The one before, and bearer tokens, end at once where no moment is given until which it works. */
  async rotateSecret(project: ProjectScope, oldUntil: number | null): Promise<string> {
    const secret = newSecret();
    await db.transaction().execute(async (transaction) => {
      await transaction
        .updateTable('project')
        .set((eb) => ({
          secret_hash: hashSecret(secret),
          old_secret_hash: oldUntil === null ? null : eb.ref('secret_hash'),
          old_secret_until: oldUntil,
        }))
        .where('id', '=', project.id)
        .execute();
      if (oldUntil === null) await transaction.deleteFrom('api_token').where('project_id', '=', project.id).execute();
    });
    return secret;
  },

  /** Until when the secret before works; null where it doesn't. */
  async oldSecretUntil(project: ProjectScope): Promise<number | null> {
    const row = await db.selectFrom('project').select('old_secret_until').where('id', '=', project.id).executeTakeFirst();
    const until = row?.old_secret_until ?? null;
    return until !== null && until > Date.now() ? until : null;
  },

  /** Ends the secret before, and all bearer tokens: which of them it made isn't known. */
  async endOldSecret(project: ProjectScope): Promise<void> {
    await db.transaction().execute(async (transaction) => {
      await transaction
        .updateTable('project')
        .set({ old_secret_hash: null, old_secret_until: null })
        .where('id', '=', project.id)
        .execute();
      await transaction.deleteFrom('api_token').where('project_id', '=', project.id).execute();
    });
  },

  async findByClientId(clientId: string): Promise<{ readonly id: number; readonly secretHashes: readonly string[] } | null> {
    const row = await db
      .selectFrom('project')
      .select(['id', 'secret_hash', 'old_secret_hash', 'old_secret_until'])
      .where('token', '=', clientId)
      .where('deleted_at', 'is', null)
      .executeTakeFirst();
    if (row === undefined) return null;
    const { id, secret_hash: hash, old_secret_hash: old, old_secret_until: until } = row;
    return { id, secretHashes: old !== null && until !== null && until > Date.now() ? [hash, old] : [hash] };
  },

  async openToken(project: ProjectScope, lifetimeMilliseconds: number): Promise<string> {
    const token = newSecret();
    const now = Date.now();
    await db.deleteFrom('api_token').where('expires_at', '<', now).execute();
    await db
      .insertInto('api_token')
      .values({ project_id: project.id, token_hash: hashSecret(token), expires_at: now + lifetimeMilliseconds })
      .execute();
    return token;
  },
});
