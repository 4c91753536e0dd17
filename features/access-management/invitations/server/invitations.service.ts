import { type InvitationRow, invitationStore, mayGrant } from './invitations.store.ts';
import { endMessage } from '#features/general/messages/server/messages.service.ts';
import type { App } from '#server/app/app.ts';
import type { ProjectScope } from '#server/db/row-scope.ts';
import type { Database } from '#server/db/schema.ts';
import { couldBeSecret } from '#server/secrets/secrets.ts';
import { crashPoint } from '#process-kit/crash-point.ts';
import { withoutAddresses } from '#contract/fields.ts';
import type { Letter } from '#server/mail/mail.ts';
import { type LetterKit, type Reader, tokenPath, writeLetter } from '#server/app/letters.ts';

export const findMailedInvitation = async (db: Database, token: string): Promise<InvitationRow | null> =>
  couldBeSecret(token) ? invitationStore(db).findByToken(token) : null;

/** Give a transaction. Returns the client ID of the project; null if the invitation is gone or someone else's. */
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

export const voidInvitations = async (db: Database, project: ProjectScope): Promise<ReadonlySet<number>> =>
  new Set((await invitationStore(db).sent(project)).filter((row) => !mayGrant(row)).map(({ invitation_id: id }) => id));

export const unsentKind = 'invitationNotSent';
export const unsentAbout = (email: string): string => `invitation:${email}`;

export async function withdrawInvitation(app: App, project: ProjectScope, id: number): Promise<boolean> {
  const email = await invitationStore(app.db).withdraw(project, id);
  if (email !== null) await endMessage(app, project, unsentKind, unsentAbout(email));
  return email !== null;
}

export const lifetimeDays = 7;

interface Invited {
  readonly person: string;
  readonly project: string;
  readonly token: string;
}

const invitationPath = (token: string): string => tokenPath('/invitation', token);
export const invitationLink = ({ publicUrl }: Pick<App['settings'], 'publicUrl'>, token: string): string =>
  publicUrl + invitationPath(token);

export function invitationLetter(kit: LetterKit, reader: Reader, { token, ...invited }: Invited): Letter {
  // A point between letters would make an address of a name.
  const person = withoutAddresses(invited.person).replaceAll(/\.(?=\S)/g, '. ');
  const names = { person, project: withoutAddresses(invited.project) };
  return writeLetter(kit, reader, (t) => ({
    subject: t('{person} invites you to {project}', names),
    path: invitationPath(token),
    before: [
      t('{person} invites you to the project {project} in Aisle.', names),
      t('Open this link to accept or decline. The invitation expires in {count} days.', { count: lifetimeDays }),
    ],
  }));
}
