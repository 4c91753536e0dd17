import { type InvitationRow, invitationStore } from './invitations.store.ts';
import type { Database } from '#server-kit/db/schema.ts';
import { couldBeSecret } from '#server-kit/secrets.ts';
import { crashPoint } from '#process-kit/crash-point.ts';

/** The open invitation whose mail holds the token; null when there is none, or a newer mail was sent. */
export const findMailedInvitation = async (db: Database, token: string): Promise<InvitationRow | null> =>
  couldBeSecret(token) ? invitationStore(db).findByToken(token) : null;

/**
 * Takes an open invitation away and makes its person a member. Give a transaction, so that nothing is lost in between. Answers the
 * public token of the project, or null when the invitation is gone or somebody else's.
 */
export async function joinProject(
  transaction: Database,
  user: { readonly id: number; readonly email: string },
  invitationId: number,
): Promise<string | null> {
  const invitations = invitationStore(transaction);
  const taken = await invitations.take(user.email, invitationId);
  crashPoint('invitation:taken');
  return taken && invitations.join(taken.projectId, user.id, taken.userGroups);
}
