import { spawn } from 'node:child_process';
import { environment, root } from './places.mjs';
import { signalGroup } from './processes.mjs';

const stopSignals = ['SIGINT', 'SIGTERM', 'SIGHUP'];
const graceSeconds = 20;

/**
 * Runs commands `{ file, args, env }` until one ends, then stops the others and exits with its code. The first signal is forwarded, the
 * second one kills.
 */
export async function runForeground(commands) {
  // Exit with npm's shell if npm started us.
  if (process.env.npm_lifecycle_event) await import('./exit-with-parent.mjs');
  const children = commands.map(start);
  let isStopping = false;
  const stop = (signal) => {
    for (const child of children) signalGroup(child, isStopping ? 'SIGKILL' : signal);
    if (!isStopping) setTimeout(() => stop('SIGKILL'), graceSeconds * 1000).unref();
    isStopping = true;
  };
  for (const signal of stopSignals) process.on(signal, () => stop(signal));
  process.on('exit', () => children.forEach((child) => signalGroup(child, 'SIGKILL')));
  const exits = children.map(
    (child) => new Promise((resolve) => child.on('exit', (code, signal) => resolve(code ?? exitCodeOf(signal)))),
  );
  const exitCode = await Promise.race(exits);
  if (!isStopping) stop('SIGTERM');
  await Promise.all(exits);
  process.exit(exitCode);
}

function start({ file, args, env = {} }) {
  const child = spawn(file, args, {
    cwd: root,
    // No standard input: a background process group is stopped at its first read.
    stdio: ['ignore', 'inherit', 'inherit'],
    env: { ...environment, ...env },
    detached: process.platform !== 'win32',
  });
  child.on('error', (error) => {
    console.error(`${file} could not be started: ${error.message}`);
    process.exit(1);
  });
  return child;
}

/** A child ended by our signal succeeded. */
const exitCodeOf = (signal) => (stopSignals.includes(signal) ? 0 : 1);
