import type { ActivityKind } from '#features/account/activity/activity.contract.ts';
import { noteActivity } from '#features/account/activity/server/activity.service.ts';
import type { TextLanguage } from '#contract/texts/languages.ts';
import type { App } from '#server/app/app.ts';
import type { Database } from '#server/db/schema.ts';
import { postLetter } from '#server/app/letters.ts';
import { newSecret } from '#server/secrets/secrets.ts';
import type { Letter } from '#server/mail/mail.ts';
import type { Translate } from '#server/base/translations.ts';

export const changeLetterJob = 'second factor letter';

const kinds: Readonly<Record<SecondFactorChange, ActivityKind>> = {
  on: 'secondFactorOn',
  newCodes: 'recoveryCodesRenewed',
  off: 'secondFactorOff',
  offByAdmin: 'secondFactorOffByAdmin',
  recoveryCodeUsed: 'recoveryCodeUsed',
};

interface Person {
  readonly id: number;
  readonly email: string;
}
interface Doer {
  readonly address: string;
  readonly agent: string;
  readonly language: TextLanguage;
  readonly sessionToken?: string;
}

export async function tellChange(
  app: App,
  transaction: Database,
  { id, email }: Person,
  change: SecondFactorChange,
  doer: Doer,
): Promise<void> {
  await noteActivity(transaction, id, kinds[change], doer);
  const letter = changeLetter(app, { email, language: doer.language }, change);
  await postLetter(app, changeLetterJob, { key: newSecret(), letter, about: { user: id } }, transaction);
}

export type SecondFactorChange = 'on' | 'newCodes' | 'off' | 'offByAdmin' | 'recoveryCodeUsed';

/** To the person whose it is: they may not have done it. */
export function changeLetter(
  { translate, settings }: Pick<App, 'translate' | 'settings'>,
  { email, language }: { readonly email: string; readonly language: TextLanguage },
  change: SecondFactorChange,
): Letter {
  const t = translate(language);
  const link = `${settings.publicUrl}/profile`;
  const text = [whatHappened(t, change), t('If it wasn’t you, set a new password now and check your profile:'), link].join(
    '\n\n',
  );
  return { to: email, subject: t('Two-factor authentication of your account'), text, link };
}

function whatHappened(t: Translate, change: SecondFactorChange): string {
  if (change === 'on')
    return t(
      'Two-factor authentication was turned on for your Aisle account. You sign in with a code from your app from now on.',
    );
  if (change === 'newCodes')
    return t('New recovery codes were generated for your Aisle account. The previous ones no longer work.');
  if (change === 'recoveryCodeUsed')
    return t('Someone signed in to your Aisle account with a recovery code. The code no longer works.');
  if (change === 'offByAdmin')
    return t(
      'An administrator turned off two-factor authentication for your Aisle account. You sign in with your password alone.',
    );
  return t('Two-factor authentication was turned off for your Aisle account. You sign in with your password alone.');
}
