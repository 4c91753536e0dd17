import { builtOnce } from './built-once.mjs';
import { serverNode } from './places.mjs';
import { mustRun } from './processes.mjs';

const built = {
  name: 'console',
  sources: [
    'apps/console',
    'packages',
    'features',
    'vite.config.ts',
    'scripts/chunk-circles.ts',
    'scripts/console-chunks.ts',
    'scripts/precompress.ts',
    'package.json',
    'package-lock.json',
  ],
  /** What stands beside them and never reaches the browser. */
  left: /\.(server|store|rule|test|e2e)\.tsx?$/,
  product: 'apps/console/dist/index.html',
};

/** Builds the console, unless its sources are those of the last build. */
export const buildConsole = ({ isForced = false } = {}) =>
  builtOnce({ ...built, isForced }, () =>
    mustRun(serverNode(), ['node_modules/vite/bin/vite.js', 'build', '--logLevel', 'warn']),
  );
