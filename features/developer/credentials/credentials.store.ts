import type { ProjectScope } from '#server-kit/db/project-table.ts';
import type { Database } from '#server-kit/db/schema.ts';
import { hashSecret, newSecret } from '#server-kit/secrets.ts';

/** Secrets and bearer tokens of projects; only their hashes are kept. */
export const credentialStore = (db: Database) => ({
  /** Replaces the secret and ends the bearer tokens made with the old one. */
  async rotateSecret(project: ProjectScope): Promise<string> {
    const secret = newSecret();
    await db.transaction().execute(async (transaction) => {
      await transaction
        .updateTable('project')
        .set({ secret_hash: hashSecret(secret) })
        .where('id', '=', project.id)
        .execute();
      await transaction.deleteFrom('api_token').where('project_id', '=', project.id).execute();
    });
    return secret;
  },

  /** The project with this public token and the hash of its secret. */
  findByClientId: (clientId: string) =>
    db
      .selectFrom('project')
      .select(['id', 'secret_hash'])
      .where('token', '=', clientId)
      .where('deleted_at', 'is', null)
      .executeTakeFirst(),

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
