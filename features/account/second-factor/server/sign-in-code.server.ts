import { userStore } from '#features/account/server/account.store.ts';
import { limitGuessing } from '#features/account/sessions/guessing.service.ts';
import { openUnchanged } from '#features/account/sessions/sign-in.service.ts';
import { takeCode } from './code-check.service.ts';
import { signInWithCode } from '#features/account/second-factor/second-factor.contract.ts';
import { tellChange } from './second-factor-news.service.ts';
import { ticketStore } from './tickets.store.ts';
import type { App } from '#server/app.ts';
import { fail, failField } from '#server/fail.ts';
import { Answer, serve } from '#server/serve.ts';

const hourMilliseconds = 60 * 60 * 1000;

export function serveSignInCode(app: App): void {
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

  app.jobs.repeat('sign-ins that wait for a code', hourMilliseconds, tickets.forgetOver);
}
