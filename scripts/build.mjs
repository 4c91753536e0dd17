import { spawn } from 'node:child_process';
import { createHash } from 'node:crypto';
import { once } from 'node:events';
import { existsSync, mkdirSync, readdirSync, readFileSync, statSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import process from 'node:process';
import { root } from './places.mjs';
import { timed } from './processes.mjs';

async function vite(configFile, mode = 'production') {
  const { build: buildPages } = await import('vite');
  await buildPages({ configFile: path.join(root, configFile), mode, logLevel: 'warn' });
}
const manifests = ['package.json', 'package-lock.json'];

/** Sources are files and folders; files whose name matches `ignored` don't count. */
const products = {
  console: {
    sources: [
      'apps/console',
      'packages',
      'features',
      'vite.config.ts',
      'scripts/precompress.ts',
      'scripts/screen-files.ts',
      'scripts/slim.ts',
    ],
    ignored: /\.(server|store|rule|test|e2e)\.tsx?$/,
    file: 'apps/console/dist/index.html',
    build: () => vite('vite.config.ts'),
  },
  server: {
    sources: ['apps/server', 'packages', 'features', 'scripts/bundle-server.mjs'],
    ignored: /\.(test|e2e)\.tsx?$|\.tsx$|^testing$/,
    file: 'apps/server/dist/main.js',
    build: async () => (await import('./bundle-server.mjs')).bundleServer(),
  },
  plugin: {
    sources: ['packages/plugin', 'packages/contract', 'scripts/precompress.ts', 'vite.plugin.config.ts'],
    ignored: /\.test\.tsx?$/,
    file: 'packages/plugin/dist/demo-shop.js',
    async build() {
      for (const mode of ['production', 'preview', 'demo']) await vite('vite.plugin.config.ts', mode);
    },
  },
  clients: {
    sources: ['packages/clients', 'scripts/clients-build.mjs', 'tsconfig.base.json', 'tsconfig.clients.json'],
    ignored: /\.(test|e2e)\.tsx?$|^testing$/,
    file: 'packages/clients/dist/aisle-instantsearch.tgz',
    build: async () => (await import('./clients-build.mjs')).buildClients(),
  },
};

/**
 * Builds the named products, except those whose sources haven't changed; `isForced` builds them anyway. A process of its own builds: the
 * bundlers' gigabyte of memory is freed before a server runs.
 */
export async function build({ only = Object.keys(products), isForced = false } = {}) {
  const stale = only.filter((name) => {
    const stamp = stampOf(name);
    const isBuilt = existsSync(path.join(root, products[name].file)) && existsSync(stamp);
    return isForced || !isBuilt || readFileSync(stamp, 'utf8') !== digestOf(name);
  });
  if (stale.length === 0) return;
  console.error(`Building ${stale.join(', ')} …`);
  const [code] = await once(spawn(process.execPath, [import.meta.filename, ...stale], { cwd: root, stdio: 'inherit' }), 'close');
  if (code !== 0) process.exit(1);
}

async function buildHere(name) {
  const digest = digestOf(name);
  await timed(name, products[name].build);
  mkdirSync(path.dirname(stampOf(name)), { recursive: true });
  writeFileSync(stampOf(name), digest);
}

const stampOf = (name) => path.join(root, '.cache', `${name}.stamp`);

function filesUnder(relativePath, ignored) {
  const place = path.join(root, relativePath);
  if (!existsSync(place)) return [];
  if (statSync(place).isFile()) return [place];
  return readdirSync(place, { withFileTypes: true })
    .filter(({ name }) => name !== 'dist' && !ignored.test(name))
    .flatMap(({ name }) => filesUnder(path.join(relativePath, name), ignored));
}

function digestOf(name) {
  const { sources, ignored } = products[name];
  const files = [...sources, ...manifests].flatMap((place) => filesUnder(place, ignored));
  const hash = createHash('sha256');
  for (const file of files.toSorted((a, b) => (a < b ? -1 : 1))) hash.update(file).update('\0').update(readFileSync(file));
  return hash.digest('hex');
}

if (process.argv[1] === import.meta.filename) await Promise.all(process.argv.slice(2).map(buildHere));
