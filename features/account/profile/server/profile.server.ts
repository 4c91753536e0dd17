import { ownProjectStore, userStore, endMailedLinks, giveUpAccount } from '#features/account/server/account.store.ts';
import { noteActivity } from '#features/account/server/activity.service.ts';
import {
  changePassword,
  deactivate,
  changeMailSetting,
  readMailSettings,
  leaveProject,
  listOwnProjects,
} from '#features/account/profile/profile.contract.ts';
import { askPassword } from '#features/account/server/sign-in.service.ts';
import type { App } from '#server/app/app.ts';
import { failField, fail } from '#server/base/fail.ts';
import { hashPassword } from '#server/secrets/secrets.ts';
import { serve, Answer } from '#server/app/serve.ts';
import { sessionStore } from '#server/secrets/sessions.ts';
import { lastOnes } from '#features/account/server/last-ones.store.ts';
import { type MessageKind, messageTexts } from '#contract/texts/message-texts.ts';
import { allows } from '#contract/permission.ts';
import { messageNeeds } from '#features/general/messages/messages.contract.ts';
import { mailSettingStore } from './profile.store.ts';

export function serveProfile(app: App): void {
  serveOwnPassword(app);
  serveDeactivation(app);
  serveMailSettings(app);
  serveOwnProjects(app);
}

function serveOwnPassword(app: App): void {
  const ask = askPassword(app);

  serve(app, changePassword, async ({ password, new_password }, caller) => {
    const { user, address, sessionToken } = caller;
    const before = await ask(user, address, password);
    const after = await hashPassword(new_password);
    const count = await app.db.transaction().execute(async (transaction) => {
      // A mailed link may have changed it since.
      if (!(await userStore(transaction).changePassword(user.id, before, after)))
        throw failField('password', 'currentPasswordWrong');
      await endMailedLinks(transaction, user.id);
      await noteActivity(transaction, user.id, 'passwordChanged', caller);
      return sessionStore(transaction).closeOthers(user.id, sessionToken);
    });
    return { count };
  });
}

function serveDeactivation(app: App): void {
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
      await endMailedLinks(transaction, user.id);
      await sessionStore(transaction).closeAll(user.id);
    });
    return {};
  });
}

const kinds = Object.keys(messageTexts) as MessageKind[];

function serveMailSettings(app: App): void {
  const settings = mailSettingStore(app.db);

  serve(app, readMailSettings, async (_input, { user, rights }) => {
    const muted = await settings.muted(user.id);
    const covered = kinds.filter((kind) => allows(rights, messageNeeds[kind]));
    const beside = { sends_mail: app.settings.hasMailServer };
    return new Answer<typeof readMailSettings>(
      covered.map((kind) => ({ kind, is_mailed: !muted.has(kind) })),
      { beside },
    );
  });

  serve(app, changeMailSetting, async ({ kind, is_mailed }, { user }) => {
    await settings.set(user.id, kind, is_mailed);
    return {};
  });
}

function serveOwnProjects(app: App): void {
  const { db } = app;

  serve(app, listOwnProjects, async (_input, { user }) => {
    const onlyOwned = new Set((await lastOnes(db).onlyOwnedBy([user.id])).map(({ project_id: id }) => id));
    const projects = await ownProjectStore(db).list(user.id);
    return projects.map((project) => ({ ...project, is_only_owner: onlyOwned.has(project.id) }));
  });

  serve(app, leaveProject, async (project, { user }) => {
    await db.transaction().execute(async (transaction) => {
      const last = lastOnes(transaction);
      await last.hold.project(project);
      const projects = await last.onlyOwned(user.id, project);
      if (projects.length > 0) throw fail('lastOwner', { projects: projects.join(', ') });
      if (!(await ownProjectStore(transaction).leave(user.id, project))) throw fail('notFound', { name: 'project' });
    });
    return {};
  });
}
