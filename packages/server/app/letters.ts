import type { App } from './app.ts';
import type { Database } from '#server/db/schema.ts';
import type { Letter } from '#server/mail/mail.ts';

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

/** Retries in jobs. After the last failure, logs it and calls `onGivenUp`. */
export function sendLetters<About extends object>(app: App, kind: string, onGivenUp: (about: About) => Promise<void>): void {
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
      await onGivenUp(about);
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
