import { createHash } from 'node:crypto';
import { existsSync, mkdirSync, readdirSync, readFileSync, statSync, writeFileSync } from 'node:fs';
import path from 'node:path';
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
    sources: ['apps/console', 'packages', 'features', 'vite.config.ts', 'scripts/console-chunks.ts', 'scripts/precompress.ts'],
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

/** Builds the named products side by side, except those whose sources haven't changed; `isForced` builds them anyway. */
export async function build({ only = Object.keys(products), isForced = false } = {}) {
  const wanted = only.map((name) => ({ name, ...products[name], stamp: path.join(root, '.cache', `${name}.stamp`) }));
  const stale = wanted
    .map((one) => ({
      ...one,
      digest: digestOf([...one.sources, ...manifests].flatMap((place) => filesUnder(place, one.ignored))),
    }))
    .filter(({ file, stamp, digest }) => {
      const isCurrent = existsSync(path.join(root, file)) && existsSync(stamp) && readFileSync(stamp, 'utf8') === digest;
      return isForced || !isCurrent;
    });
  if (stale.length === 0) return;
  console.error(`Building ${stale.map(({ name }) => name).join(', ')} …`);
  await Promise.all(
    stale.map(async ({ name, build: make, stamp, digest }) => {
      await timed(name, make);
      mkdirSync(path.dirname(stamp), { recursive: true });
      writeFileSync(stamp, digest);
    }),
  );
}

function filesUnder(relativePath, ignored) {
  const place = path.join(root, relativePath);
  if (!existsSync(place)) return [];
  if (statSync(place).isFile()) return [place];
  return readdirSync(place, { withFileTypes: true })
    .filter(({ name }) => name !== 'dist' && !ignored.test(name))
    .flatMap(({ name }) => filesUnder(path.join(relativePath, name), ignored));
}

function digestOf(files) {
  const hash = createHash('sha256');
  for (const file of files.toSorted()) hash.update(file).update('\0').update(readFileSync(file));
  return hash.digest('hex');
}
