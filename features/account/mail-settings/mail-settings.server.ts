import { type MessageKind, messageTexts } from '#contract/texts/message-texts.ts';
import { allows } from '#contract/permission.ts';
import { messageNeeds } from '#features/general/messages/messages.contract.ts';
import { changeMailSetting, readMailSettings } from './mail-settings.contract.ts';
import { mailSettingStore } from './mail-settings.store.ts';
import type { App } from '#server/app.ts';
import { Answer, serve } from '#server/serve.ts';

const kinds = Object.keys(messageTexts) as MessageKind[];

export function serveMailSettings(app: App): void {
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
