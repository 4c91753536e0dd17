import { readFileSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import * as z from 'zod/mini';
import { expect, test } from 'vitest';
import { sharedServer } from '#testing/shared-server.ts';

/** What shops have built on. A change of it needs another version, unless it only adds something that may be left out. */
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
