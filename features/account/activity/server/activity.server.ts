import { readActivity, signOutElsewhere } from '#features/account/activity/activity.contract.ts';
import { noteActivity } from './activity.service.ts';
import { activityStore } from './activity.store.ts';
import type { App } from '#server/app/app.ts';
import { Answer, serve } from '#server/app/serve.ts';
import { sessionStore } from '#server/secrets/sessions.ts';

const hourMilliseconds = 60 * 60 * 1000;

export function serveActivity(app: App): void {
  const { db, sessions } = app;
  const activity = activityStore(db);

  serve(app, readActivity, async (_input, { user, sessionToken }) => {
    const beside = { other_sessions: await sessions.countOthers(user.id, sessionToken) };
    return new Answer<typeof readActivity>(await activity.list(user.id, sessionToken), { beside });
  });

  serve(app, signOutElsewhere, (_input, caller) =>
    db.transaction().execute(async (transaction) => {
      const count = await sessionStore(transaction).closeOthers(caller.user.id, caller.sessionToken);
      if (count > 0) await noteActivity(transaction, caller.user.id, 'signedOutElsewhere', caller);
      return { count };
    }),
  );

  app.jobs.repeat('old activity of accounts', hourMilliseconds, activity.forgetOld);
}
