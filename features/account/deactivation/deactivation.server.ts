import { askPassword } from '#features/account/own-password/own-password.service.ts';
import { begunChanges } from '#features/account/begun-changes.store.ts';
import { deactivate } from './deactivation.contract.ts';
import { deactivationStore } from './deactivation.store.ts';
import type { App } from '#server-kit/app.ts';
import { fail } from '#server-kit/fail.ts';
import { serve } from '#server-kit/serve.ts';
import { sessionStore } from '#server-kit/sessions.ts';

export function serveDeactivation(app: App): void {
  const { db } = app;
  const ask = askPassword(app);

  serve(app, deactivate, async ({ password }, { user, address }) => {
    await ask(user, address, password);
    await db.transaction().execute(async (transaction) => {
      const accounts = deactivationStore(transaction);
      await accounts.waitForOthers(user);
      const projects = await accounts.onlyOwned(user.id);
      if (projects.length > 0) throw fail('lastOwnerOf', { projects: projects.join(', ') });
      if (await accounts.isOnlyAdmin(user.id)) throw fail('lastAdmin');
      await accounts.giveUp(user.id);
      await begunChanges(transaction).endResetLinks(user.id);
      await sessionStore(transaction).closeAll(user.id);
    });
    return {};
  });
}
