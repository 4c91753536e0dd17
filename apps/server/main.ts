import { EngineSettingError } from '#engine/port-errors.ts';
import { composeApp } from '#apps/server/app.ts';
import { readConfig, ConfigError } from './config.ts';
import { clearUnfinished, holdDataDirectory, keepPrivate } from '#apps/server/data-directory.ts';
import { forkImport } from '#apps/server/fork-import.ts';
import { isDiskFull, storageFailure } from '#process-kit/storage-failure.ts';
import { DatabaseStartError } from '#server/db/errors.ts';
import { FilesStartError } from '#server/files/watch-files.ts';
import { awaitedHeapMegabytes } from '#server/limits/process-places.ts';
import { fileURLToPath } from 'node:url';
import { runInProcess } from '#process-kit/one-task.ts';
import type { AvailabilityChange, RunAvailability } from '#features/data/schedules/server/availability.run.ts';
import type { RunFeedTest } from '#features/data/feed-test/server/feed-test.task.ts';

const feedTestWorker = fileURLToPath(new URL('feed-test-worker.ts', import.meta.url));

/** In a process of its own, so a hostile feed can't affect searches. */
const forkFeedTest: RunFeedTest = (task, signal) =>
  runInProcess(feedTestWorker, task, {
    signal,
    isAwaited: true,
    fork: { execArgv: [`--max-old-space-size=${awaitedHeapMegabytes}`] },
  });

const worker = fileURLToPath(new URL('availability-worker.ts', import.meta.url));
/** Updates stream, so a process that needs more is broken. */
const heapMegabytes = 128;

/** In a process of its own, so a hostile feed can't affect searches. */
const forkAvailability: RunAvailability = (task, apply, signal) =>
  runInProcess(worker, task, {
    signal,
    answer: (changes: readonly AvailabilityChange[]) => apply(changes),
    fork: { execArgv: [`--max-old-space-size=${heapMegabytes}`] },
  });

/** Then running calls and jobs are cut off; jobs run again at the next start. */
const stopMilliseconds = 4_000;

async function main(): Promise<void> {
  const config = readConfig(process.env);
  const held = holdDataDirectory(config.dataDirectory);
  keepPrivate(config.dataDirectory);
  clearUnfinished(config.dataDirectory);
  const app = await composeApp(config, { runImport: forkImport, runAvailability: forkAvailability, runFeedTest: forkFeedTest });
  const address = await app.listen();
  await app.start();
  const stop = (exitCode: number): void => {
    setTimeout(() => process.exit(exitCode), stopMilliseconds).unref();
    app.stop().then(
      () => {
        held.release();
        process.exit(exitCode);
      },
      (error: unknown) => {
        console.error('Aisle did not end in good order:', error);
        process.exit(1);
      },
    );
  };
  void app.displaced?.then(() => {
    console.error(
      'Aisle ends because another server has taken over its database, after this one could not reach it for a while.',
    );
    stop(1);
  });
  // The state is unknown after an unexpected error: stop gracefully and let the supervisor restart.
  process.once('uncaughtException', (error) => {
    console.error('Aisle ends because of an error that nothing handles:', error);
    stop(1);
  });
  for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP']) process.once(signal, () => stop(0));
  console.log(`Aisle is ready at ${address}`);
}

function sentenceOf(error: unknown): string | null {
  const isSentence = [ConfigError, EngineSettingError, DatabaseStartError, FilesStartError].some((kind) => error instanceof kind);
  if (isSentence) return (error as Error).message;
  const { code, port } = error as { code?: string; port?: number };
  if (code === 'EADDRINUSE') return `Port ${port} is in use; stop what uses it, or set AISLE_PORT to a free one.`;
  if (code === 'EACCES' && port !== undefined)
    return `Port ${port} is not allowed for this user; set AISLE_PORT to one above 1023.`;
  if (code === 'EADDRNOTAVAIL') return 'AISLE_HOST is not an address of this machine; use 127.0.0.1 or 0.0.0.0.';
  if (isDiskFull(error)) return 'The disk of the data folder is full; make room on it and start again.';
  const failure = storageFailure(error);
  return failure === null
    ? null
    : `The data folder can't be read or written (${failure}); check its disk and who owns its files.`;
}

main().catch((error: unknown) => {
  console.error(sentenceOf(error) ?? error);
  process.exit(1);
});
