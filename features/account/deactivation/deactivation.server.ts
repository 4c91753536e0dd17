import { begunChanges } from '#features/account/server/begun-changes.store.ts';
import { lastOnes } from '#features/account/server/last-ones.store.ts';
import { askPassword } from '#features/account/own-password/own-password.service.ts';
import { deactivate } from './deactivation.contract.ts';
import { giveUpAccount } from './deactivation.store.ts';
import type { App } from '#server/app.ts';
import { fail } from '#server/fail.ts';
import { serve } from '#server/serve.ts';
import { sessionStore } from '#server/secrets/sessions.ts';

export function serveDeactivation(app: App): void {
  const { db } = app;
  const ask = askPassword(app);

  serve(app, deactivate, async ({ password }, { user, address }) => {
    await ask(user, address, password);
    await db.transaction().execute(async (transaction) => {
      const last = lastOnes(transaction);
      await last.hold.administrators();
      await last.hold.projectsOf(user.id);
      const projects = await last.onlyOwned(user.id);
      if (projects.length > 0) throw fail('lastOwner', { projects: projects.join(', ') });
      if ((await last.administrators()).every((id) => id === user.id)) throw fail('lastAdmin');
      await giveUpAccount(transaction, user.id);
      await begunChanges(transaction).endResetLinks(user.id);
      await sessionStore(transaction).closeAll(user.id);
    });
    return {};
  });
}
