import type { LinkedAccount } from './admission.service.ts';
import type { App } from '#server/app.ts';
import type { Letter } from '#server/mail/mail.ts';

/** To somebody whose account a provider opens from now on: they may not have been the one who signed in there. */
export function linkedLetter(
  { translate, settings }: Pick<App, 'translate' | 'settings'>,
  { email, language }: Omit<LinkedAccount, 'id'>,
  provider: string,
): Letter {
  const t = translate(language);
  const link = `${settings.publicUrl}/profile`;
  return {
    to: email,
    subject: t('{provider} now opens your account', { provider }),
    text: [
      t('Somebody signed in with {provider} and your e-mail address. {provider} opens your account of Aisle from now on.', {
        provider,
      }),
      t('If it was not you, tell your administrator, and look at your profile:'),
      link,
    ].join('\n\n'),
    link,
  };
}
