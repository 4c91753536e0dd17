import { changeDemand, readDemand } from '#features/account/second-factor/second-factor.contract.ts';
import { secondFactorStore } from './second-factor.store.ts';
import type { App } from '#server/app.ts';
import { fail } from '#server/fail.ts';
import { serve } from '#server/serve.ts';
import { secondFactorDemand, serverSettings } from '#server/server-settings.ts';

/** Whether everybody has to have a second factor: as the environment says, or else as administrators have decided. */
export function serveDemand(app: App): void {
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
