import type { TextLanguage } from '#contract/texts/languages.ts';
import { linkHours } from './sign-up.store.ts';
import type { App } from '#server/app/app.ts';
import { type Letter, letterOf } from '#server/mail/mail.ts';

type Texts = Pick<App, 'translate' | 'settings'>;
interface Reader {
  readonly email: string;
  readonly language: TextLanguage;
}

/** No names, which others may have written. */
export function confirmLetter({ translate, settings }: Texts, { email, language }: Reader, token: string): Letter {
  const t = translate(language);
  const link = `${settings.publicUrl}/register/confirm?token=${encodeURIComponent(token)}`;
  return letterOf(email, t('Confirm your e-mail address'), link, [
    t('Someone signed up for Aisle with this e-mail address. If it was you, open this link within {count} hours.', {
      count: linkHours,
    }),
    link,
    t('If it wasn’t you, ignore this mail.'),
  ]);
}

/** The call returns the same as for a new address. */
export function knownLetter({ translate, settings }: Texts, { email, language }: Reader): Letter {
  const t = translate(language);
  const link = `${settings.publicUrl}/login`;
  return letterOf(email, t('You already have an account'), link, [
    t('Someone signed up for Aisle with this e-mail address, which already has an account. If it was you, sign in.'),
    link,
    t('If it wasn’t you, ignore this mail.'),
  ]);
}
