import { readFileSync, rmSync } from 'node:fs';
import { isBuiltin } from 'node:module';
import path from 'node:path';
import { rolldown } from 'rolldown';
import { root } from './places.mjs';
import { builtServer, commandPrograms, serverProgram } from './server-process.mjs';

/** They load a binary that stands beside their code, so they are installed where the server runs. pg looks for `pg-native` and does without it. */
export const installedPackages = ['@node-rs/argon2', 'multilingual-stemmer'];
const unbundled = [...installedPackages, 'pg-native'];
/** How a thread or a process names its program, which stands beside the file that starts it. */
const programs = /new URL\('([\w-]+)\.ts', import\.meta\.url\)/g;
/** Data that code reads beside itself, such as the items and pictures of the sample shop; copied into the folder of the bundle, which `pack` ships. */
const dataFiles = /new URL\('([\w.-]+\.(?:gz|json))', import\.meta\.url\)/g;

/**
 * Bundles the server into a few files: Node loads them in half the time that it takes for a thousand. Each thread and process has a
 * file of its own, named as its source is.
 */
export async function bundleServer() {
  const folder = path.dirname(path.join(root, builtServer));
  rmSync(folder, { recursive: true, force: true });
  const bundler = await rolldown({
    input: [serverProgram, ...commandPrograms].map((program) => path.join(root, program)),
    platform: 'node',
    // The Node that builds may be older than the one that runs it, and not know all that is of Node.
    external: (name) => name.startsWith('node:') || isBuiltin(name) || unbundled.includes(name),
    plugins: [{ name: 'programs', transform: withPrograms }],
  });
  await bundler.write({ dir: folder, format: 'esm', entryFileNames: '[name].js' });
  await bundler.close();
}

function withPrograms(code, file) {
  if (!code.includes('import.meta.url')) return null;
  const emitted = (reference) => `new URL(import.meta.ROLLUP_FILE_URL_${reference})`;
  const withChunks = code.replace(programs, (_, name) => {
    const id = path.join(path.dirname(file), `${name}.ts`);
    return emitted(this.emitFile({ type: 'chunk', id, fileName: `${name}.js` }));
  });
  if (file.includes('node_modules')) return withChunks;
  return withChunks.replace(dataFiles, (_, fileName) => {
    const source = readFileSync(path.join(path.dirname(file), fileName));
    return emitted(this.emitFile({ type: 'asset', fileName, source }));
  });
}
