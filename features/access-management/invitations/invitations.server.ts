import { answerInvitation, inviteUser, listMyInvitations } from './invitations.contract.ts';
import { invitationStore } from './invitations.store.ts';
import { acceptedLanguage } from '#contract/text-language.ts';
import type { App } from '#server-kit/app.ts';
import { fail, failField } from '#server-kit/fail.ts';
import { countSharedAttempts } from '#server-kit/shared-attempts.ts';
import { serve } from '#server-kit/serve.ts';

const lifetimeDays = 7;
const lifetimeMilliseconds = lifetimeDays * 24 * 60 * 60 * 1000;
const invitationsPerProjectAndDay = 100;

export function serveInvitations(app: App): void {
  const invitations = invitationStore(app.db);
  const sent = countSharedAttempts(app.db, { name: 'invitations', maximum: invitationsPerProjectAndDay, windowSeconds: 86_400 });

  serve(app, listMyInvitations, (_input, { user }) => invitations.listFor(user.email));

  serve(app, inviteUser, async ({ email, user_groups }, { project, user, rights, language }) => {
    const held = new Set(rights.user_groups.map(({ id }) => id));
    const mayGrantAll = rights.is_admin || rights.is_owner;
    if (!mayGrantAll && user_groups.some((group) => !held.has(group))) throw fail('notAllowed');
    if (await invitations.isMember(project, email)) throw failField('email', 'alreadyUsed', { name: 'email' });
    await sent.take(String(project.id));
    const expiresAt = Date.now() + lifetimeMilliseconds;
    const id = await invitations.insert(project, { email, userGroups: user_groups, invitedBy: user.id, expiresAt });
    const t = app.translate(acceptedLanguage((await invitations.languageOf(email)) ?? language));
    const names = { person: `${user.name} ${user.surname}`, project: project.name };
    await app.mail.send({
      to: email,
      subject: t('{person} invites you to {project}', names).replaceAll(/[\r\n]+/g, ' '),
      text: [
        t('{person} invites you to the project {project} in Aisle.', names),
        t('Sign in or sign up with this e-mail address to accept or decline. The invitation ends in {count} days.', {
          count: lifetimeDays,
        }),
        `${app.settings.publicUrl}/login`,
      ].join('\n\n'),
    });
    return { id };
  });

  serve(app, answerInvitation, async ({ id, accept }, { user }) => {
    const taken = await invitations.take(user.email, id);
    if (!taken) throw fail('notFound', { name: 'invitation' });
    return { token: accept ? await invitations.join(taken.projectId, user.id, taken.userGroups) : null };
  });
}
