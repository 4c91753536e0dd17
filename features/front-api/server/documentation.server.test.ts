import { execFile } from 'node:child_process';
import { readFile } from 'node:fs/promises';
import { promisify } from 'node:util';
import { expect, test } from 'vitest';
import { errors } from '#contract/errors.ts';
import { sharedServer } from '#testing/shared-server.ts';

const run = promisify(execFile);
const server = await sharedServer();
const owner = await server.shop();

const page = await readFile('docs/front-api.md', 'utf8');
const blocks = [...page.matchAll(/^```sh\n(.*?)^```/gms)].map(([, code]) => code ?? '');

test('every block of the page works as it is pasted', async () => {
  const env = { PATH: process.env['PATH'] ?? '', AISLE_URL: server.origin, TOKEN: owner.project };
  const [ownValues = '', ...commands] = blocks;
  for (const name of ['AISLE_URL', 'TOKEN']) expect(ownValues).toContain(`export ${name}=`);
  const script = ['set -e', ...commands.flatMap((command) => [command, 'echo'])].join('\n');
  const { stdout } = await run('sh', ['-c', script], { env });
  const answers = stdout
    .trim()
    .split('\n')
    .map((line) => JSON.parse(line).data);
  const [searched, completed, multi, catalog, trending, one, similar, events] = answers;
  expect(answers).toHaveLength(8);
  expect(searched.total_count).toBeGreaterThan(0);
  expect(searched.highlights).toBeDefined();
  expect(completed.suggestions.length).toBeGreaterThan(0);
  expect(multi.results.map(({ error }: { error: unknown }) => error)).toEqual([null, null]);
  expect(catalog.categories.length).toBeGreaterThan(0);
  expect(trending.items).toHaveLength(4);
  expect(one.item.name).toMatch(/glove/i);
  expect(similar.items.length).toBeGreaterThan(0);
  // What curl sends is a program's, not a bot's.
  expect(events).toEqual({ accepted_count: 2, ignored_count: 0, refused: [] });
});

test('the errors that the page tells have the statuses that it tells', () => {
  const rows = [...page.matchAll(/^\| (`\w+`.*?) \| (\d{3}) \|/gm)];
  expect(rows.length).toBeGreaterThan(5);
  for (const [, codes = '', status] of rows)
    for (const [, code = ''] of codes.matchAll(/`(\w+)`/g))
      if (code !== 'field') expect([code, errors[code as keyof typeof errors].status]).toEqual([code, Number(status)]);
});
