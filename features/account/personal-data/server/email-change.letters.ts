import type { TextLanguage } from '#contract/texts/languages.ts';
import { linkHours } from './personal-data.store.ts';
import type { App } from '#server/app/app.ts';
import { type Letter, letterOf } from '#server/mail/mail.ts';

type Texts = Pick<App, 'translate' | 'settings'>;

export function newAddressLetter({ translate, settings }: Texts, to: string, language: TextLanguage, token: string): Letter {
  const t = translate(language);
  const link = `${settings.publicUrl}/email-change?token=${encodeURIComponent(token)}`;
  return letterOf(to, t('Confirm your new e-mail address'), link, [
    t('Someone wants to use this e-mail address for Aisle. If it was you, open this link within {hours} hours.', {
      hours: linkHours,
    }),
    link,
    t('If it wasn’t you, ignore this mail.'),
  ]);
}

export function oldAddressLetter({ translate, settings }: Texts, to: string, language: TextLanguage, email: string): Letter {
  const t = translate(language);
  const link = `${settings.publicUrl}/password-reset`;
  return letterOf(to, t('Your e-mail address is about to change'), link, [
    t('Someone signed in to your Aisle account is changing its e-mail address to {email}.', { email }),
    t('If it wasn’t you, set a new password now. This cancels the change and signs everyone out:'),
    link,
  ]);
}
