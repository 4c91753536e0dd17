import type { ConsoleLanguage } from '#contract/texts/languages.ts';
import { userStore, endMailedLinks } from './account.store.ts';
import { noteActivity } from './activity.service.ts';
import { refuseWithoutPasswords } from './sign-in.service.ts';
import { checkResetLink, requestReset, resetPassword } from '#features/account/account.contract.ts';
import { resetStore, linkMinutes } from './pending.store.ts';
import type { App } from '#server/app/app.ts';
import { fail } from '#server/base/fail.ts';
import { type LetterKit, postAccountLetter, type Reader, tokenPath, writeLetter } from '#server/app/letters.ts';
import { hashPassword, newSecret } from '#server/secrets/secrets.ts';
import { serve } from '#server/app/serve.ts';
import { sessionStore } from '#server/secrets/sessions.ts';
import { countSharedAttempts } from '#server/limits/attempts.ts';
import type { Letter } from '#server/mail/mail.ts';

/**
 * Mails the link in the user's language, or else in `language`, and returns it; null for unknown or blocked users. Callers
 * limit the rate.
 */
export async function sendResetLink(app: App, userId: number, language: ConsoleLanguage): Promise<string | null> {
  const reader = await userStore(app.db).reader(userId);
  if (!reader) return null;
  const token = newSecret();
  const letter = resetLetter(app, { email: reader.email, language: reader.language ?? language }, token);
  await app.db.transaction().execute(async (transaction) => {
    await resetStore(transaction).insert(userId, token);
    await postAccountLetter(app, transaction, letter);
  });
  return letter.link;
}

/** No names, which others may have written. */
export const resetLetter = (kit: LetterKit, reader: Reader, token: string): Letter =>
  writeLetter(kit, reader, (t) => ({
    subject: t('Set a new password'),
    path: tokenPath('/password-reset', token),
    before: [
      t('Open this link within {minutes} minutes to set a new password for your Aisle account.', { minutes: linkMinutes }),
    ],
    after: [t('The link works once and signs you out everywhere. If you didn’t request it, ignore this mail.')],
  }));

const hourSeconds = 3_600;
/** Requests per hour. */
export const resetLimits = {
  perAccountAndHour: 10,
  perAddressAndHour: 60,
} as const;

const requestJob = 'password reset';
const requestsAtOnce = 2;

/** Account enumeration: the call does the same for every address; a job looks it up later. */
export function servePasswordReset(app: App): void {
  const { db, jobs, sealing } = app;
  const resets = resetStore(db);
  const hourly = (name: string, maximum: number) => countSharedAttempts(db, { name, maximum, windowSeconds: hourSeconds });
  const byAddress = hourly('password reset by address', resetLimits.perAddressAndHour);
  const byAccount = hourly('password reset by account', resetLimits.perAccountAndHour);

  serve(app, requestReset, async ({ email }, { address, language }) => {
    refuseWithoutPasswords(app);
    await byAddress.take(address);
    await byAccount.take(email);
    const request: Reader = { email, language };
    await jobs.enqueue(requestJob, sealing.hash(email), { request: sealing.seal(JSON.stringify(request)) });
    return {};
  });

  jobs.handle<{ request: string }>(
    requestJob,
    async ({ request }) => {
      const opened = sealing.open(request);
      if (opened === null) throw new Error('The request was sealed with another AISLE_SECRET_KEY.');
      const { email, language } = JSON.parse(opened) as Reader;
      const userId = await resets.findUser(email);
      if (userId !== null) await sendResetLink(app, userId, language);
    },
    { atOnce: requestsAtOnce, onParked: () => Promise.resolve() },
  );

  serve(app, checkResetLink, async ({ token }) => {
    if (!(await resets.isValid(token))) throw fail('linkNotValid');
    return {};
  });

  serve(app, resetPassword, async ({ token, password }, caller) => {
    refuseWithoutPasswords(app);
    // Hashing is slow, so check the link first.
    if (!(await resets.isValid(token))) throw fail('linkNotValid');
    const passwordHash = await hashPassword(password);
    const email = await db.transaction().execute(async (transaction) => {
      const user = await resetStore(transaction).take(token);
      if (!user) throw fail('linkNotValid');
      await resetStore(transaction).setPassword(user.id, passwordHash);
      await userStore(transaction).markProven(user.id);
      await sessionStore(transaction).closeAll(user.id);
      await endMailedLinks(transaction, user.id);
      await noteActivity(transaction, user.id, 'passwordReset', caller);
      return user.email;
    });
    return { email };
  });
}
