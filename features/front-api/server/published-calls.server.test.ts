import path from 'node:path';
import * as z from 'zod/mini';
import { readFileSync, writeFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import { sharedServer } from '#testing/shared-server.ts';
import { execFile } from 'node:child_process';
import { readFile } from 'node:fs/promises';
import { promisify } from 'node:util';
import { errors } from '#contract/errors.ts';

/** Shapes that shops rely on. Optional additions are allowed; any other change needs another version. */
const shapesFile = path.join(import.meta.dirname, 'v1.json');

const server = await sharedServer();

const ofShops = () => server.app.endpoints.filter(({ path: address }) => address.startsWith('/front/'));

test('every call of shops is served under v1, too, and nothing else is', () => {
  const paths = ofShops().map(({ method, path: address }) => `${method} ${address}`);
  const versioned = paths.filter((one) => one.includes(' /front/v1/'));
  expect(versioned.map((one) => one.replace('/front/v1/', '/front/')).sort()).toEqual(
    paths.filter((one) => !one.includes(' /front/v1/')).sort(),
  );
});

test('answers and parameters of v1 are as they were published', () => {
  const shapes = Object.fromEntries(
    ofShops()
      .filter(({ path: address }) => address.startsWith('/front/v1/'))
      .map(({ method, path: address, input, output }) => [
        `${method} ${address}`,
        {
          input: z.toJSONSchema(input, { io: 'input', unrepresentable: 'any' }),
          output: z.toJSONSchema(output, { io: 'output', unrepresentable: 'any' }),
        },
      ]),
  );
  if (process.env['AISLE_PUBLISH_FRONT_SHAPES'] === 'yes') writeFileSync(shapesFile, `${JSON.stringify(shapes, null, 2)}\n`);
  // Shapes change where the front API grows: run with AISLE_PUBLISH_FRONT_SHAPES=yes and read the difference before it is kept.
  expect(JSON.parse(JSON.stringify(shapes))).toEqual(JSON.parse(readFileSync(shapesFile, 'utf8')));
});

test('every call of shops has an example that fits it', () => {
  for (const { path: address, input, output, example } of ofShops()) {
    expect(example, address).toBeDefined();
    expect(z.safeParse(input, example!.input).error, address).toBeUndefined();
    expect(z.parse(output, example!.output), address).toEqual(example!.output);
  }
});

const run = promisify(execFile);
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
  const [searched, completed, multi, catalog, trending, one, similar, together, viewed, events] = answers;
  expect(answers).toHaveLength(10);
  expect(searched.total_count).toBeGreaterThan(0);
  expect(searched.highlights).toBeDefined();
  expect(completed.suggestions.length).toBeGreaterThan(0);
  expect(multi.results.map(({ error }: { error: unknown }) => error)).toEqual([null, null]);
  expect(catalog.categories.length).toBeGreaterThan(0);
  expect(trending.items).toHaveLength(4);
  expect(one.item.name).toMatch(/glove/i);
  expect(similar.items.length).toBeGreaterThan(0);
  expect([together, viewed]).toEqual([{ items: [] }, { items: [] }]);
  // What curl sends is a program's, not a bot's.
  expect(events).toEqual({ accepted_count: 2, ignored_count: 0, refused: [], without_amount: [] });
});

test('the errors that the page tells have the statuses that it tells', () => {
  const rows = [...page.matchAll(/^\| (`\w+`.*?) \| (\d{3}) \|/gm)];
  expect(rows.length).toBeGreaterThan(5);
  for (const [, codes = '', status] of rows)
    for (const [, code = ''] of codes.matchAll(/`(\w+)`/g))
      if (code !== 'field') expect([code, errors[code as keyof typeof errors].status]).toEqual([code, Number(status)]);
});
