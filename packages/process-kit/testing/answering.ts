import { DatabaseSync } from 'node:sqlite';
import { mkdirSync, readdirSync, readFileSync } from 'node:fs';
import { once } from 'node:events';
import { type Asked, keepErrorClass } from '#process-kit/channel.ts';

/** An error that is told from others by its class. */
export class OddTaskError extends Error {
  override readonly name = 'OddTaskError';
}
keepErrorClass(OddTaskError);

const tasks: Readonly<Record<string, (asked: Asked<unknown>, ask: (question: string) => Promise<unknown>) => unknown>> = {
  number: () => 42,
  notices: ({ tell }) => {
    for (const notice of [1, 2, 3]) tell(notice);
    return 'told';
  },
  question: async (_, ask) => `you said ${String(await ask('what?'))}`,
  class: () => {
    throw new Error('outside', { cause: new OddTaskError('inside') });
  },
  folder: () => mkdirSync('/dev/null/folder'),
  database: () => new DatabaseSync('/dev/null/database'),
  // Never answers, but for the end of those who want it to.
  cancelled: async ({ signal }) => {
    await once(signal, 'abort');
    return 'cancelled';
  },
  priorities: () =>
    readdirSync('/proc/self/task').map((thread) => {
      const afterName = readFileSync(`/proc/self/task/${thread}/stat`, 'utf8').split(') ')[1] ?? '';
      return Number(afterName.split(' ')[16]);
    }),
  end: () => process.exit(3),
};

/** What the programs of the tests answer. */
export const answering = (task: string, asked: Asked<unknown>, ask: (question: string) => Promise<unknown>): unknown =>
  tasks[task]?.(asked, ask);
