import { keyAddress, counterOf, newKey, newRecoveryCodes } from './codes.ts';
import {
  beginSecondFactor,
  readSecondFactor,
  renewRecoveryCodes,
  turnOffForUser,
  turnOffSecondFactor,
  turnOnSecondFactor,
  changeDemand,
  readDemand,
  signInWithCode,
  type ActivityKind,
} from '#features/account/account.contract.ts';
import { secondFactorStore, ticketStore } from './second-factor.store.ts';
import { limitGuessing, askPassword, openUnchanged } from './sign-in.service.ts';
import type { Caller } from '#server/app/access.ts';
import type { App } from '#server/app/app.ts';
import type { Database } from '#server/db/schema.ts';
import { fail, failField } from '#server/base/fail.ts';
import { type LetterKit, postAccountLetter, type Reader, writeLetter } from '#server/app/letters.ts';
import { serve, Answer } from '#server/app/serve.ts';
import { sessionStore } from '#server/secrets/sessions.ts';
import { secondFactorDemand, serverSettings } from '#server/db/server-settings.ts';
import { userStore } from './account.store.ts';
import { noteActivity } from './activity.service.ts';
import type { ConsoleLanguage } from '#contract/texts/languages.ts';
import type { Letter } from '#server/mail/mail.ts';

type Change = Extract<
  ActivityKind,
  'secondFactorOn' | 'recoveryCodesRenewed' | 'secondFactorOff' | 'secondFactorOffByAdmin' | 'recoveryCodeUsed'
>;

async function tellChange(
  app: App,
  transaction: Database,
  { id, email }: { readonly id: number; readonly email: string },
  change: Change,
  doer: Parameters<typeof noteActivity>[3] & { readonly language: ConsoleLanguage },
): Promise<void> {
  await noteActivity(transaction, id, change, doer);
  await postAccountLetter(app, transaction, changeLetter(app, { email, language: doer.language }, change));
}

/** To the person whose it is: they may not have done it. */
export const changeLetter = (kit: LetterKit, reader: Reader, change: Change): Letter =>
  writeLetter(kit, reader, (t) => {
    const happened: Readonly<Record<Change, string>> = {
      secondFactorOn: t('Two-factor authentication was turned on for your Aisle account. Sign in with a code from your app.'),
      recoveryCodesRenewed: t('Your Aisle account has new recovery codes. The previous ones no longer work.'),
      recoveryCodeUsed: t('Someone signed in to your Aisle account with a recovery code. The code no longer works.'),
      secondFactorOffByAdmin: t(
        'An administrator turned off two-factor authentication for your Aisle account. Your password alone signs you in.',
      ),
      secondFactorOff: t('Two-factor authentication was turned off for your Aisle account. Your password alone signs you in.'),
    };
    const before = [happened[change], t('If it wasn’t you, set a new password now and check your profile:')];
    return { subject: t('Two-factor authentication of your account'), path: '/profile', before };
  });

