import {
  answerInvitation,
  checkInvitation,
  inviteUser,
  listMyInvitations,
} from '#features/access-management/invitations/invitations.contract.ts';
import {
  invitationLetter,
  invitationLink,
  lifetimeDays,
  findMailedInvitation,
  joinProject,
  unsentAbout,
  unsentKind,
} from './invitations.service.ts';
import { holdsAll, invitationStore } from './invitations.store.ts';
import { userStore } from '#features/account/server/account.store.ts';
import { endMessage, raiseMessage } from '#features/general/messages/server/messages.service.ts';
import { fail, failField, foundIn } from '#server/base/fail.ts';
import { jsonOf } from '#server/db/json-column.ts';
import { acceptedLanguage } from '#contract/texts/languages.ts';
import type { Caller } from '#server/app/access.ts';
import type { App } from '#server/app/app.ts';
import { postLetter, sendLetters } from '#server/app/letters.ts';
import { countSharedAttempts, limitMails } from '#server/limits/attempts.ts';
import { newSecret } from '#server/secrets/secrets.ts';
import { serve } from '#server/app/serve.ts';

const dayMilliseconds = 24 * 60 * 60 * 1000;
const lifetimeMilliseconds = lifetimeDays * dayMilliseconds;
const invitationsPerProjectAndDay = 100;
const letterJob = 'invitation letter';

interface Unsent {
  readonly projectId: number;
  readonly email: string;
}

export function serveInvitations(app: App): void {
  const { db, settings } = app;
  const invitations = invitationStore(db);
  const users = userStore(db);
  const mails = limitMails(db);
  const perProject = countSharedAttempts(db, {
    name: 'invitations',
    maximum: invitationsPerProjectAndDay,
    windowSeconds: 86_400,
  });

  // Anyone can sign up with an address, so invitations need a proven one.
  serve(app, listMyInvitations, async (_input, { user }) =>
    (await users.isProven(user.id)) ? invitations.listFor(user.email) : [],
  );

  serve(app, checkInvitation, async ({ token }) => {
    const invitation = await findMailedInvitation(db, token);
    if (!invitation) throw fail('linkNotValid');
    const { id: _, ...shown } = invitation;
    return { ...shown, is_expired: invitation.expires_at <= Date.now() };
  });

  serve(app, inviteUser, async ({ email, user_groups }, caller) => {
    const { project, user } = caller;
    if (!settings.managesUsers) throw fail('usersElsewhere');
    const open = await invitations.find(project, email);
    refuseGroups(caller, user_groups, open);
    if (await invitations.isMember(project, email)) throw failField('email', 'alreadyUser', { email });
    await perProject.take(String(project.id));
    const moment = Date.now();
    const mailedBefore = moment - dayMilliseconds;
    const isDue = (open?.mailed_at ?? 0) < mailedBefore;
    if (isDue) await mails.take({ sender: `user ${user.id}`, recipient: email });
    const language = (await invitations.languageOf(email)) ?? caller.language;
    const token = newSecret();
    if (isDue) await endMessage(app, project, unsentKind, unsentAbout(email));
    return db.transaction().execute(async (transaction) => {
      const saved = invitationStore(transaction);
      const id = await saved.save(project, {
        email,
        userGroups: user_groups,
        invitedBy: user.id,
        expiresAt: moment + lifetimeMilliseconds,
        seenGroups: open?.user_groups ?? null,
      });
      if (id === null) throw fail('notAllowed');
      const is_mailed = isDue && (await saved.markMailed(id, token, mailedBefore));
      if (is_mailed) {
        const names = { person: `${user.name} ${user.surname}`, project: project.name };
        const letter = invitationLetter(app, { email, language: acceptedLanguage(language) }, { ...names, token });
        const about: Unsent = { projectId: project.id, email };
        await postLetter(app, letterJob, { key: `invitation ${id} at ${moment}`, letter, about }, transaction);
      }
      // Only the newest link works.
      if (!settings.hasMailServer && !is_mailed) await saved.setToken(id, token);
      return { id, is_mailed, link: settings.hasMailServer ? null : invitationLink(settings, token) };
    });
  });

  serve(app, answerInvitation, async ({ id, token, accept }, { user }) => {
    const mailed = token === undefined ? null : await findMailedInvitation(db, token);
    const isTheirs = mailed?.email === user.email;
    // Without a mail server, the inviter has the link too, so it proves nothing.
    if (isTheirs && settings.hasMailServer) await users.markProven(user.id);
    const invitationId = token === undefined ? id : mailed?.id;
    const mayAnswer = isTheirs || (await users.isProven(user.id));
    if (invitationId === undefined || !mayAnswer) throw fail('notFound', { name: 'invitation' });
    if (!accept) {
      if (!(await invitations.take(user.email, invitationId))) throw fail('notFound', { name: 'invitation' });
      return { token: null };
    }
    const joined = foundIn(
      await db.transaction().execute((transaction) => joinProject(transaction, user, invitationId)),
      'invitation',
    );
    return { token: joined };
  });

  sendLetters<Unsent>(app, letterJob, ({ projectId, email }) =>
    raiseMessage(
      app,
      { id: projectId },
      {
        kind: unsentKind,
        about: unsentAbout(email),
        details: { email },
        failure: null,
        address: '/access-management/users',
        isMailed: false,
      },
    ),
  );
}

/** Nobody grants a group that they don't hold, or takes one from an invitation of somebody else. */
function refuseGroups(
  { user, rights }: Caller<'access'>,
  groups: readonly number[],
  open: { id: number; user_groups: string; invited_by: number } | undefined,
): void {
  if (rights.is_admin || rights.is_owner) return;
  const granted =
    open && open.invited_by !== user.id ? jsonOf<number[]>(open.user_groups, [], 'invitation.user_groups', open.id) : [];
  if (!holdsAll(rights, groups) || granted.some((group) => !groups.includes(group))) throw fail('notAllowed');
}
