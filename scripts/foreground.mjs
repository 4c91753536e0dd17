import { spawn } from 'node:child_process';
import { environment, root } from './places.mjs';
import { signalGroup } from './processes.mjs';

const stopSignals = ['SIGINT', 'SIGTERM', 'SIGHUP'];
/** How long a process may take to end its work before it is killed. */
const graceSeconds = 20;

/**
 * Runs long-lived commands `{ file, args, env }` side by side until one of them ends, then stops the others and leaves with its exit
 * code. A signal is passed on once; a second one kills.
 */
export async function runForeground(commands) {
  // Started by npm, we go when npm's shell goes; started by hand or by systemd, we stay.
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
    // Without standard input: a process outside the terminal's foreground group would be stopped at its first read.
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

/** A child that a signal of ours ended did what it was told. */
const exitCodeOf = (signal) => (stopSignals.includes(signal) ? 0 : 1);
