import type { TextLanguage } from '#contract/texts/text-language.ts';
import { linkHours } from './sign-up.store.ts';
import type { App } from '#server/app.ts';
import type { Letter } from '#server/mail/mail.ts';

type Texts = Pick<App, 'translate' | 'settings'>;
interface Reader {
  readonly email: string;
  readonly language: TextLanguage;
}

/** To somebody who signs up with an address that has no account yet. No name stands in it: who wrote it may be somebody else. */
export function confirmLetter({ translate, settings }: Texts, { email, language }: Reader, token: string): Letter {
  const t = translate(language);
  const link = `${settings.publicUrl}/register/confirm?token=${encodeURIComponent(token)}`;
  return {
    to: email,
    subject: t('Confirm your e-mail address'),
    text: [
      t('Somebody signed up for Aisle with this e-mail address. Was it you? Then open this link within {count} hours.', {
        count: linkHours,
      }),
      link,
      t('If it was not you, do nothing.'),
    ].join('\n\n'),
    link,
  };
}

/** To somebody who has an account. Whoever signed up is answered the same as with a new address. */
export function knownLetter({ translate, settings }: Texts, { email, language }: Reader): Letter {
  const t = translate(language);
  const link = `${settings.publicUrl}/login`;
  return {
    to: email,
    subject: t('You have an account already'),
    text: [
      t('Somebody signed up for Aisle with this e-mail address, which has an account already. Was it you? Then sign in.'),
      link,
      t('If it was not you, do nothing.'),
    ].join('\n\n'),
    link,
  };
}
