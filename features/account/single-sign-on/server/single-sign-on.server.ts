import { userStore } from '#features/account/server/account.store.ts';
import { openSession } from '#features/account/sessions/sign-in.service.ts';
import { admit, unusedPasswordHash } from './admission.service.ts';
import { beginSingleSignOn, endSingleSignOn } from '#features/account/single-sign-on/single-sign-on.contract.ts';
import { linkedLetter } from './single-sign-on.letter.ts';
import { providerTickets } from './single-sign-on.store.ts';
import type { Provider } from './provider.ts';
import type { App } from '#server/app.ts';
import { fail } from '#server/fail.ts';
import { postLetter, sendLetters } from '#server/mail/letters.ts';
import { Answer, serve } from '#server/serve.ts';
import { countSharedAttempts } from '#server/http/shared-attempts.ts';

/** Where the provider sends browsers back to: a page of the console, which then asks for the session. */
const singleSignOnPath = '/login/provider';

const letterJob = 'single sign-on letter';
const hourSeconds = 3_600;
/** From one address of the network, which a whole company may share. */
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

  /** The library is loaded where somebody signs in by it. */
  function provider(): Promise<Provider> {
    const { provider: own } = settings;
    if (own === null) throw fail('providerOff');
    const redirectAddress = () => `${settings.publicUrl}${singleSignOnPath}`;
    return (opened ??= import('./provider.ts').then(({ openProvider }) => openProvider(own, redirectAddress, app.http.log)));
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
        async tellLinked(account) {
          const letter = linkedLetter(app, account, own.name);
          await postLetter(app, letterJob, { key: `account ${account.id}`, letter, about: { user: account.id } }, transaction);
        },
      }),
    );
    await userStore(db).noteLanguage(userId, caller.language);
    const { headers, ...session } = await openSession(app, userId, caller, { isByProvider: true });
    return new Answer<typeof endSingleSignOn>(session, { headers });
  });

  sendLetters(app, letterJob, () => Promise.resolve());
  app.jobs.repeat('sign-ins with the provider that are over', hourSeconds * 1000, tickets.forgetOver);
}
