import childProcess from 'node:child_process';
import { syncBuiltinESMExports } from 'node:module';
import { fileURLToPath, pathToFileURL } from 'node:url';
import workerThreads, { type WorkerOptions } from 'node:worker_threads';
import { isServerBuilt } from '#scripts/server-process.mjs';
import { builtOf } from './built-program.ts';

const { fork } = childProcess;
const { Worker } = workerThreads;

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
