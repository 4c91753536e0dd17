import { spawnSync } from 'node:child_process';
import { existsSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { afterAll, expect, test } from 'vitest';
import { crashLine, crashVariable, type CrashPoint } from './crash-point.ts';

const folder = mkdtempSync(path.join(tmpdir(), 'aisle-crash-'));
afterAll(() => rmSync(folder, { recursive: true, force: true }));
const file = path.join(folder, 'point');

/** Passes a point in a child process, then reports it. */
const program = `
  import { spawnSync } from 'node:child_process';
  import { crashPoint } from '#process-kit/crash-point.ts';
  const isChild = process.env.IS_CHILD === '1';
  if (isChild) crashPoint('job:claimed');
  else spawnSync(process.execPath, process.execArgv, { stdio: 'inherit', env: { ...process.env, IS_CHILD: '1' } });
  console.log(isChild ? 'child' : 'server');
`;
const run = (named: CrashPoint | null) => {
  if (named !== null) writeFileSync(file, named);
  return spawnSync(process.execPath, ['--input-type=module', '--eval', program], {
    env: { ...process.env, [crashVariable]: file },
    encoding: 'utf8',
  });
};

test('processes go on where no point or another one is named', () => {
  expect(run(null)).toMatchObject({ status: 0, stdout: 'child\nserver\n' });
  expect(run('job:workDone')).toMatchObject({ status: 0, stdout: 'child\nserver\n' });
});

test('a process that gets to the named point is killed with its server, once, and says where', () => {
  expect(run('job:claimed')).toMatchObject({ signal: 'SIGKILL', stdout: '', stderr: crashLine('job:claimed') });
  expect(existsSync(file)).toBe(false);
  expect(run(null)).toMatchObject({ status: 0 });
});
