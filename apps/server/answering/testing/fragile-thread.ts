import { parentPort } from 'node:worker_threads';
import { Channel, portLine } from '#process-kit/channel.ts';
import type { MainTask, ThreadTask } from '#apps/server/answering/answering.messages.ts';

/** Fails on a purge. */
const main = new Channel<MainTask, unknown>(portLine(parentPort), {
  answer({ kind }: ThreadTask) {
    if (kind === 'purge') setImmediate(fail);
    if (kind === 'end') setImmediate(() => parentPort?.close());
    return kind === 'purge' ? new Promise(() => undefined) : kind;
  },
});
await main.ask({ kind: 'listening' });

function fail(): never {
  throw new Error('The thread has a fault.');
}
