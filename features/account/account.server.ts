import type { App } from '#server-kit/app.ts';
import type { Rights } from '#contract/permission.ts';
import { keepLanguage, login, logout, type Profile, readUserData, register, verify } from './account.contract.ts';
import { userStore } from './account.store.ts';
import { fail, failField } from '#server-kit/fail.ts';
import { hashPassword, isPassword } from '#server-kit/passwords.ts';
import { countSharedAttempts, forgetAttempts } from '#server-kit/shared-attempts.ts';
import { Answer, serve } from '#server-kit/serve.ts';
import type { User } from '#server-kit/sessions.ts';

const hourSeconds = 3600;
const triesPerAccountAndHour = 20;
const triesPerAddressAndHour = 200;
const registrationsPerAddressAndHour = 60;

export function serveAccount(app: App): void {
  const users = userStore(app.db);
  const hourly = (name: string, maximum: number) => countSharedAttempts(app.db, { name, maximum, windowSeconds: hourSeconds });
  const byAccount = hourly('sign-in by account', triesPerAccountAndHour);
  const byAddress = hourly('sign-in by address', triesPerAddressAndHour);
  const registrations = hourly('sign-up by address', registrationsPerAddressAndHour);

  const openSession = async (userId: number) => {
    const token = await app.sessions.open(userId);
    const user = await app.sessions.find(token);
    if (!user) throw fail('loginIncorrect');
    return { token, user: profileOf(user, noRights) };
  };

  serve(app, login, async ({ email, password }, { address, language }) => {
    await byAddress.take(address);
    await byAccount.take(email);
    const user = await users.findByEmail(email);
    const isRight = await isPassword(password, user?.password_hash ?? null);
    if (!user || !isRight || user.is_blocked) throw fail('loginIncorrect');
    // Guessing never locks the owner out who knows the password.
    await byAccount.giveBack(email);
    await byAddress.giveBack(address);
    await users.keepLanguage(user.id, language);
    return openSession(user.id);
  });

  serve(app, register, async ({ email, name, surname, password }, { address, language }) => {
    await registrations.take(address);
    const id = await users.insert({ email, name, surname, language, passwordHash: await hashPassword(password) });
    if (id === null) throw failField('email', 'alreadyUsed', { name: 'email' });
    return openSession(id);
  });

  serve(app, verify, (_input, { user, rights, project }) => {
    const sales_channel = project && {
      id: project.id,
      name: project.name,
      url: project.url,
      language: project.language,
      token: project.token,
    };
    return new Answer(profileOf(user, rights), { beside: { sales_channel }, isNotice: project === null });
  });

  serve(app, readUserData, (_input, { user, rights }) => profileOf(user, rights));

  serve(app, keepLanguage, async ({ language }, { user }) => {
    await users.keepLanguage(user.id, language);
    return {};
  });

  serve(app, logout, async (_input, { sessionToken }) => {
    await app.sessions.close(sessionToken);
    return {};
  });

  app.jobs.repeat('old attempts', hourSeconds * 1000, () => forgetAttempts(app.db));
}

const noRights: Rights = { is_admin: false, is_owner: false, user_groups: [] };

const profileOf = (user: User, rights: Rights): Profile => ({
  id: user.id,
  name: user.name,
  surname: user.surname,
  email: user.email,
  is_admin: user.isAdmin,
  is_owner: rights.is_owner,
  user_groups: [...rights.user_groups],
});
