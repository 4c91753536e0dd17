import { answerInvitation, inviteUser, listMyInvitations } from './invitations.contract.ts';
import { invitationStore } from './invitations.store.ts';
import type { App } from '#server-kit/app.ts';
import { countAttempts } from '#server-kit/attempts.ts';
import { fail, failField } from '#server-kit/fail.ts';
import { serve } from '#server-kit/serve.ts';

const lifetimeMilliseconds = 7 * 24 * 60 * 60 * 1000;
const invitationsPerProjectAndDay = 100;

export function serveInvitations(app: App): void {
  const invitations = invitationStore(app.db);
  const sent = countAttempts({ maximum: invitationsPerProjectAndDay, windowSeconds: 86_400 });

  serve(app, listMyInvitations, (_input, { user }) => invitations.listFor(user.email));

  serve(app, inviteUser, async ({ email, user_groups }, { project, user, rights }) => {
    const held = new Set(rights.user_groups.map(({ id }) => id));
    const mayGrantAll = rights.is_admin || rights.is_owner;
    if (!mayGrantAll && user_groups.some((group) => !held.has(group))) throw fail('notAllowed');
    if (await invitations.isMember(project, email)) throw failField('email', 'alreadyUsed', { name: 'email' });
    sent.take(String(project.id));
    const expiresAt = Date.now() + lifetimeMilliseconds;
    const id = await invitations.insert(project, { email, userGroups: user_groups, invitedBy: user.id, expiresAt });
    await app.mail.send({
      to: email,
      subject: `${user.name} ${user.surname} invites you to ${project.name}`.replaceAll(/[\r\n]+/g, ' '),
      text: `Sign in or sign up with this e-mail address at ${app.settings.publicUrl}/login to accept or decline. The invitation ends in 7 days.`,
    });
    return { id };
  });

  serve(app, answerInvitation, async ({ id, accept }, { user }) => {
    const taken = await invitations.take(user.email, id);
    if (!taken) throw fail('notFound', { name: 'invitation' });
    return { token: accept ? await invitations.join(taken.projectId, user.id, taken.userGroups) : null };
  });
}
