import { setPriority } from 'node:os';
import { runImport } from '#features/data/import-process/run-import.ts';
import type { ImportTask } from '#features/data/imports/imports.task.ts';
import type { ImportMessage } from '#server/fork-import.ts';

/** Imports give way to searches when a core has both. */
const backgroundPriority = 10;

const send = (message: ImportMessage): Promise<void> =>
  new Promise((resolve, reject) => {
    if (!process.send) return reject(new Error('This process is started by the server.'));
    process.send(message, undefined, {}, (error) => (error ? reject(error) : resolve()));
  });

// Without the server nobody would publish what is built.
process.on('disconnect', () => process.exit(1));
// A terminal sends Ctrl-C to every process; the server decides when this one ends.
process.on('SIGINT', () => undefined);

process.once('message', (task: ImportTask) => {
  setPriority(backgroundPriority);
  const listener = {
    progress: (progress: Extract<ImportMessage, { kind: 'progress' }>['progress']) => void send({ kind: 'progress', progress }),
    problems: (problems: Extract<ImportMessage, { kind: 'problems' }>['problems']) => void send({ kind: 'problems', problems }),
    waiting: (isWaiting: boolean) => void send({ kind: 'waiting', isWaiting }),
    samples: (records: Extract<ImportMessage, { kind: 'samples' }>['records']) => void send({ kind: 'samples', records }),
  };
  runImport(task, listener)
    .then((outcome) => send({ kind: 'outcome', outcome }))
    .then(
      () => process.exit(0),
      (error: unknown) => {
        console.error('The import failed:', error);
        process.exit(1);
      },
    );
});
