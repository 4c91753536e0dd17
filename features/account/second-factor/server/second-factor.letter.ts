import type { TextLanguage } from '#contract/texts/text-language.ts';
import type { App } from '#server/app.ts';
import type { Letter } from '#server/mail/mail.ts';
import type { Translate } from '#server/translations.ts';

/** What became of somebody's second factor. */
export type SecondFactorChange = 'on' | 'newCodes' | 'off' | 'offByAdmin' | 'recoveryCodeUsed';

/** To the person whose it is: they may not have done it. */
export function changeLetter(
  { translate, settings }: Pick<App, 'translate' | 'settings'>,
  { email, language }: { readonly email: string; readonly language: TextLanguage },
  change: SecondFactorChange,
): Letter {
  const t = translate(language);
  const link = `${settings.publicUrl}/profile`;
  const text = [whatHappened(t, change), t('If it was not you, set a new password now, and look at your profile:'), link].join(
    '\n\n',
  );
  return { to: email, subject: t('Two-factor authentication of your account'), text, link };
}

function whatHappened(t: Translate, change: SecondFactorChange): string {
  if (change === 'on')
    return t(
      'Two-factor authentication was turned on for your account of Aisle. Signing in asks for a code of your app from now on.',
    );
  if (change === 'newCodes')
    return t('New recovery codes were made for your account of Aisle. The ones before open nothing any more.');
  if (change === 'recoveryCodeUsed')
    return t('Somebody signed in to your account of Aisle with a recovery code. It opens nothing any more.');
  if (change === 'offByAdmin')
    return t(
      'An administrator turned off two-factor authentication for your account of Aisle. Your password alone signs you in.',
    );
  return t('Two-factor authentication was turned off for your account of Aisle. Your password alone signs you in.');
}
