import path from 'node:path';
import { root, serverNode } from './places.mjs';
import { runForeground } from './foreground.mjs';

const defaultDevelopmentPort = '4600';
const main = path.join('apps', 'server', 'main.ts');
const withParent = ['--import', path.join(root, 'scripts', 'exit-with-parent.mjs')];
/** Compiled code is kept between starts; it saves about a third of a second. */
const compileCache = { NODE_COMPILE_CACHE: path.join(root, '.cache', 'compiled') };

/** Runs the server until it ends or is told to. */
export const startServer = () => runForeground([{ file: serverNode(), args: [...withParent, main], env: compileCache }]);

/** Runs the server, restarted on every change, behind the console's own development server. */
export function startDevelopment() {
  const env = { AISLE_PORT: process.env.AISLE_PORT ?? defaultDevelopmentPort };
  return runForeground([
    { file: serverNode(), args: [...withParent, '--watch', main], env },
    { file: serverNode(), args: ['node_modules/vite/bin/vite.js'], env },
  ]);
}

/** Takes the pictures of the tour. */
export const takeScreenshots = () => runForeground([{ file: serverNode(), args: ['scripts/screenshots.ts'] }]);
