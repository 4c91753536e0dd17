import { spawn, type ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import path from 'node:path';
import { fileURLToPath } from 'node:url';
import { expect, test } from 'vitest';
import { isAlive, until } from './watched-process.ts';

const scripts = path.dirname(fileURLToPath(import.meta.url));
const withParent = ['--import', path.join(scripts, 'exit-with-parent.mjs')];

/** Prints its process id and the signal that ended it. */
const server = `
  for (const signal of ['SIGINT', 'SIGTERM']) process.on(signal, () => { console.log(signal); process.exit(0); });
  console.log(process.pid);
  setInterval(() => {}, 1000);
`;
const runner = `
  const { runForeground } = await import(${JSON.stringify(path.join(scripts, 'foreground.mjs'))});
  await runForeground([{ file: process.execPath, args: ${JSON.stringify([...withParent, '-e', server])} }]);
`;

interface Running {
  readonly runner: ChildProcess;
  readonly serverId: number;
  readonly said: () => string;
}

async function start(env: Readonly<Record<string, string>> = {}, prefix: readonly string[] = []): Promise<Running> {
  const [file, ...args] = [...prefix, process.execPath, '--input-type=module', '-e', runner];
  const child = spawn(file ?? process.execPath, args, { stdio: ['ignore', 'pipe', 'inherit'], env: { ...process.env, ...env } });
  let output = '';
  child.stdout.setEncoding('utf8').on('data', (text: string) => (output += text));
  await until(() => output.includes('\n'));
  return { runner: child, serverId: Number.parseInt(output, 10), said: () => output.slice(output.indexOf('\n') + 1) };
}

test.each(['SIGINT', 'SIGTERM'] as const)('%s reaches the server once, and both end well', async (signal) => {
  const { runner: child, serverId, said } = await start();
  child.kill(signal);
  const [code] = await once(child, 'close');
  expect(code).toBe(0);
  expect(said()).toBe(`${signal}\n`);
  expect(isAlive(serverId)).toBe(false);
});

test('a runner that is killed leaves no server behind', async () => {
  const { runner: child, serverId } = await start();
  child.kill('SIGKILL');
  await until(() => !isAlive(serverId));
});

test('a server that fails gives the runner its exit code', async () => {
  const failing = runner.replace(JSON.stringify(server), JSON.stringify('process.exit(3)'));
  const child = spawn(process.execPath, ['--input-type=module', '-e', failing], { stdio: 'ignore' });
  expect(await once(child, 'exit')).toEqual([3, null]);
});

test('when the shell of npm is killed, nothing stays', async () => {
  const { runner: shell, serverId } = await start({ npm_lifecycle_event: 'start' }, ['sh', '-c', '"$@"; exit $?', 'npm']);
  shell.kill('SIGKILL');
  await until(() => !isAlive(serverId));
});
