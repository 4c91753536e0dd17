import { existsSync } from 'node:fs';
import path from 'node:path';
import { fileURLToPath } from 'node:url';

export const root = path.dirname(path.dirname(fileURLToPath(import.meta.url)));
const bin = path.join(root, 'node_modules', '.bin');

/** The lowest major version that strips types without a warning. */
const serverNodeMajor = 24;
export const hasServerNode = Number(process.versions.node.split('.')[0]) >= serverNodeMajor;
/** The Node that `tools/node` brings where the machine's own is older. */
export const pinnedNode = path.join(root, `tools/node/node_modules/node-${process.platform}-${process.arch}/bin/node`);

/** The search path of the caller alone: a reinstall deletes the pinned Node, so npm must not run on it. */
export const outerPath = (process.env.PATH ?? '')
  .split(path.delimiter)
  .filter((folder) => !/node_modules[\\/]\.bin/.test(folder))
  .join(path.delimiter);

/**
 * Commands of the packages come first, and with them the pinned Node where the machine's is too old. Compiled code is kept from run to run, which takes 40 % off the
 * start of a server and of its processes.
 */
export const environment = {
  NODE_COMPILE_CACHE: path.join(root, '.cache', 'compile'),
  ...process.env,
  PATH: [bin, ...(hasServerNode ? [path.dirname(process.execPath)] : []), outerPath].join(path.delimiter),
};

export const command = (name) => path.join(bin, name);

/** The caller's own Node where it is new enough, else the pinned one. */
export function serverNode() {
  if (hasServerNode) return process.execPath;
  if (existsSync(pinnedNode)) return pinnedNode;
  console.error(`Aisle brings no Node for ${process.platform} ${process.arch}: please install Node ${serverNodeMajor} or newer.`);
  process.exit(1);
}
