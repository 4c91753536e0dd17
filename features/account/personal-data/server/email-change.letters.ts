import type { TextLanguage } from '#contract/texts/text-language.ts';
import { linkHours } from './personal-data.store.ts';
import type { App } from '#server/app.ts';
import type { Letter } from '#server/mail/mail.ts';

type Texts = Pick<App, 'translate' | 'settings'>;

/** To the new address. */
export function newAddressLetter({ translate, settings }: Texts, to: string, language: TextLanguage, token: string): Letter {
  const t = translate(language);
  const link = `${settings.publicUrl}/email-change?token=${encodeURIComponent(token)}`;
  return {
    to,
    subject: t('Confirm your new e-mail address'),
    text: [
      t(
        'Somebody wants to use Aisle with this e-mail address from now on. Was it you? Then open this link within {hours} hours.',
        {
          hours: linkHours,
        },
      ),
      link,
      t('If it was not you, do nothing.'),
    ].join('\n\n'),
    link,
  };
}

/** To the address that holds until then. */
export function oldAddressLetter({ translate, settings }: Texts, to: string, language: TextLanguage, email: string): Letter {
  const t = translate(language);
  const link = `${settings.publicUrl}/password-reset`;
  return {
    to,
    subject: t('Your e-mail address is to be changed'),
    text: [
      t('Somebody who is signed in to your account of Aisle changes its e-mail address to {email}.', { email }),
      t('If it was not you, set a new password now. That stops it, and signs everybody out:'),
      link,
    ].join('\n\n'),
    link,
  };
}
