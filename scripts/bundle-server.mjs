import { readFileSync, rmSync } from 'node:fs';
import { isBuiltin } from 'node:module';
import path from 'node:path';
import { pathToFileURL } from 'node:url';
import { rolldown } from 'rolldown';
import { root } from './places.mjs';
import { builtServer, builtTestPrograms, commandPrograms, serverProgram, testPrograms } from './server-process.mjs';

/** Platform-specific binary, installed where the server runs; `pg-native` is optional for pg. */
export const installedPackages = ['@node-rs/argon2'];
const unbundled = [...installedPackages, 'pg-native'];
/** The same two are in `packed-ngrams.ts`. Numbers are encoded as characters that aren't line ends. */
const [firstLanguage, firstScore] = [48, 40];
const programs = /new URL\('([\w-]+)\.ts', import\.meta\.url\)/g;
/** Data files such as the sample shop's items; copied beside the bundle. */
const dataFiles = /new URL\('([\w.-]+\.(?:gz|json))', import\.meta\.url\)/g;

/**
 * Bundles the server: Node loads a few files in half the time of a thousand. Each thread and process has its own file, named as its
 * source.
 */
export const bundleServer = () => bundle([serverProgram, ...commandPrograms], path.dirname(builtServer));

/** The same of programs that tests start, which takes .3 s and gives back .1 to .2 s of each start. */
export const bundleTestPrograms = () => bundle(testPrograms, builtTestPrograms);

async function bundle(entries, place) {
  const folder = path.join(root, place);
  rmSync(folder, { recursive: true, force: true });
  const bundler = await rolldown({
    input: entries.map((program) => path.join(root, program)),
    platform: 'node',
    // The Node that builds may be older than the one that runs, with fewer built-in modules.
    external: (name) => name.startsWith('node:') || isBuiltin(name) || unbundled.includes(name),
    plugins: [
      { name: 'programs', transform: withPrograms },
      { name: 'quick loads', transform: quickToLoad },
    ],
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

/** Replaces modules that load slowly by equivalents. */
async function quickToLoad(_, file) {
  const from = (ending) => file.split(path.sep).join('/').endsWith(`/node_modules/${ending}`);
  const emitted = (fileName, source) => {
    const reference = this.emitFile({ type: 'asset', fileName, source });
    return `readFileSync(new URL(import.meta.ROLLUP_FILE_URL_${reference})`;
  };
  // Synchronous: the asynchronous load pulls in Node's `fetch`, 40 ms per thread and process.
  if (from('multilingual-stemmer/dist/wasm.js')) {
    const binary = emitted('stemmer.wasm', readFileSync(path.join(path.dirname(file), 'browser', 'index_bg.wasm')));
    return `import { readFileSync } from 'node:fs';
      import { initSync, Languages, Stemmer } from './browser/index.js';
      initSync({ module: ${binary}) });
      export { Languages, Stemmer };`;
  }
  // As code, its 81,000 objects cost each import 0.4 s and 45 MB.
  if (from('eld/src/ngrams/small.js')) {
    const { ngrams, ...about } = (await import(pathToFileURL(file).href)).ngramsData;
    const packed = emitted('languages.txt', Buffer.from(packNgrams(ngrams), 'latin1'));
    return `import { readFileSync } from 'node:fs';
      import { packedNgrams } from '${path.join(root, 'packages', 'feeds', 'recognise', 'packed-ngrams.ts')}';
      export const ngramsData = { ...${JSON.stringify(about)}, ngrams: packedNgrams(${packed}, 'latin1')) };`;
  }
  return null;
}

/** Per n-gram a line: letters, a tab, two characters per language. */
export const packNgrams = (ngrams) =>
  Object.entries(ngrams)
    .map(([letters, scores]) => `${letters}\t${Object.entries(scores).map(pairOf).join('')}\n`)
    .sort()
    .join('');

const pairOf = ([language, score]) => String.fromCharCode(Number(language) + firstLanguage, score + firstScore);
