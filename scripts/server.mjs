import path from 'node:path';
import { outerPath, root, serverNode } from './places.mjs';
import { runForeground } from './foreground.mjs';
import { mustRun } from './processes.mjs';
import { serverArguments, serverEnvironment } from './server-process.mjs';

const defaultDevelopmentPort = '4600';
const withParent = ['--import', path.join(root, 'scripts', 'exit-with-parent.mjs')];

export const startServer = () =>
  runForeground([{ file: serverNode(), args: [...withParent, ...serverArguments({ isBuilt: true })], env: serverEnvironment }]);

/** The server restarts, and the plugin is rebuilt, on every change; the console has a development server. */
export function startDevelopment() {
  const env = { ...serverEnvironment, AISLE_PORT: process.env.AISLE_PORT ?? defaultDevelopmentPort };
  return runForeground([
    { file: serverNode(), args: [...withParent, '--watch', ...serverArguments({ isBuilt: false })], env },
    { file: serverNode(), args: ['node_modules/vite/bin/vite.js'], env },
    {
      file: serverNode(),
      args: ['node_modules/vite/bin/vite.js', 'build', '--watch', '--config', 'vite.plugin.config.ts', '--logLevel', 'warn'],
      env,
    },
  ]);
}

export async function compileKernel() {
  const cwd = path.join(root, 'tools/kernel');
  await mustRun('npm', ['ci', '--ignore-scripts', '--no-audit', '--no-fund', '--loglevel=error'], {
    cwd,
    env: { PATH: outerPath },
  });
  await mustRun(serverNode(), ['compile.mjs'], { cwd });
}

export const takeScreenshots = (which) =>
  runForeground([{ file: serverNode(), args: ['scripts/screenshots/screenshots.ts', ...which] }]);

export const addSampleMonth = (how) => runForeground([{ file: serverNode(), args: ['scripts/sample-month.ts', ...how] }]);

/** Relative folders are resolved from where npm was called. */
export const runServerCommand = (name, args) =>
  runForeground([
    {
      file: serverNode(),
      args: [path.join('apps', 'server', 'dist', `${name}.js`), ...args.map((one) => (actions.has(one) ? one : fromCaller(one)))],
    },
  ]);

/** Words of `project` that aren't paths. */
const actions = new Set(['export', 'diff', 'apply']);

const fromCaller = (argument) =>
  argument.startsWith('-') ? argument : path.resolve(process.env.INIT_CWD ?? process.cwd(), argument);
