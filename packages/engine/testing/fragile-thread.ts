import { parentPort } from 'node:worker_threads';
import '#engine/live/threads/thread-program.ts';

/** A search thread that ends with a fault when it is asked for the terms that begin with this. */
const fatalPrefix = 'fatal';

parentPort?.on('message', ({ task }: { task: { rest?: readonly unknown[] } }) => {
  if (task.rest?.[0] === fatalPrefix) throw new Error('The thread has a fault.');
});
