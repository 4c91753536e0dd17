import { spawn } from 'node:child_process';
import { constants } from 'node:os';
import { environment, root } from './places.mjs';

const isWindows = process.platform === 'win32';

/** Prints the output and exits if the command fails. */
export async function mustRun(file, args, { env = {}, cwd = root } = {}) {
  const child = spawn(file, args, {
    cwd,
    stdio: ['ignore', 'pipe', 'pipe'],
    env: { ...environment, ...env },
    shell: isWindows,
  });
  const said = [];
  for (const stream of [child.stdout, child.stderr]) stream.on('data', (chunk) => said.push(chunk));
  const stop = () => child.kill();
  process.once('exit', stop);
  const end = await new Promise((resolve) => {
    child.on('error', ({ message }) => resolve(message));
    child.on('close', (code, signal) => resolve(code ?? signal));
  });
  process.removeListener('exit', stop);
  if (end === 0) return;
  console.error(Buffer.concat(said).toString());
  console.error(`${file} ${args.join(' ')} failed (${end}).`);
  process.exit(1);
}

export async function timed(name, work) {
  const startedAt = performance.now();
  await work();
  console.error(`  ${name.padEnd(10)} ${((performance.now() - startedAt) / 1000).toFixed(1)} s`);
}

/** After `maxSeconds` the command and its descendants are killed. */
export function capture(file, args, { env = {}, cwd = root, maxSeconds = 600 } = {}) {
  const startedAt = performance.now();
  return new Promise((resolve) => {
    const child = spawn(file, args, {
      cwd,
      stdio: ['ignore', 'pipe', 'pipe'],
      env: { ...environment, ...env },
      detached: !isWindows,
    });
    let output = '';
    const keep = (chunk) => (output += chunk);
    child.stdout.setEncoding('utf8').on('data', keep);
    child.stderr.setEncoding('utf8').on('data', keep);
    const stopGroup = () => signalGroup(child, 'SIGKILL');
    const timer = setTimeout(() => {
      output += `\nStopped after ${maxSeconds} seconds.\n`;
      stopGroup();
    }, maxSeconds * 1000);
    process.once('exit', stopGroup);
    child.on('error', (error) => (output += error.message));
    child.on('close', (code) => {
      clearTimeout(timer);
      process.removeListener('exit', stopGroup);
      resolve({ isOk: code === 0, output, seconds: (performance.now() - startedAt) / 1000 });
    });
  });
}

/**
 * Signals, and the end of npm's shell if npm started us, now exit this process and kill commands of `capture`.
 */
export async function endOnSignals() {
  for (const signal of ['SIGINT', 'SIGTERM']) process.once(signal, () => process.exit(128 + constants.signals[signal]));
  if (process.env.npm_lifecycle_event) await import('./exit-with-parent.mjs');
}

/** Children have their own process groups, so Ctrl-C reaches them once, through us, and no descendant survives. */
export function signalGroup(child, signal) {
  if (child.pid === undefined) return;
  try {
    if (isWindows) child.kill(signal);
    else process.kill(-child.pid, signal);
  } catch (error) {
    if (error.code !== 'ESRCH') throw error;
  }
}
