import { keyAddress, counterOf, newKey } from './app-codes.ts';
import { takeCode } from './code-check.service.ts';
import { newRecoveryCodes } from './recovery-codes.ts';
import {
  beginSecondFactor,
  readSecondFactor,
  renewRecoveryCodes,
  turnOffForUser,
  turnOffSecondFactor,
  turnOnSecondFactor,
} from '#features/account/second-factor/second-factor.contract.ts';
import { changeLetterJob, tellChange } from './second-factor-news.service.ts';
import { secondFactorStore } from './second-factor.store.ts';
import { limitGuessing } from '#features/account/sessions/guessing.service.ts';
import { askPassword } from '#features/account/own-password/own-password.service.ts';
import { resetStore } from '#features/account/password-reset/server/password-reset.store.ts';
import type { Caller } from '#server/access.ts';
import type { App } from '#server/app.ts';
import type { Database } from '#server/db/schema.ts';
import { fail, failField } from '#server/fail.ts';
import { sendLetters } from '#server/mail/letters.ts';
import { serve } from '#server/serve.ts';
import { sessionStore } from '#server/secrets/sessions.ts';

export function serveSecondFactor(app: App): void {
  const { db, sealing } = app;
  const factors = secondFactorStore(db);
  const ask = askPassword(app);
  const guessing = limitGuessing(db);

  /** Does what the password and a code allow, with the code taken. Wrong ones count as wrong passwords at sign-in. */
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
      // They were opened by a password alone.
      await sessionStore(transaction).closeOthers(user.id, sessionToken);
      await tellChange(app, transaction, user, 'on', caller);
    });
    return { recovery_codes: codes };
  });

  serve(app, renewRecoveryCodes, (input, caller) =>
    proven(caller, input, async (transaction) => {
      const codes = newRecoveryCodes();
      await secondFactorStore(transaction).replaceRecoveryCodes(caller.user.id, codes);
      await tellChange(app, transaction, caller.user, 'newCodes', caller);
      return { recovery_codes: codes };
    }),
  );

  serve(app, turnOffSecondFactor, (input, caller) =>
    proven(caller, input, async (transaction) => {
      await secondFactorStore(transaction).turnOff(caller.user.id);
      await tellChange(app, transaction, caller.user, 'off', caller);
      return {};
    }),
  );

  serve(app, turnOffForUser, async ({ id }, { user, address, agent, language }) => {
    // For themselves they need their password and a code, as everybody does.
    if (id === user.id) throw fail('notAllowed');
    const person = await resetStore(db).reader(id);
    if (!person) throw fail('notFound', { name: 'user' });
    await db.transaction().execute(async (transaction) => {
      if (!(await secondFactorStore(transaction).turnOff(id))) throw fail('secondFactorOff');
      const doer = { address, agent, language: person.language ?? language };
      await tellChange(app, transaction, { id, email: person.email }, 'offByAdmin', doer);
    });
    return {};
  });

  sendLetters(app, changeLetterJob, () => Promise.resolve());
}
