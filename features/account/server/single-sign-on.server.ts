import { userStore } from './account.store.ts';
import { openSession } from './sign-in.service.ts';
import { admit, unusedPasswordHash } from './admission.service.ts';
import { beginSingleSignOn, endSingleSignOn } from '#features/account/account.contract.ts';
import { providerTickets } from './single-sign-on.store.ts';
import type { Provider } from './provider.ts';
import type { App } from '#server/app/app.ts';
import { fail } from '#server/base/fail.ts';
import { type LetterKit, postAccountLetter, type Reader, writeLetter } from '#server/app/letters.ts';
import { Answer, serve } from '#server/app/serve.ts';
import { countSharedAttempts } from '#server/limits/attempts.ts';
import type { Letter } from '#server/mail/mail.ts';

const singleSignOnPath = '/login/provider';

const hourSeconds = 3_600;
/** Per network address, which a company may share. */
export const signOnsPerAddressAndHour = 600;

export function serveSingleSignOn(app: App): void {
  const { db, settings, sealing } = app;
  const tickets = providerTickets(db, sealing);
  const byAddress = countSharedAttempts(db, {
    name: 'single sign-on by address',
    maximum: signOnsPerAddressAndHour,
    windowSeconds: hourSeconds,
  });
  let opened: Promise<Provider> | null = null;

  /** Lazy: loads the library at the first sign-in. */
  function provider(): Promise<Provider> {
    const { provider: own } = settings;
    if (own === null) throw fail('providerOff');
    const redirectAddress = () => `${settings.publicUrl}${singleSignOnPath}`;
    return (opened ??= import('#features/account/server/provider.ts').then(({ openProvider }) =>
      openProvider(own, redirectAddress, app.http.log),
    ));
  }

  serve(app, beginSingleSignOn, async (_input, { address: from }) => {
    const { begin } = await provider();
    await byAddress.take(from);
    const { address, checks } = await begin();
    return { address, ticket: await tickets.open(checks) };
  });

  serve(app, endSingleSignOn, async ({ ticket, answer }, caller) => {
    const { end } = await provider();
    const own = settings.provider!;
    await byAddress.take(caller.address);
    const checks = await tickets.take(ticket);
    if (!checks) throw fail('providerSignInOver');
    const person = await end(answer, checks);
    const unusedPassword = await unusedPasswordHash();
    const userId = await db.transaction().execute((transaction) =>
      admit(transaction, own, person, {
        language: caller.language,
        unusedPassword,
        tellLinked: (account) => postAccountLetter(app, transaction, linkedLetter(app, account, own.name)),
      }),
    );
    await userStore(db).noteLanguage(userId, caller.language);
    const { headers, ...session } = await openSession(app, userId, caller, { isByProvider: true });
    return new Answer<typeof endSingleSignOn>(session, { headers });
  });
}

export const linkedLetter = (kit: LetterKit, reader: Reader, provider: string): Letter =>
  writeLetter(kit, reader, (t) => ({
    subject: t('{provider} now opens your account', { provider }),
    path: '/profile',
    before: [
      t('Someone signed in with {provider} and your e-mail address. {provider} now opens your Aisle account.', { provider }),
      t('If it wasn’t you, tell your administrator and check your profile:'),
    ],
  }));
