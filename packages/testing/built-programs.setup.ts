import childProcess from 'node:child_process';
import { existsSync } from 'node:fs';
import { syncBuiltinESMExports } from 'node:module';
import path from 'node:path';
import { fileURLToPath, pathToFileURL } from 'node:url';
import workerThreads, { type WorkerOptions } from 'node:worker_threads';
import { builtServer, isServerBuilt } from '#scripts/server-process.mjs';

const root = path.dirname(path.dirname(path.dirname(fileURLToPath(import.meta.url))));
const folder = path.dirname(path.join(root, builtServer));
const { fork } = childProcess;
const { Worker } = workerThreads;

/** What the bundle has for the source of a program; the source itself where it has none, as for programs of tests. */
function builtOf(source: string): string {
  const built = path.join(folder, `${path.basename(source, '.ts')}.js`);
  return source.endsWith('.ts') && !source.includes('/testing/') && existsSync(built) ? built : source;
}

class BuiltWorker extends Worker {
  constructor(program: string | URL, options?: WorkerOptions) {
    super(program instanceof URL ? pathToFileURL(builtOf(fileURLToPath(program))) : program, options);
  }
}

// Where the server is built, tests start its threads and processes as users do, which takes half the time. Once for all files of a worker.
if (isServerBuilt && Worker.name !== BuiltWorker.name) {
  const forkBuilt = (program: string | URL, ...rest: unknown[]) =>
    (fork as (...all: unknown[]) => unknown)(typeof program === 'string' ? builtOf(program) : program, ...rest);
  Object.assign(childProcess, { fork: forkBuilt });
  Object.assign(workerThreads, { Worker: BuiltWorker });
  syncBuiltinESMExports();
}
