import { fork } from 'node:child_process';
import { fileURLToPath } from 'node:url';
import type { AvailabilityChange, AvailabilityOutcome, RunAvailability } from '#features/data/schedules/availability.task.ts';

export type AvailabilityMessage =
  | { readonly kind: 'changes'; readonly changes: readonly AvailabilityChange[] }
  | { readonly kind: 'outcome'; readonly outcome: AvailabilityOutcome };

const worker = fileURLToPath(new URL('availability-worker.ts', import.meta.url));
/** Updates stream; a process that needs more than this is broken, and fails alone. */
const heapMegabytes = 128;

/** Reads prices and stock in a process of its own, so that a hostile feed touches no search. */
export const forkAvailability: RunAvailability = (task, apply, signal) =>
  new Promise((resolve, reject) => {
    const child = fork(worker, { execArgv: [`--max-old-space-size=${heapMegabytes}`], serialization: 'advanced' });
    let outcome: AvailabilityOutcome | null = null;
    const kill = (): void => {
      child.kill('SIGKILL');
    };
    const fail = (error: unknown): void => {
      reject(error as Error);
      kill();
    };
    signal.addEventListener('abort', kill, { once: true });
    child.on('message', (message: AvailabilityMessage) => {
      if (message.kind === 'outcome') outcome = message.outcome;
      else apply(message.changes).then(() => child.connected && child.send('applied'), fail);
    });
    child.on('error', reject);
    child.on('exit', (code, reason) => {
      signal.removeEventListener('abort', kill);
      if (outcome) resolve(outcome);
      else reject(new Error(`The process of the update ended without a result (${reason ?? code}).`));
    });
    child.send(task);
    if (signal.aborted) kill();
  });
