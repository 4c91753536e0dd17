import { allows } from '#contract/permission.ts';
import { keepLanguage, login, logout, verify, readActivity, signOutElsewhere } from '#features/account/account.contract.ts';
import { userStore, knownPlaceStore, activityStore } from './account.store.ts';
import { noteFailedSignIn, noteActivity } from './activity.service.ts';
import { limitGuessing, openUnchanged, profileOf, refuseWithoutPasswords } from './sign-in.service.ts';
import { secondFactorStore, ticketStore } from './second-factor.store.ts';
import type { Caller } from '#server/app/access.ts';
import { accountLetterJob, sendLetters } from '#server/app/letters.ts';
import { forgetExpired } from './pending.store.ts';
import type { App } from '#server/app/app.ts';
import { fail } from '#server/base/fail.ts';
import { isPassword } from '#server/secrets/secrets.ts';
import { forgetAttempts } from '#server/limits/attempts.ts';
import { Answer, serve } from '#server/app/serve.ts';
import { mayAddProjects } from '#server/db/server-settings.ts';
import { sessionStore } from '#server/secrets/sessions.ts';

const hourMilliseconds = 60 * 60 * 1000;

export function serveAccount(app: App): void {
  const users = userStore(app.db);
  const guessing = limitGuessing(app.db);
  const secondFactors = secondFactorStore(app.db);
  const tickets = ticketStore(app.db);

  /** Not awaited: the response time must not reveal whether the address has an account. */
  const noteFailure = (userId: number, place: Pick<Caller<'public'>, 'address' | 'agent'>): void =>
    void noteFailedSignIn(app.db, userId, place).catch((error: unknown) =>
      app.http.log.error({ error }, 'A failed sign-in could not be noted'),
    );

  serve(app, login, async ({ email, password }, caller) => {
    refuseWithoutPasswords(app);
    const user = await users.findByEmail(email);
    const isRight = await guessing.check({ email, userId: user?.id ?? 0, place: caller }, async () => {
      const isSame = await isPassword(password, user?.password_hash ?? null);
      return isSame && user !== undefined && user.is_blocked === 0;
    });
    if (user && !isRight) noteFailure(user.id, caller);
    if (!isRight || !user) throw fail('loginIncorrect');
    if ((await secondFactors.key(user.id)) !== null)
      return new Answer<typeof login>(null, { isNotice: true, beside: { ticket: await tickets.open(user) } });
    await users.noteLanguage(user.id, caller.language);
    const { headers, ...session } = await openUnchanged(app, { ...user, email }, caller);
    return new Answer<typeof login>(session, { headers, beside: { ticket: null } });
  });

  serve(app, verify, async (_input, { user, rights, project }) => {
    const sales_channel = project && {
      id: project.id,
      name: project.name,
      url: project.url,
      language: project.language,
      time_zone: project.timeZone,
      token: project.token,
      active: project.isActive,
      owner: allows(rights, 'owner') ? null : await users.ownerOf(project),
    };
    const beside = {
      sales_channel,
      owns_projects: await users.ownsProjects(user.id),
      may_add_projects: await mayAddProjects(app.db, user),
      blocked_in: project === null ? await users.blockedIn(user.id) : [],
    };
    const person = { ...profileOf(user, rights), photo: await users.photoOf(user.id) };
    return new Answer<typeof verify>(person, { beside, isNotice: project === null });
  });

  serve(app, keepLanguage, async ({ language }, { user }) => {
    await users.keepLanguage(user.id, language);
    return {};
  });

  serve(app, logout, async (_input, { sessionToken }) => {
    await app.sessions.close(sessionToken);
    return {};
  });

  serve(app, readActivity, async (_input, { user, sessionToken }) => {
    const beside = { other_sessions: await app.sessions.countOthers(user.id, sessionToken) };
    return new Answer<typeof readActivity>(await activityStore(app.db).list(user.id, sessionToken), { beside });
  });

  serve(app, signOutElsewhere, (_input, caller) =>
    app.db.transaction().execute(async (transaction) => {
      const count = await sessionStore(transaction).closeOthers(caller.user.id, caller.sessionToken);
      if (count > 0) await noteActivity(transaction, caller.user.id, 'signedOutElsewhere', caller);
      return { count };
    }),
  );

  app.jobs.repeat('expired sign-ins', hourMilliseconds, async () => {
    await forgetAttempts(app.db);
    await app.sessions.forgetOver();
    await forgetExpired(app.db);
    await knownPlaceStore(app.db).forgetOld();
    await activityStore(app.db).forgetOld();
    await app.mail.forgetOld();
  });
  sendLetters(app, accountLetterJob);
}
