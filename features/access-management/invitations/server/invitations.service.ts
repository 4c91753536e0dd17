import { type InvitationRow, invitationStore } from './invitations.store.ts';
import { endMessage } from '#features/general/messages/server/messages.service.ts';
import { mayGrant } from './inviter.ts';
import type { App } from '#server/app.ts';
import type { ProjectScope } from '#server/db/project-table.ts';
import type { Database } from '#server/db/schema.ts';
import { couldBeSecret } from '#server/secrets/secrets.ts';
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
  return taken && invitations.join(taken, user.id);
}

/** The ids of invitations whose senders may not give any more what they gave. */
export const voidInvitations = async (db: Database, project: ProjectScope): Promise<ReadonlySet<number>> =>
  new Set((await invitationStore(db).sent(project)).filter((row) => !mayGrant(row)).map(({ invitation_id: id }) => id));

/** Of the message that an invitation could not be mailed. */
export const unsentKind = 'invitationNotSent';
export const unsentAbout = (email: string): string => `invitation:${email}`;

/** Takes an invitation back; the link in its mail opens nothing any more. Answers false when there is no such invitation. */
export async function withdrawInvitation(app: App, project: ProjectScope, id: number): Promise<boolean> {
  const email = await invitationStore(app.db).withdraw(project, id);
  if (email !== null) await endMessage(app, project, unsentKind, unsentAbout(email));
  return email !== null;
}
