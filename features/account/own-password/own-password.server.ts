import { userStore } from '#features/account/server/account.store.ts';
import { noteActivity } from '#features/account/activity/server/activity.service.ts';
import { begunChanges } from '#features/account/server/begun-changes.store.ts';
import { changePassword } from './own-password.contract.ts';
import { askPassword } from './own-password.service.ts';
import type { App } from '#server/app.ts';
import { failField } from '#server/fail.ts';
import { hashPassword } from '#server/secrets/passwords.ts';
import { serve } from '#server/serve.ts';
import { sessionStore } from '#server/secrets/sessions.ts';

export function serveOwnPassword(app: App): void {
  const ask = askPassword(app);

  serve(app, changePassword, async ({ password, new_password }, caller) => {
    const { user, address, sessionToken } = caller;
    const before = await ask(user, address, password);
    const after = await hashPassword(new_password);
    const count = await app.db.transaction().execute(async (transaction) => {
      // Somebody may have changed it meanwhile, such as by a mailed link.
      if (!(await userStore(transaction).changePassword(user.id, before, after)))
        throw failField('password', 'currentPasswordWrong');
      await begunChanges(transaction).endResetLinks(user.id);
      await begunChanges(transaction).cancelEmailChange(user.id);
      await noteActivity(transaction, user.id, 'passwordChanged', caller);
      return sessionStore(transaction).closeOthers(user.id, sessionToken);
    });
    return { count };
  });
}
