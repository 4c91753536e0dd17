import type { TextLanguage } from '#contract/texts/languages.ts';
import type { App } from '#server/app/app.ts';
import { postLetter } from '#server/app/letters.ts';
import type { Database } from '#server/db/schema.ts';
import type { Letter } from '#server/mail/mail.ts';
import { newSecret } from '#server/secrets/secrets.ts';

export type LetterKit = Pick<App, 'translate' | 'settings'>;

export interface Reader {
  readonly email: string;
  readonly language: TextLanguage;
}

export const accountLetterJob = 'account letter';

/** Give the transaction of what the letter is about. */
export const postAccountLetter = (app: App, transaction: Database, letter: Letter): Promise<void> =>
  postLetter(app, accountLetterJob, { key: newSecret(), letter, about: {} }, transaction);
