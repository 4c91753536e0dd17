import process from 'node:process';
import { install } from './install.mjs';

const [major, minor] = process.versions.node.split('.').map(Number);
if (major < 20 || (major === 20 && minor < 19)) {
  console.error(`Aisle needs Node 20.19 or newer to start its commands; this is Node ${process.versions.node}.`);
  process.exit(1);
}

/** Modules that need packages are imported after the install. */
const tasks = {
  async start() {
    await build();
    const { startServer } = await import('./server.mjs');
    await startServer();
  },
  async dev() {
    const { startDevelopment } = await import('./server.mjs');
    await startDevelopment();
  },
  build: () => build({ isForced: true }),
  async pack() {
    await build();
    const { pack } = await import('./pack.mjs');
    await pack();
  },
  async kernel() {
    const { compileKernel } = await import('./server.mjs');
    await compileKernel();
  },
  backup: () => runServerCommand('backup'),
  restore: () => runServerCommand('restore'),
  project: () => runServerCommand('project'),
  'move-database': () => runServerCommand('move-database'),
  async 'sample-month'() {
    const { addSampleMonth } = await import('./server.mjs');
    await addSampleMonth(process.argv.slice(3));
  },
};

/** They need the tools of checks, tests and benchmarks, too. */
const toolTasks = {
  async screenshots() {
    await build();
    const { takeScreenshots } = await import('./server.mjs');
    await takeScreenshots(process.argv.slice(3));
  },
  async bench() {
    const { runBenchmarks } = await import('./bench.mjs');
    process.exitCode = (await runBenchmarks(process.argv.slice(3))) ? 0 : 1;
  },
  async lighthouse() {
    const { runBenchmarks } = await import('./bench.mjs');
    process.exitCode = (await runBenchmarks(['lighthouse'], process.argv.slice(3))) ? 0 : 1;
  },
  check: () => runTests('check'),
  nightly: () => runTests('testNightly'),
  quick: () => runTests('testQuickly'),
  changed: () => runTests('testChanged', process.argv[3]),
  test: () => runTests('testAll'),
};

async function runServerCommand(command) {
  await build({ only: ['server'] });
  const server = await import('./server.mjs');
  await server.runServerCommand(command, process.argv.slice(3));
}

async function runTests(name, ...options) {
  const { endOnSignals } = await import('./processes.mjs');
  await endOnSignals();
  const tests = await import('./testing/run-tests.mjs');
  process.exitCode = (await tests[name](...options)) ? 0 : 1;
}

async function build(how) {
  const { build: buildProducts } = await import('./build.mjs');
  await buildProducts(how);
}

const name = process.argv[2] ?? 'start';
const all = { ...tasks, ...toolTasks };
if (!Object.hasOwn(all, name)) {
  console.error(`There is no task "${name}". There are: ${Object.keys(all).join(', ')}.`);
  process.exit(1);
}
await install({ isWhole: Object.hasOwn(toolTasks, name) });
await all[name]();
