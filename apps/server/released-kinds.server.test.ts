import { readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { expect, test } from 'vitest';
import { sharedServer } from '#testing/shared-server.ts';

const textOf = (specifier: string): string => readFileSync(fileURLToPath(import.meta.resolve(specifier)), 'utf8');

/** Read as text: Node loads no JSX. */
const list = textOf('#apps/console/released-kinds.ts');
const sources = [...list.matchAll(/^import \{ (.*) \} from '(.*\.tsx)'/gm)].flatMap(([, names = '', file = '']) =>
  names.split(', ').map((name) => {
    expect(list).toContain(`\n  ${name},\n`);
    return new RegExp(`export const ${name}\\b[^]*?\\n  source: '([\\w-]+)'`).exec(textOf(file))?.[1] ?? '';
  }),
);

test('every kind of row that releases hold has words in the console, and no other has', async () => {
  const { releases } = (await sharedServer()).app;
  const held = (['atOnce', 'onPublish', 'onUpdate', 'atMidnight'] as const).flatMap((when) => releases.keysOf(when));
  expect(sources.toSorted()).toEqual(held.toSorted());
});
