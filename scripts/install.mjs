import { existsSync, readFileSync, rmSync, symlinkSync } from 'node:fs';
import path from 'node:path';
import { hasServerNode, pinnedNode, outerPath, root } from './places.mjs';
import { mustRun, timed } from './processes.mjs';

const npmArguments = ['ci', '--include=optional', '--ignore-scripts', '--no-audit', '--no-fund', '--loglevel=error'];

/**
 * Installs the lock file's packages if any is missing. `isWhole` includes development packages; once installed they stay.
 */
export async function install({ isWhole = false } = {}) {
  const steps = [installPackages(isWhole), installNode()].filter((step) => step !== null);
  if (steps.length === 0) return;
  console.error('Installing …');
  await Promise.all(steps.map(({ name, work }) => timed(name, work)));
  linkNode();
}

function installPackages(isWhole) {
  const installed = packagesOf(path.join('node_modules', '.package-lock.json'));
  const withTools = isWhole || Object.values(installed ?? {}).some(({ dev }) => dev);
  if (isInstalled('', withTools)) return null;
  const work = () => mustRun('npm', [...npmArguments, withTools ? '--include=dev' : '--omit=dev'], { env: { PATH: outerPath } });
  return { name: 'packages', work };
}

/** null if the machine's Node can run the server. */
function installNode() {
  if (hasServerNode || isInstalled('tools/node', true)) return null;
  const work = () => mustRun('npm', npmArguments, { cwd: path.join(root, 'tools/node'), env: { PATH: outerPath } });
  return { name: 'Node 24', work };
}

/** `npm ci` removes the link. */
export function linkNode() {
  const link = path.join(root, 'node_modules/.bin/node');
  if (!existsSync(pinnedNode) || (hasServerNode && !process.execPath.startsWith(path.join(root, 'tools')))) return;
  rmSync(link, { force: true });
  symlinkSync(path.relative(path.dirname(link), pinnedNode), link);
}

/** npm writes its copy of the lock file last, so the copy proves a complete install. */
function isInstalled(folder, withTools) {
  const wanted = packagesOf(path.join(folder, 'package-lock.json'));
  const installed = packagesOf(path.join(folder, 'node_modules/.package-lock.json'));
  if (installed === null) return false;
  return Object.entries(wanted).every(
    ([name, entry]) =>
      name === '' ||
      !isForHere(entry) ||
      (entry.dev && !withTools) ||
      (installed[name]?.version === entry.version && installed[name].integrity === entry.integrity),
  );
}

function packagesOf(lockFile) {
  const file = path.join(root, lockFile);
  return existsSync(file) ? JSON.parse(readFileSync(file, 'utf8')).packages : null;
}

/** Optional packages are needed if they name this platform. */
function isForHere({ optional, os, cpu, libc }) {
  if (!optional) return true;
  return libc === undefined && os?.includes(process.platform) === true && cpu?.includes(process.arch) === true;
}

// `postinstall`.
if (process.argv[1] === import.meta.filename) {
  const node = installNode();
  if (node !== null) await node.work();
  linkNode();
}
