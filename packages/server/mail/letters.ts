import type { App } from '#server/app.ts';
import type { Database } from '#server/db/schema.ts';
import type { Letter } from './mail.ts';

const lettersAtOnce = 2;
/** With the growing pauses of jobs, so long that a mail server may be down for hours. */
const attempts = 8;

interface Posted<About extends object> {
  /** Sealed, as it may hold a link that opens something. */
  readonly letter: string;
  readonly about: About;
}

interface NewLetter<About extends object> {
  /** The name of its job. A letter of a name that is waiting already is not posted again. */
  readonly key: string;
  readonly letter: Letter;
  /** What the letter is about, for `onGivenUp`. */
  readonly about: About;
}

/** No call waits for a mail server or fails with it; tries repeat. Given up, it is told to the log and `onGivenUp`. */
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

/** Give the transaction that writes what the letter is about, so that neither is there without the other. */
export async function postLetter<About extends object>(
  { jobs, sealing }: Pick<App, 'jobs' | 'sealing'>,
  kind: string,
  { key, letter, about }: NewLetter<About>,
  transaction?: Database,
): Promise<void> {
  const posted: Posted<About> = { letter: sealing.seal(JSON.stringify(letter)), about };
  await jobs.enqueue(kind, key, posted, transaction);
}
