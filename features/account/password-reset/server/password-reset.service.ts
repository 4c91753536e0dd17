import type { TextLanguage } from '#contract/texts/languages.ts';
import { userStore } from '#features/account/server/account.store.ts';
import { resetStore, linkMinutes } from './password-reset.store.ts';
import type { App } from '#server/app/app.ts';
import { postLetter } from '#server/app/letters.ts';
import { newSecret } from '#server/secrets/secrets.ts';
import { type Letter, letterOf } from '#server/mail/mail.ts';

export const resetLetterJob = 'password reset letter';

/**
 * Mails the link in the user's language, or else in `language`, and returns it; null for unknown or blocked users. Callers
 * limit the rate.
 */
export async function sendResetLink(app: App, userId: number, language: TextLanguage): Promise<string | null> {
  const reader = await userStore(app.db).reader(userId);
  if (!reader) return null;
  const token = newSecret();
  const letter = resetLetter(app, { email: reader.email, language: reader.language ?? language }, token);
  await app.db.transaction().execute(async (transaction) => {
    const id = await resetStore(transaction).insert(userId, token);
    await postLetter(app, resetLetterJob, { key: `password reset ${id}`, letter, about: { reset: id } }, transaction);
  });
  return letter.link;
}

/** No names, which others may have written. The link uses the configured address, never the Host header. */
export function resetLetter(
  { translate, settings }: Pick<App, 'translate' | 'settings'>,
  { email, language }: { readonly email: string; readonly language: TextLanguage },
  token: string,
): Letter {
  const t = translate(language);
  const link = `${settings.publicUrl}/password-reset?token=${encodeURIComponent(token)}`;
  return letterOf(email, t('Set a new password'), link, [
    t('Open this link within {minutes} minutes to set a new password for your Aisle account.', {
      minutes: linkMinutes,
    }),
    link,
    t('The link works once and signs you out everywhere. If you didn’t request it, ignore this mail.'),
  ]);
}
