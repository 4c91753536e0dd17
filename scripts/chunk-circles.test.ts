import { build } from 'vite';
import { expect, it } from 'vitest';
import { circleOf, noChunkCircles } from './chunk-circles.ts';

const circleIn = (imports: Readonly<Record<string, readonly string[]>>) => circleOf(new Map(Object.entries(imports)));

it('is null where every file only needs others that need nothing of it', () => {
  expect(circleIn({ page: ['shell', 'base'], shell: ['base'], base: [] })).toBeNull();
});

it('names the files of a circle, however it is reached', () => {
  expect(circleIn({ terms: ['shell'], shell: ['base', 'console'], base: [], console: ['base', 'shell'] })).toEqual([
    'shell',
    'console',
    'shell',
  ]);
});

it('takes a file that needs itself for a circle', () => expect(circleIn({ a: ['a'] })).toEqual(['a', 'a']));

/** Bundles three modules of which `a` and `c` are put into one chunk: then `ac` needs `b`, and `b` needs `ac`. */
async function bundle(isCircle: boolean): Promise<string> {
  const modules: Readonly<Record<string, string>> = {
    '/a.js': 'import { b } from "/b.js"; console.log(b);',
    '/b.js': 'import { c } from "/c.js"; export const b = { c };',
    '/c.js': 'export const c = { c: 1 };',
  };
  const virtual = {
    name: 'virtual',
    resolveId: (id: string) => (id in modules ? id : null),
    load: (id: string) => modules[id] ?? null,
  };
  const name = (id: string) => (isCircle ? (id === '/b.js' ? 'b' : 'ac') : null);
  return build({
    configFile: false,
    logLevel: 'silent',
    plugins: [virtual, noChunkCircles()],
    build: {
      write: false,
      rolldownOptions: {
        input: '/a.js',
        preserveEntrySignatures: 'allow-extension',
        output: { codeSplitting: { groups: [{ name }], includeDependenciesRecursively: false } },
      },
    },
  }).then(
    () => 'built',
    (error: Error) => error.message,
  );
}

it('fails a build whose chunks need each other', async () => expect(await bundle(true)).toMatch(/need each other.*→.*→/));

it('lets a build pass whose chunks do not', async () => expect(await bundle(false)).toBe('built'));
