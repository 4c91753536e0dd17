import type { TextLanguage } from '#contract/texts/text-language.ts';
import { resetLetter } from './password-reset.letter.ts';
import { resetStore } from './password-reset.store.ts';
import type { App } from '#server/app.ts';
import { postLetter } from '#server/mail/letters.ts';
import { newSecret } from '#server/secrets/secrets.ts';

export const resetLetterJob = 'password reset letter';

/**
 * Mails somebody a link that sets a new password, in their own language or else in `language`. Answers the link, or null where nobody has the
 * id, or their account is blocked. It counts nothing: who lets others call it limits that.
 */
export async function sendResetLink(app: App, userId: number, language: TextLanguage): Promise<string | null> {
  const reader = await resetStore(app.db).reader(userId);
  if (!reader) return null;
  const token = newSecret();
  const letter = resetLetter(app, { email: reader.email, language: reader.language ?? language }, token);
  await app.db.transaction().execute(async (transaction) => {
    const id = await resetStore(transaction).insert(userId, token);
    await postLetter(app, resetLetterJob, { key: `password reset ${id}`, letter, about: { reset: id } }, transaction);
  });
  return letter.link;
}
