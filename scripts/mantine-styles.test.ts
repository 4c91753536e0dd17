import { existsSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { expect, test } from 'vitest';

const root = path.dirname(import.meta.dirname);
const { imports: aliases } = JSON.parse(readFileSync(path.join(root, 'package.json'), 'utf8')) as {
  readonly imports: Readonly<Record<string, string>>;
};
const mantine = path.join(root, 'node_modules/@mantine/core');
const behindSignIn = path.join(root, 'apps/console/console.tsx');
const screens = path.join(root, 'apps/console/pages.ts');
/** Its styles load with it. */
const withStyles = path.join(root, 'packages/ui/page/overlays.tsx');

const anyImport = /^(?:import|export)\s+(?!type\b)(?:([^'";]*?)\s+from\s+)?['"]([^'"]+)['"]|\bimport\(\s*['"]([^'"]+)['"]/gm;

function resolve(specifier: string, from: string): string | null {
  const [folder = '', ...rest] = specifier.split('/');
  const alias = aliases[`${folder}/*`];
  if (alias !== undefined) return path.join(root, alias.replace('*', rest.join('/')));
  return specifier.startsWith('.') ? path.join(path.dirname(from), specifier) : null;
}

function loadedFrom(entry: string, isOutside = (_file: string): boolean => false): Map<string, RegExpExecArray[]> {
  const loaded = new Map<string, RegExpExecArray[]>();
  const queue = [entry];
  for (let file = queue.pop(); file !== undefined; file = queue.pop()) {
    if (loaded.has(file) || isOutside(file) || !/\.(?:tsx?|mjs)$/.test(file)) continue;
    const imports = [...readFileSync(file, 'utf8').matchAll(anyImport)];
    loaded.set(file, imports);
    for (const [, , specifier, lazy] of imports) {
      const next = resolve(specifier ?? lazy ?? '', file);
      if (next !== null && existsSync(next)) queue.push(next);
    }
  }
  return loaded;
}

const classesIn = (text: string): string[] => text.match(/\bm_[0-9a-f]+/g) ?? [];

const mantineIndex = readFileSync(path.join(mantine, 'esm/index.mjs'), 'utf8');
/** Rendered only if passed as a property. */
const neverRendered = /\/ScrollArea\//;
/** `Radio/RadioCard/`: rendered as `Radio.Card`. */
const part = /\/(\w+)\/\1(\w+)\//;

function classesOf(component: string, code: string): string[] {
  const [, file] = new RegExp(String.raw`\{[^}]*\b${component}\b[^}]*\} from "([^"]+)"`).exec(mantineIndex) ?? [];
  if (file === undefined) return [];
  const isOutside = (one: string): boolean => {
    const [, whole, name] = part.exec(one) ?? [];
    return neverRendered.test(one) || (whole !== undefined && !code.includes(`${whole}.${name}`));
  };
  const loaded = [...loadedFrom(path.join(mantine, 'esm', file), isOutside).keys()];
  return loaded.filter((one) => one.endsWith('.module.mjs')).flatMap((one) => classesIn(readFileSync(one, 'utf8')));
}

const sheetsOf = (file: string): string[] =>
  [...readFileSync(path.join(root, file), 'utf8').matchAll(/'@mantine\/core\/(.+\.css)'/g)].map(([, sheet = '']) => sheet);

test.each([
  ['a public page', ['apps/console/styles.ts'], [behindSignIn, screens, withStyles]],
  ['any page', ['apps/console/styles.ts', 'apps/console/shell/shell.tsx', 'packages/ui/page/styles.ts'], []],
])('every Mantine component that %s imports has its styles in %j', (_page, files, outside) => {
  const styled = new Set(files.flatMap(sheetsOf).flatMap((sheet) => classesIn(readFileSync(path.join(mantine, sheet), 'utf8'))));
  const missing = new Map<string, string>();
  let count = 0;
  for (const [file, imports] of loadedFrom(path.join(root, 'apps/console/main.ts'), (one) => outside.includes(one)))
    for (const [, names = '', from] of imports) {
      if (from !== '@mantine/core') continue;
      for (const [component] of names.replaceAll(/\btype \w+/g, '').matchAll(/\b[A-Z]\w+/g)) {
        count += 1;
        if (classesOf(component, readFileSync(file, 'utf8')).some((one) => !styled.has(one)))
          missing.set(component, path.relative(root, file));
      }
    }
  expect(count).toBeGreaterThan(20);
  expect(Object.fromEntries(missing)).toEqual({});
});
