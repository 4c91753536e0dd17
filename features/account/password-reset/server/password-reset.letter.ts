import type { TextLanguage } from '#contract/texts/text-language.ts';
import { linkMinutes } from './password-reset.store.ts';
import type { App } from '#server/app.ts';
import type { Letter } from '#server/mail/mail.ts';

/** No name stands in it. Its link is made of the server's own address, whatever the call said that its host is. */
export function resetLetter(
  { translate, settings }: Pick<App, 'translate' | 'settings'>,
  { email, language }: { readonly email: string; readonly language: TextLanguage },
  token: string,
): Letter {
  const t = translate(language);
  const link = `${settings.publicUrl}/password-reset?token=${encodeURIComponent(token)}`;
  return {
    to: email,
    subject: t('Set a new password'),
    text: [
      t('A new password was asked for your account of Aisle. Open this link within {minutes} minutes to set it.', {
        minutes: linkMinutes,
      }),
      link,
      t('It works once, and signs you out everywhere. If you did not ask for it, do nothing: your password stays.'),
    ].join('\n\n'),
    link,
  };
}
