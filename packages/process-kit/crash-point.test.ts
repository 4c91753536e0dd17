import { spawnSync } from 'node:child_process';
import { expect, test } from 'vitest';
import { crashVariable } from './crash-point.ts';

const program = `
  import { crashPoint } from '#process-kit/crash-point.ts';
  for (const round of [1, 2, 3]) { crashPoint('test:round'); console.log(round); }
`;
const run = (point: string) =>
  spawnSync(process.execPath, ['--input-type=module', '--eval', program], { env: { ...process.env, [crashVariable]: point } });

test('a process goes on at points that nobody named', () => {
  const { status, stdout } = run('test:other');
  expect([status, String(stdout)]).toEqual([0, '1\n2\n3\n']);
});

test('a process is killed at the point that was named, the time that was named', () => {
  const { signal, stdout } = run('test:round@2');
  expect([signal, String(stdout)]).toEqual(['SIGKILL', '1\n']);
});
