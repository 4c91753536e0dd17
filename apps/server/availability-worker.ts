import { once } from 'node:events';
import { setPriority } from 'node:os';
import { runAvailability } from '#features/data/schedules/availability.run.ts';
import type { AvailabilityTask } from '#features/data/schedules/availability.task.ts';
import type { AvailabilityMessage } from '#server/fork-availability.ts';

/** Updates give way to searches when a core has both. */
const backgroundPriority = 10;

const send = (message: AvailabilityMessage): Promise<void> =>
  new Promise((resolve, reject) => {
    if (!process.send) return reject(new Error('This process is started by the server.'));
    process.send(message, undefined, {}, (error) => (error ? reject(error) : resolve()));
  });

// Without the server nobody would apply what is read.
process.on('disconnect', () => process.exit(1));
// A terminal sends Ctrl-C to every process; the server decides when this one ends.
process.on('SIGINT', () => undefined);

process.once('message', (task: AvailabilityTask) => {
  setPriority(backgroundPriority);
  const apply = async (changes: Extract<AvailabilityMessage, { kind: 'changes' }>['changes']): Promise<void> => {
    const isApplied = once(process, 'message');
    await send({ kind: 'changes', changes });
    await isApplied;
  };
  runAvailability(task, apply, new AbortController().signal)
    .then((outcome) => send({ kind: 'outcome', outcome }))
    .then(
      () => process.exit(0),
      (error: unknown) => {
        console.error('The update of prices and stock failed:', error);
        process.exit(1);
      },
    );
});
