import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { existsSync, mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { fileURLToPath } from 'node:url';
import { afterAll, expect, test } from 'vitest';
import { isAlive, until } from './watched-process.ts';

const processes = path.join(path.dirname(fileURLToPath(import.meta.url)), 'processes.mjs');
/** A suite with a child process. Both ids go to a file, because `capture` keeps the output. */
const suite = 'sleep 60 & echo $$ $! >"$STARTED"; wait';
const runner = `
  const { capture, endOnSignals } = await import(${JSON.stringify(processes)});
  await endOnSignals();
  await capture('sh', ['-c', ${JSON.stringify(suite)}]);
`;

const folder = mkdtempSync(path.join(tmpdir(), 'aisle-suites-'));
afterAll(() => rmSync(folder, { recursive: true, force: true }));

async function start(env: Readonly<Record<string, string>>, prefix: readonly string[] = []) {
  const started = path.join(mkdtempSync(path.join(folder, 'run-')), 'started');
  const words = [...prefix, process.execPath, '--input-type=module', '-e', runner];
  const child = spawn(words[0]!, words.slice(1), { stdio: 'ignore', env: { ...process.env, ...env, STARTED: started } });
  const said = (): string => (existsSync(started) ? readFileSync(started, 'utf8') : '');
  await until(() => said().includes('\n'));
  return { child, ids: said().trim().split(' ').map(Number) };
}

test.each([
  ['SIGINT', 130],
  ['SIGTERM', 143],
] as const)('%s ends the suites that run, and what they have started', async (signal, exitCode) => {
  const { child, ids } = await start({});
  child.kill(signal);
  expect(await once(child, 'exit')).toEqual([exitCode, null]);
  await until(() => !ids.some(isAlive));
});

test('when the shell of npm is killed, no suite stays', async () => {
  const { child: shell, ids } = await start({ npm_lifecycle_event: 'test' }, ['sh', '-c', '"$@"; exit $?', 'npm']);
  shell.kill('SIGKILL');
  await until(() => !ids.some(isAlive));
});
