import { copyFileSync, mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { brotliCompressSync, gzipSync } from 'node:zlib';
import { rolldown } from 'rolldown';
import { command, root } from './places.mjs';
import { mustRun } from './processes.mjs';

const sources = path.join(root, 'packages', 'clients');
const target = path.join(sources, 'dist');

/** `tsconfig.clients.json` checks the same year's library. */
const language = 'es2022';

/** `folders`: sources whose declarations the package includes. */
const clients = [
  {
    name: '@aisle/client',
    entry: path.join('javascript', 'aisle-client'),
    folders: ['javascript'],
    description: 'Calls the front API of an Aisle search server, from browsers and Node',
  },
  {
    name: '@aisle/instantsearch',
    entry: path.join('instantsearch', 'aisle-instantsearch'),
    folders: ['javascript', 'instantsearch'],
    description: 'Lets InstantSearch and autocomplete-js search an Aisle server',
  },
];

export async function buildClients() {
  const work = mkdtempSync(path.join(tmpdir(), 'aisle-clients-'));
  try {
    const declarations = path.join(work, 'types');
    const emit = ['--noEmit', 'false', '--declaration', '--emitDeclarationOnly', '--rootDir', sources, '--outDir', declarations];
    await mustRun(command('tsc'), ['-p', 'tsconfig.clients.json', ...emit]);
    rmSync(target, { recursive: true, force: true });
    mkdirSync(target, { recursive: true });
    for (const client of clients) await buildClient(client, { work, declarations });
  } finally {
    rmSync(work, { recursive: true });
  }
}

async function buildClient({ name, entry, folders, description }, { work, declarations }) {
  const base = path.basename(entry);
  // npm expects this folder in a package.
  const folder = path.join(work, base, 'package');
  mkdirSync(folder, { recursive: true });
  await bundle(entry, path.join(folder, `${base}.js`), { minify: false });
  await writeForPages(entry, path.join(target, `${base}.js`));
  for (const one of folders) copyDeclarations(path.join(declarations, one), path.join(folder, 'types', one));
  copyFileSync(path.join(root, 'LICENSE'), path.join(folder, 'LICENSE'));
  copyFileSync(path.join(sources, path.dirname(entry), 'README.md'), path.join(folder, 'README.md'));
  writeFileSync(path.join(folder, 'package.json'), `${JSON.stringify(manifest({ name, entry, description }), null, 2)}\n`);
  await mustRun('tar', ['-czf', path.join(target, `${base}.tgz`), '-C', path.dirname(folder), 'package']);
}

function manifest({ name, entry, description }) {
  const { version, license } = JSON.parse(readFileSync(path.join(root, 'package.json'), 'utf8'));
  const base = path.basename(entry);
  const types = `./types/${entry.split(path.sep).join('/')}.d.ts`;
  return {
    name,
    version,
    description,
    license,
    type: 'module',
    sideEffects: false,
    engines: { node: '>=18' },
    exports: { '.': { types, default: `./${base}.js` } },
    types,
    files: [`${base}.js`, 'types'],
  };
}

async function bundle(entry, file, { minify }) {
  const bundler = await rolldown({
    input: path.join(sources, `${entry}.ts`),
    platform: 'neutral',
    transform: { target: language },
  });
  await bundler.write({ file, format: 'esm', minify, codeSplitting: false });
  await bundler.close();
}

async function writeForPages(entry, file) {
  await bundle(entry, file, { minify: true });
  const code = readFileSync(file);
  writeFileSync(`${file}.gz`, gzipSync(code, { level: 9 }));
  writeFileSync(`${file}.br`, brotliCompressSync(code));
}

/** Subpath imports don't work inside the published package. */
function copyDeclarations(from, to) {
  mkdirSync(to, { recursive: true });
  for (const file of readdirSync(from)) {
    const text = readFileSync(path.join(from, file), 'utf8');
    const beside = text
      .replaceAll(/(?<=from ')\.\/(.+?)\.ts(?=')/g, './$1.js')
      .replaceAll(/(?<=from ')#clients\/(.+?)\.ts(?=')/g, '../$1.js');
    writeFileSync(path.join(to, file), beside);
  }
}
