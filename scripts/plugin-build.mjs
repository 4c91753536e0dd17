import { builtOnce } from './built-once.mjs';
import { serverNode } from './places.mjs';
import { mustRun } from './processes.mjs';

const built = {
  name: 'plugin',
  sources: [
    'packages/plugin',
    'packages/contract',
    'scripts/precompress.ts',
    'vite.plugin.config.ts',
    'package.json',
    'package-lock.json',
  ],
  left: /\.test\.tsx?$/,
  product: 'packages/plugin/dist/demo-shop.js',
};

const vite = ['node_modules/vite/bin/vite.js', 'build', '--config', 'vite.plugin.config.ts', '--logLevel', 'warn'];

/** Builds the script of shops and those of its preview and of the demo shop, unless their sources are those of the last build. */
export const buildPlugin = ({ isForced = false } = {}) =>
  builtOnce({ ...built, isForced }, () => {
    mustRun(serverNode(), vite);
    for (const mode of ['preview', 'demo']) mustRun(serverNode(), [...vite, '--mode', mode]);
  });
