import { execFile } from 'node:child_process';
import { readFile } from 'node:fs/promises';
import { promisify } from 'node:util';
import type { AddressInfo } from 'node:net';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { createProject } from '#features/owner/projects/projects.contract.ts';
import { startTestApp, type TestApp } from '#testing/test-app.ts';

const run = promisify(execFile);
let server: TestApp;
beforeAll(async () => {
  server = await startTestApp();
  await server.app.http.listen({ port: 0, host: '127.0.0.1' });
});
afterAll(() => server.close());

/** The blocks of a language, in their order. */
const blocks = (page: string, language: string): string[] =>
  [...page.matchAll(new RegExp(`^\`\`\`${language}\n(.*?)^\`\`\``, 'gms'))].map(([, code]) => code ?? '');

test('every block of the page works as it is pasted', async () => {
  const person = await server.signUp('owner@example.com');
  const { data } = await server.call(person, createProject, { name: 'Sent', language: 'en', data_source: 'aisle_api' });
  const { port } = server.app.http.server.address() as AddressInfo;
  const env = {
    PATH: process.env['PATH'] ?? '',
    AISLE_URL: `http://127.0.0.1:${port}`,
    CLIENT_ID: data?.token ?? '',
    CLIENT_SECRET: data?.client_secret ?? '',
  };
  const page = await readFile('docs/item-api.md', 'utf8');
  const [ownValues = '', ...commands] = blocks(page, 'sh');
  for (const name of ['AISLE_URL', 'CLIENT_ID', 'CLIENT_SECRET']) expect(ownValues).toContain(`export ${name}=`);

  // Each answers on a line of its own; one that fails ends the script.
  const script = ['set -e', ...commands.flatMap((command) => [command, 'echo'])].join('\n');
  const { stdout } = await run('sh', ['-c', script], { env });
  const answers = stdout
    .trim()
    .split('\n')
    .map((line) => JSON.parse(line).data);
  const outcomes = answers.map(({ items }) => items?.map(({ outcome }: { outcome: string }) => outcome).join());
  expect(outcomes).toEqual([
    'created',
    'created,created',
    'updated,unchanged',
    'updated',
    undefined,
    'removed',
    'removed,not_found',
  ]);
  expect(answers[4].item).toMatchObject({ id: 'lamp-1', price: 450, stock: 3 });

  const [importer = ''] = blocks(page, 'js');
  const importing = await run(process.execPath, ['--input-type=module', '-e', importer], { env });
  expect(importing.stdout).toContain('removed_count: 0');
  expect(importing.stdout).toMatch(/created: 1,\s+updated: 1/);
  const [collection] = await server.app.db.selectFrom('collection').select('id').execute();
  const items = await server.app.engine.items(`collection-${collection?.id}`, ['lamp-1', 'lamp-2', 'lamp-3', 'lamp-4']);
  expect(items.map(({ id }) => id)).toEqual(['lamp-1', 'lamp-4']);
});
