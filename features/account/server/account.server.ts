import { allows } from '#contract/permission.ts';
import { keepLanguage, login, logout, verify } from '#features/account/account.contract.ts';
import { userStore } from './account.store.ts';
import { noteFailedSignIn } from '#features/account/activity/server/activity.service.ts';
import { limitGuessing } from '#features/account/sessions/guessing.service.ts';
import { knownPlaceStore } from '#features/account/sessions/known-places.store.ts';
import { secondFactorStore, ticketStore } from '#features/account/second-factor/server/second-factor.store.ts';
import { openUnchanged, profileOf, refuseWithoutPasswords } from '#features/account/sessions/sign-in.service.ts';
import type { Caller } from '#server/app/access.ts';
import type { App } from '#server/app/app.ts';
import { fail } from '#server/base/fail.ts';
import { isPassword } from '#server/secrets/secrets.ts';
import { forgetAttempts } from '#server/limits/attempts.ts';
import { Answer, serve } from '#server/app/serve.ts';

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
    const beside = { sales_channel, owns_projects: await users.ownsProjects(user.id) };
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

  app.jobs.repeat('old attempts', hourMilliseconds, () => forgetAttempts(app.db));
  app.jobs.repeat('sessions that are over', hourMilliseconds, () => app.sessions.forgetOver());
  app.jobs.repeat('places of sign-ins', hourMilliseconds, knownPlaceStore(app.db).forgetOld);
  app.jobs.repeat('old mails', hourMilliseconds, () => app.mail.forgetOld());
}