export function serveSecondFactor(app: App): void {
  const { db, sealing } = app;
  const factors = secondFactorStore(db);
  const ask = askPassword(app);
  const guessing = limitGuessing(db);

  /** Wrong codes count as wrong passwords at sign-in. */
  async function proven<Done>(
    { user, address }: Caller<'user'>,
    { password, code }: { password: string; code: string },
    work: (transaction: Database) => Promise<Done>,
  ): Promise<Done> {
    await ask(user, address, password);
    if ((await factors.key(user.id)) === null) throw fail('secondFactorOff');
    const guess = { email: user.email, userId: user.id, place: { address, device: null } };
    let done: Done | undefined;
    const isRight = await guessing.check(guess, () =>
      db.transaction().execute(async (transaction) => {
        const taken = await takeCode(app, transaction, user.id, code);
        if (taken !== null) done = await work(transaction);
        return taken !== null;
      }),
    );
    if (!isRight) throw failField('code', 'codeWrong');
    return done as Done;
  }

  serve(app, readSecondFactor, (_input, { user }) => factors.read(user.id));

  serve(app, beginSecondFactor, async ({ password }, { user, address }) => {
    await ask(user, address, password);
    const key = newKey();
    if (!(await factors.begin(user.id, sealing.seal(key)))) throw fail('secondFactorOn');
    return { key, address: keyAddress(key, user.email) };
  });

  serve(app, turnOnSecondFactor, async ({ code }, caller) => {
    const { user, sessionToken } = caller;
    const sealedKey = await factors.begunKey(user.id);
    const key = sealedKey === null ? null : sealing.open(sealedKey);
    if (sealedKey === null || key === null) throw fail('setUpOver');
    const counter = counterOf(key, code.replaceAll(/\s/g, ''), Date.now());
    if (counter === null) throw failField('code', 'codeWrong');
    const codes = newRecoveryCodes();
    await db.transaction().execute(async (transaction) => {
      const own = secondFactorStore(transaction);
      if (!(await own.turnOn(user.id, sealedKey, counter))) throw fail('setUpOver');
      await own.replaceRecoveryCodes(user.id, codes);
      // Other sessions were opened by a password alone.
      await sessionStore(transaction).closeOthers(user.id, sessionToken);
      await tellChange(app, transaction, user, 'secondFactorOn', caller);
    });
    return { recovery_codes: codes };
  });

  serve(app, renewRecoveryCodes, (input, caller) =>
    proven(caller, input, async (transaction) => {
      const codes = newRecoveryCodes();
      await secondFactorStore(transaction).replaceRecoveryCodes(caller.user.id, codes);
      await tellChange(app, transaction, caller.user, 'recoveryCodesRenewed', caller);
      return { recovery_codes: codes };
    }),
  );

  serve(app, turnOffSecondFactor, (input, caller) =>
    proven(caller, input, async (transaction) => {
      await secondFactorStore(transaction).turnOff(caller.user.id);
      await tellChange(app, transaction, caller.user, 'secondFactorOff', caller);
      return {};
    }),
  );

  serve(app, turnOffForUser, async ({ id }, { user, address, agent, language }) => {
    // Administrators turn off their own by password and code, as everybody does.
    if (id === user.id) throw fail('notAllowed');
    const person = await userStore(db).reader(id);
    if (!person) throw fail('notFound', { name: 'user' });
    await db.transaction().execute(async (transaction) => {
      if (!(await secondFactorStore(transaction).turnOff(id))) throw fail('secondFactorOff');
      const doer = { address, agent, language: person.language ?? language };
      await tellChange(app, transaction, { id, email: person.email }, 'secondFactorOffByAdmin', doer);
    });
    return {};
  });

  serveSignInCode(app);
  serveDemand(app);
}

function serveDemand(app: App): void {
  const { db, settings } = app;
  const decided = serverSettings(db);
  const demand = async () => ({
    is_demanded: settings.demandsSecondFactor || (await decided.isOn(secondFactorDemand)),
    is_set_by_server: settings.demandsSecondFactor,
  });

  serve(app, readDemand, demand);

  serve(app, changeDemand, async ({ is_demanded: isDemanded }, { user }) => {
    if (settings.demandsSecondFactor) throw fail('setByServer');
    if (isDemanded && (await secondFactorStore(db).key(user.id)) === null) throw fail('secondFactorFirst');
    await decided.turn(secondFactorDemand, isDemanded);
    return demand();
  });
}

type TakenCode = 'app' | 'recovery';

/** Uses up an app code or a recovery code; null if it is wrong or used. Give the transaction of what it allows. */
async function takeCode(
  { sealing }: Pick<App, 'sealing'>,
  transaction: Database,
  userId: number,
  code: string,
): Promise<TakenCode | null> {
  const factors = secondFactorStore(transaction);
  const sealedKey = await factors.key(userId);
  if (sealedKey === null) return null;
  const digits = code.replaceAll(/\s/g, '');
  if (!/^\d{6}$/.test(digits)) return (await factors.takeRecoveryCode(userId, code)) ? 'recovery' : null;
  // Unreadable after a change of AISLE_SECRET_KEY; recovery codes still work.
  const key = sealing.open(sealedKey);
  const counter = key === null ? null : counterOf(key, digits, Date.now());
  return counter !== null && (await factors.takeCounter(userId, counter)) ? 'app' : null;
}

function serveSignInCode(app: App): void {
  const { db } = app;
  const tickets = ticketStore(db);
  const guessing = limitGuessing(db);

  serve(app, signInWithCode, async ({ ticket, code }, caller) => {
    const user = await tickets.find(ticket);
    if (!user) throw fail('signInOver');
    const isRight = await guessing.check({ email: user.email, userId: user.id, place: caller }, () =>
      db.transaction().execute(async (transaction) => {
        const taken = await takeCode(app, transaction, user.id, code);
        if (taken === null) return false;
        if (!(await ticketStore(transaction).take(ticket))) throw fail('signInOver');
        if (taken === 'recovery') await tellChange(app, transaction, user, 'recoveryCodeUsed', caller);
        return true;
      }),
    );
    if (!isRight) throw failField('code', 'codeWrong');
    await userStore(db).noteLanguage(user.id, caller.language);
    const { headers, ...session } = await openUnchanged(app, user, caller);
    return new Answer<typeof signInWithCode>(session, { headers });
  });
}
