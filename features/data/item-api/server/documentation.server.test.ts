import { execFile } from 'node:child_process';
import { readFile } from 'node:fs/promises';
import { promisify } from 'node:util';
import { expect, test } from 'vitest';
import { createProject } from '#features/owner/projects/projects.contract.ts';
import { sharedServer } from '#testing/shared-server.ts';

const run = promisify(execFile);
const server = await sharedServer();

/** The blocks of a language, in their order. */
const blocks = (page: string, language: string): string[] =>
  [...page.matchAll(new RegExp(`^\`\`\`${language}\n(.*?)^\`\`\``, 'gms'))].map(([, code]) => code ?? '');

test('every block of the page works as it is pasted', async () => {
  const person = await server.signUp('owner@documentation.example');
  const { data } = await server.call(person, createProject, { name: 'Sent', language: 'en', data_source: 'aisle_api' });
  const env = {
    PATH: process.env['PATH'] ?? '',
    AISLE_URL: server.origin,
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
  const items = await server.app.engine.items(`collection-${data?.collection_id}`, ['lamp-1', 'lamp-2', 'lamp-3', 'lamp-4']);
  expect(items.map(({ id }) => id)).toEqual(['lamp-1', 'lamp-4']);
});
