import process from 'node:process';
import { install } from './install.mjs';

/** Imported first by every command, so that an old Node answers with one sentence instead of a stack trace. */
const oldestNode = [20, 19];

const [major, minor] = process.versions.node.split('.').map(Number);
if (major < oldestNode[0] || (major === oldestNode[0] && minor < oldestNode[1])) {
  console.error(
    `Aisle needs Node ${oldestNode.join('.')} or newer to start its commands; this is Node ${process.versions.node}.`,
  );
  process.exit(1);
}

/** Each task starts where `npm ci` may not have run yet, so what needs packages is imported only after the install. */
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
  async build() {
    await build({ isForced: true });
  },
  check: () => runTests('check'),
  async kernel() {
    const { writeKernel } = await import('./kernel-binary.mjs');
    await writeKernel();
  },
  backup: () => runServerCommand('backup'),
  restore: () => runServerCommand('restore'),
  project: () => runServerCommand('project'),
  'move-database': () => runServerCommand('move-database'),
  async screenshots() {
    await build();
    const { takeScreenshots } = await import('./server.mjs');
    await takeScreenshots(process.argv.slice(3));
  },
  async 'sample-month'() {
    const { addSampleMonth } = await import('./server.mjs');
    await addSampleMonth(process.argv.slice(3));
  },
  async bench() {
    const { runBenchmarks } = await import('./bench.mjs');
    process.exitCode = (await runBenchmarks(process.argv.slice(3))) ? 0 : 1;
  },
  async lighthouse() {
    const { judgeConsole } = await import('./bench.mjs');
    process.exitCode = (await judgeConsole(process.argv.slice(3))) ? 0 : 1;
  },
  nightly: () => runTests('testNightly'),
  quick: () => runTests('testQuickly'),
  changed: () => runTests('testChanged', process.argv[3]),
  test: () => runTests('testAll'),
};

async function runServerCommand(command) {
  const { buildServer } = await import('./server-build.mjs');
  await buildServer();
  const server = await import('./server.mjs');
  await server.runServerCommand(command, process.argv.slice(3));
}

async function runTests(name, ...options) {
  await endWithChildren();
  const tests = await import('./testing/run-tests.mjs');
  process.exitCode = (await tests[name](...options)) ? 0 : 1;
}

async function endWithChildren() {
  const { endOnSignals } = await import('./processes.mjs');
  await endOnSignals();
}

async function build(how) {
  const { buildAll } = await import('./build.mjs');
  await buildAll(how);
}

const name = process.argv[2] ?? 'start';
if (!Object.hasOwn(tasks, name)) {
  console.error(`There is no task "${name}". There are: ${Object.keys(tasks).join(', ')}.`);
  process.exit(1);
}
install();
await tasks[name]();
