import { readFileSync, rmSync } from 'node:fs';
import { isBuiltin } from 'node:module';
import path from 'node:path';
import { rolldown } from 'rolldown';
import { builtOnce } from './built-once.mjs';
import { root } from './places.mjs';
import { builtServer, commandPrograms, serverProgram } from './server-process.mjs';

const built = {
  name: 'server',
  sources: ['apps/server', 'packages', 'features', 'scripts/server-build.mjs', 'package.json', 'package-lock.json'],
  left: /\.(test|e2e)\.tsx?$|\.tsx$|^testing$/,
  product: builtServer,
};

/** Packages of hundreds of small files. The others are loaded as they are installed: some bring native code or files of their own. */
const bundledPackages = /^(?:kysely|zod)(?:\/|$)/;
const ownFile = /^[#./]/;
/** How a thread or a process names its program, which stands beside the file that starts it. */
const programs = /new URL\('([\w-]+)\.ts', import\.meta\.url\)/g;

/**
 * Bundles the server into a few files, unless its sources are those of the last build: Node loads them in half the time that
 * it takes for a thousand. Each thread and process has a file of its own, named as its source is.
 */
export const buildServer = ({ isForced = false } = {}) => builtOnce({ ...built, isForced }, bundle);

async function bundle() {
  const folder = path.dirname(path.join(root, builtServer));
  rmSync(folder, { recursive: true, force: true });
  const bundler = await rolldown({
    input: [serverProgram, ...commandPrograms].map((program) => path.join(root, program)),
    platform: 'node',
    external: isLeft,
    plugins: [{ name: 'programs', transform: withPrograms }],
  });
  await bundler.write({ dir: folder, format: 'esm', entryFileNames: '[name].js' });
  await bundler.close();
}

const { dependencies } = JSON.parse(readFileSync(path.join(root, 'package.json'), 'utf8'));

/**
 * What is loaded as it is installed has to be installed where the server runs. Bundlers bring in helpers of their own by themselves. The Node
 * that builds may be older than the one that runs it, and not know all that is of Node.
 */
function isLeft(name) {
  if (path.isAbsolute(name) || ownFile.test(name) || bundledPackages.test(name)) return false;
  const isOfNode = name.startsWith('node:') || isBuiltin(name);
  const isInstalled = isOfNode || Object.keys(dependencies).some((one) => name === one || name.startsWith(`${one}/`));
  if (!isInstalled) throw new Error(`The built server would load ${name}, which is no dependency of it.`);
  return true;
}

function withPrograms(code, file) {
  if (!code.includes('import.meta.url')) return null;
  return code.replace(programs, (_, name) => {
    const id = path.join(path.dirname(file), `${name}.ts`);
    const reference = this.emitFile({ type: 'chunk', id, fileName: `${name}.js` });
    return `new URL(import.meta.ROLLUP_FILE_URL_${reference})`;
  });
}
