import type { App } from './app.ts';
import type { Database } from '#server/db/schema.ts';
import type { Letter } from '#server/mail/mail.ts';
import { newSecret } from '#server/secrets/secrets.ts';
import type { ConsoleLanguage } from '#contract/texts/languages.ts';

export type LetterKit = Pick<App, 'translate' | 'settings'>;

export interface Reader {
  readonly email: string;
  readonly language: ConsoleLanguage;
}

interface Words {
  readonly subject: string;
  /** A path in the console. */
  readonly path: string;
  readonly before: readonly string[];
  readonly after?: readonly string[];
}

/** A letter in the reader's language: paragraphs around a link, whose address is the configured one, never the Host header. */
export function writeLetter(
  { translate, settings }: LetterKit,
  { email, language }: Reader,
  words: (t: ReturnType<App['translate']>) => Words,
): Letter {
  const { subject, path, before, after = [] } = words(translate(language));
  const link = settings.publicUrl + path;
  const text = [...before, link, ...after].join('\n\n');
  return { to: email, language, subject: subject.replaceAll(/[\r\n]+/g, ' '), text, link };
}

/** Path of a link that proves the reader's address. */
export const tokenPath = (path: string, token: string): string => `${path}?token=${encodeURIComponent(token)}`;

const lettersAtOnce = 2;
/** With backoff, hours of outage. */
const attempts = 8;

interface Posted<About extends object> {
  /** Sealed: it may hold a secret link. */
  readonly letter: string;
  readonly about: About;
}

interface NewLetter<About extends object> {
  /** Name of the job; a waiting one is not posted twice. */
  readonly key: string;
  readonly letter: Letter;
  readonly about: About;
}

/** Retries in jobs. The last failure is logged. */
export function sendLetters<About extends object>(app: App, kind: string, onGivenUp?: (about: About) => Promise<void>): void {
  const send = async ({ letter }: Posted<About>): Promise<void> => {
    const opened = app.sealing.open(letter);
    if (opened === null) throw new Error('The letter was sealed with another AISLE_SECRET_KEY.');
    await app.mail.send(JSON.parse(opened) as Letter);
  };
  app.jobs.handle<Posted<About>>(kind, send, {
    atOnce: lettersAtOnce,
    attempts,
    async onParked({ about }) {
      app.http.log.error({ kind, about }, 'A mail could not be sent, and is not tried again');
      await onGivenUp?.(about);
    },
  });
}

/** Give the transaction of what the letter is about. */
export async function postLetter<About extends object>(
  { jobs, sealing }: Pick<App, 'jobs' | 'sealing'>,
  kind: string,
  { key, letter, about }: NewLetter<About>,
  transaction?: Database,
): Promise<void> {
  const posted: Posted<About> = { letter: sealing.seal(JSON.stringify(letter)), about };
  await jobs.enqueue(kind, key, posted, transaction);
}

export const accountLetterJob = 'account letter';

/** A letter whose failure is only logged. Give the transaction of what it is about. */
export const postAccountLetter = (app: Pick<App, 'jobs' | 'sealing'>, transaction: Database, letter: Letter): Promise<void> =>
  postLetter(app, accountLetterJob, { key: newSecret(), letter, about: {} }, transaction);
