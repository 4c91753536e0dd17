import { createHash } from 'node:crypto';
import { existsSync, mkdirSync, readdirSync, readFileSync, statSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { root, serverNode } from './places.mjs';
import { mustRun } from './processes.mjs';

/** Everything the console's bundle is made of. */
const sources = [
  'apps/console',
  'packages',
  'features',
  'vite.config.ts',
  'scripts/chunk-circles.ts',
  'scripts/console-chunks.ts',
  'scripts/precompress.ts',
  'package.json',
  'package-lock.json',
];
/** Files beside them that never reach the browser. */
const serverOnly = /\.(server|store|rule|test|e2e)\.tsx?$/;
const product = path.join(root, 'apps/console/dist/index.html');
const stamp = path.join(root, '.cache/console.stamp');

/** Builds the console, unless its sources are those of the last build. */
export function buildConsole({ isForced = false } = {}) {
  if (!existsSync(path.join(root, 'apps/console/index.html'))) return;
  const key = digest(sources.flatMap(filesUnder));
  if (!isForced && existsSync(product) && existsSync(stamp) && readFileSync(stamp, 'utf8') === key) return;
  console.error('Building the console …');
  mustRun(serverNode(), ['node_modules/vite/bin/vite.js', 'build', '--logLevel', 'warn']);
  mkdirSync(path.dirname(stamp), { recursive: true });
  writeFileSync(stamp, key);
}

function filesUnder(relativePath) {
  const place = path.join(root, relativePath);
  if (!existsSync(place)) return [];
  if (statSync(place).isFile()) return [place];
  return readdirSync(place, { withFileTypes: true })
    .filter(({ name }) => name !== 'dist' && !serverOnly.test(name))
    .flatMap(({ name }) => filesUnder(path.join(relativePath, name)));
}

function digest(files) {
  const hash = createHash('sha256');
  for (const file of files.toSorted()) hash.update(file).update('\0').update(readFileSync(file));
  return hash.digest('hex');
}
