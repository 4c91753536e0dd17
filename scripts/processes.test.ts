import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { existsSync, mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { afterAll, describe, expect, test } from 'vitest';

const scripts = import.meta.dirname;
const folder = mkdtempSync(path.join(tmpdir(), 'aisle-processes-'));
afterAll(() => rmSync(folder, { recursive: true, force: true }));

function isAlive(id: number): boolean {
  try {
    process.kill(id, 0);
    return true;
  } catch {
    return false;
  }
}

async function until(holds: () => boolean): Promise<void> {
  while (!holds()) await sleep(20);
}

/** Notes its id and the signal that ended it. */
const server = `
  const { appendFileSync } = await import('node:fs');
  for (const signal of ['SIGINT', 'SIGTERM']) process.on(signal, () => { appendFileSync(process.env.NOTES, signal); process.exit(0); });
  appendFileSync(process.env.NOTES, process.pid + '\\n');
  setInterval(() => {}, 1000);
`;
const serverArguments = ['--import', path.join(scripts, 'exit-with-parent.mjs'), '--input-type=module', '-e', server];
const foreground = `
  const { runForeground } = await import(${JSON.stringify(path.join(scripts, 'foreground.mjs'))});
  await runForeground([{ file: process.execPath, args: ${JSON.stringify(serverArguments)} }]);
`;
/** A suite with a child process. */
const suite = 'sleep 60 & echo $$ $! >"$NOTES"; wait';
const suites = `
  const { capture, endOnSignals } = await import(${JSON.stringify(path.join(scripts, 'processes.mjs'))});
  await endOnSignals();
  await capture('sh', ['-c', ${JSON.stringify(suite)}]);
`;

async function start(program: string, env: Readonly<Record<string, string>> = {}, prefix: readonly string[] = []) {
  const notes = path.join(mkdtempSync(path.join(folder, 'run-')), 'notes');
  const [file, ...args] = [...prefix, process.execPath, '--input-type=module', '-e', program];
  const child = spawn(file ?? '', args, { stdio: 'ignore', env: { ...process.env, ...env, NOTES: notes } });
  const noted = (): string[] => (existsSync(notes) ? readFileSync(notes, 'utf8') : '').split('\n');
  await until(() => noted().length > 1);
  return { child, ids: noted()[0]!.split(' ').map(Number), endedBy: () => noted()[1] };
}

const inShellOfNpm = ['sh', '-c', '"$@"; exit $?', 'npm'];

describe('a server in the foreground', () => {
  test.each(['SIGINT', 'SIGTERM'] as const)('ends once and well on %s', async (signal) => {
    const { child, ids, endedBy } = await start(foreground);
    child.kill(signal);
    expect((await once(child, 'close'))[0]).toBe(0);
    expect(endedBy()).toBe(signal);
    expect(ids.some(isAlive)).toBe(false);
  });

  test('ends when its runner or the shell of npm is killed', async () => {
    for (const { child, ids } of [
      await start(foreground),
      await start(foreground, { npm_lifecycle_event: 'start' }, inShellOfNpm),
    ]) {
      child.kill('SIGKILL');
      await until(() => !ids.some(isAlive));
    }
  });

  test('gives its exit code to the runner', async () => {
    const failing = foreground.replace(JSON.stringify(server), JSON.stringify('process.exit(3)'));
    const child = spawn(process.execPath, ['--input-type=module', '-e', failing], { stdio: 'ignore' });
    expect(await once(child, 'exit')).toEqual([3, null]);
  });
});

describe('suites and their processes', () => {
  test.each([
    ['SIGINT', 130],
    ['SIGTERM', 143],
  ] as const)('end on %s', async (signal, exitCode) => {
    const { child, ids } = await start(suites);
    child.kill(signal);
    expect(await once(child, 'exit')).toEqual([exitCode, null]);
    await until(() => !ids.some(isAlive));
  });

  test('end when the shell of npm is killed', async () => {
    const { child, ids } = await start(suites, { npm_lifecycle_event: 'test' }, inShellOfNpm);
    child.kill('SIGKILL');
    await until(() => !ids.some(isAlive));
  });
});
