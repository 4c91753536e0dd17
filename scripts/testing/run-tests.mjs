import { existsSync, readFileSync } from 'node:fs';
import { availableParallelism } from 'node:os';
import path from 'node:path';
import { build } from '#scripts/build.mjs';
import { bundleTestPrograms } from '#scripts/bundle-server.mjs';
import { command, serverNode } from '#scripts/places.mjs';
import { capture } from '#scripts/processes.mjs';
import * as services from './services.mjs';

/** A longer suite hangs. */
const maxSeconds = { day: 2400, night: 7200 };
/** One more than processors, as tests also wait for timers and services. */
const lanes = availableParallelism() + 1;
const workersOfSuite = Math.max(1, Math.floor(availableParallelism() / 2));
const listedFiles = 10;

/** Resolves to true if everything passed. */
export const testAll = () =>
  withServices((found) => runAll([journeys(found), ...withoutServices(found.env), ...serviceSuites(found), ...checkJobs]));

export const check = () => runAll(checkJobs);

/** Without browser, services and servers. */
export async function testQuickly() {
  await buildForTests(['server']);
  const env = testEnvironment();
  return runAll([...inHalves('unit', env), vitest(['console', 'plugin'], env), ...checkJobs]);
}

/** `*.nightly.*`, every server test on PostgreSQL, and whole those that `npm test` runs in part. */
export const testNightly = () =>
  withServices((found) => {
    const everything = { ...found.env, AISLE_TEST_EVERYTHING: 'yes' };
    const env = { ...everything, AISLE_TEST_DATABASE_URL: found.postgres?.url };
    const night = { seconds: maxSeconds.night };
    const onPostgres = vitest(['server'], env, { ...night, name: 'all server tests on PostgreSQL' });
    const unit = { ...night, name: 'unit tests that run in part by day', args: ['packages/engine/live', 'real-feeds'] };
    const onSqlite = { ...night, name: 'tests of both databases on SQLite', args: ['.databases.server'] };
    return runAll([
      vitest(['nightly'], env, night),
      needs(found.postgres, onPostgres),
      onOpenSearch({ ...found, env: everything }, night),
      vitest(['unit'], everything, unit),
      vitest(['server'], everything, onSqlite),
      journeys({ ...found, env }, { ...night, project: 'nightly' }),
    ]);
  });

/**
 * Checks, tests that import a changed file (vitest's `--changed`), server tests of changed folders, journeys of their sections. `base`
 * is a commit.
 */
export async function testChanged(base = 'origin/main') {
  const git = async (...args) => (await capture('git', args)).output.split('\n').filter(Boolean);
  const files = await git('diff', '--name-only', '--merge-base', base);
  const folders = [...new Set(files.map((file) => path.dirname(file)))].filter((folder) =>
    /^(apps|features|packages)\//.test(folder),
  );
  await buildForTests();
  const env = testEnvironment();
  const importing = vitest(['unit', 'pages', 'console', 'plugin'], env, { args: [`--changed=${base}`] });
  const found = { env, chromium: await services.prepareChromium() };
  const sections = [...new Set(folders.map((folder) => folder.split('/')[1]))].map((section) => `e2e/${section}`);
  const onServer = vitest(['server'], env, { args: [...folders, 'permissions.server', 'stray-input.server'] });
  return runAll([...(folders.length > 0 ? [journeys(found, { args: sections }), onServer] : []), importing, ...checkJobs]);
}

async function buildForTests(only) {
  await build({ only });
  await bundleTestPrograms();
}

async function withServices(run) {
  await buildForTests();
  const chromium = await services.prepareChromium();
  const [postgres, redis] = [await services.preparePostgres(), await services.prepareRedis()];
  try {
    return await run({ chromium, postgres, redis, env: testEnvironment() });
  } finally {
    await Promise.all([postgres?.stop(), redis?.stop()]);
  }
}

/** Tests run the bundled server, with as few threads as there may be, and keep temporary files in memory. */
const testEnvironment = () => ({
  AISLE_SERVER_IS_BUILT: 'yes',
  AISLE_SEARCH_THREADS: '1',
  TMPDIR: services.temporaryFolder('tests'),
});

const withoutServices = (env) => [
  ...inHalves('server', env),
  ...[['unit'], ['pages'], ['console', 'plugin']].map((projects) => vitest(projects, env)),
];

/** The longest suites, split so that they end with the others. */
const inHalves = (project, env) =>
  ['1/2', '2/2'].map((shard) => vitest([project], env, { name: `${project} ${shard}`, args: [`--shard=${shard}`] }));

const urlsOf = ({ postgres, redis, env }) => ({
  ...env,
  AISLE_TEST_DATABASE_URL: postgres?.url,
  AISLE_TEST_REDIS_URL: redis?.url,
});

const onOpenSearch = (found, options = {}) =>
  needs(found.postgres, {
    name: 'OpenSearch and S3',
    async run() {
      // Each takes a gigabyte, so they stop with their tests.
      const both = [await services.prepareOpenSearch({ javaOptions: services.shortLivedJava }), await services.prepareS3()];
      const [openSearch, s3] = both;
      const urls = { ...urlsOf(found), AISLE_TEST_OPENSEARCH_URL: openSearch?.url, AISLE_TEST_FILES_URL: s3?.url };
      const suite = needs(openSearch && s3, vitest(['opensearch'], urls, options));
      return suite.run().finally(() => Promise.all(both.map((one) => one?.stop())));
    },
  });

const serviceSuites = (found) => [
  onOpenSearch(found),
  needs(found.postgres, vitest(['server'], urlsOf(found), { name: 'server on PostgreSQL' })),
  needs(found.postgres && found.redis, vitest(['redis'], urlsOf(found))),
];

/** Projects of vitest.config.ts. */
const vitest = (projects, env, { name = projects.join(' and '), args = [], seconds = maxSeconds.day } = {}) => ({
  name,
  run() {
    const report = path.join(services.temporaryFolder('report'), 'junit.xml');
    const reporters = ['--silent=passed-only', '--reporter=minimal', '--reporter=junit', `--outputFile.junit=${report}`];
    const workers = `--maxWorkers=${workersOfSuite}`;
    const wanted = projects.flatMap((project) => ['--project', project]);
    return runTests('vitest', ['run', ...wanted, '--passWithNoTests', workers, ...reporters, ...args], { env, report, seconds });
  },
});

/** Journeys in Chromium on the built console. */
const journeys = ({ chromium, env }, { project = 'journeys', args = [], seconds = maxSeconds.day } = {}) =>
  needs(chromium, {
    name: 'journeys',
    async run() {
      const report = path.join(services.temporaryFolder('report'), 'junit.xml');
      // Node strips types; Playwright's compiler takes seven seconds.
      const own = { CHROMIUM_PATH: chromium, PLAYWRIGHT_JUNIT_OUTPUT_FILE: report, PW_DISABLE_TS_ESM: '1' };
      const run = ['test', '--project', project, '--pass-with-no-tests', '--reporter=line,junit', ...args];
      return runTests('playwright', run, { env: { ...env, ...own }, report, seconds });
    },
  });

/** Counts as one skipped test without its service. */
const needs = (service, job) =>
  service ? job : { name: job.name, run: async () => ({ ...nothing, skipped: 1, output: 'SKIPPED: its service is missing.' }) };

/** One thread: several repeat each other's work. Incremental. */
const types = (side, config = `tsconfig.${side}.json`) => {
  const options = ['--singleThreaded', '--incremental', '--tsBuildInfoFile', `.cache/types/${side}.json`];
  return [`types of the ${side}`, 'tsc', '-p', config, '--pretty', 'false', ...options];
};

/** Longest first. */
const checkJobs = [
  types('server', 'tsconfig.json'),
  ['lint', 'oxlint', '--type-aware', '--format=agent', '--quiet'],
  types('console'),
  ['unused code', 'knip', '--no-progress', '--reporter', 'compact'],
  types('plugin'),
  types('clients'),
  ['translations', serverNode(), 'scripts/check-translations.ts'],
  ['shape', serverNode(), 'scripts/house-shape.ts'],
  ['floors', serverNode(), 'scripts/import-floors.ts'],
  ['wording', serverNode(), 'scripts/wording.ts'],
  ['format', 'oxfmt', '--check', '.'],
].map(([name, file, ...args]) => ({
  name: `check: ${name}`,
  async run() {
    const run = await measured(path.isAbsolute(file) ? file : command(file), args, {}, maxSeconds.day);
    return { ...nothing, ...run, passed: Number(run.isOk), failed: Number(!run.isOk) };
  },
}));

const nothing = { passed: 0, failed: 0, skipped: 0, seconds: 0, processorSeconds: 0, output: '', failures: [], files: [] };

/** Counts by the JUnit report; a failed run without a failed test counts as one failure. */
async function runTests(name, args, { env, report, seconds }) {
  const run = await measured(command(name), args, env, seconds);
  const xml = existsSync(report) ? readFileSync(report, 'utf8') : '';
  const numberIn = (tag, name) => Number(new RegExp(` ${name}="([\\d.]+)"`).exec(tag)?.[1] ?? 0);
  const files = [...xml.matchAll(/<testsuite (?:[^>]*? )?name="([^"]*)"[^>]*>/g)].map(([tag, file]) => ({
    file,
    seconds: numberIn(tag, 'time'),
    tests: numberIn(tag, 'tests'),
    failed: numberIn(tag, 'failures') + numberIn(tag, 'errors'),
    skipped: numberIn(tag, 'skipped'),
  }));
  const sum = (key) => files.reduce((all, file) => all + file[key], 0);
  const [failed, skipped] = [Math.max(sum('failed'), Number(!run.isOk)), sum('skipped')];
  const failures = files.filter((file) => file.failed > 0).map(({ file }) => file);
  return { ...run, files, failures, failed, skipped, passed: Math.max(0, sum('tests') - sum('failed') - skipped) };
}

/** The shell measures processor time of all descendants. */
async function measured(file, args, env, maxSeconds) {
  const counted = ['-c', '"$@"; code=$?; times; exit $code', 'sh', file, ...args];
  const run = await capture('sh', counted, { env: { NO_COLOR: '1', ...env }, maxSeconds });
  const [, ...times] = /(\d+)m([\d.]+)s (\d+)m([\d.]+)s\s*$/.exec(run.output) ?? [];
  const [userMinutes = 0, user = 0, systemMinutes = 0, system = 0] = times.map(Number);
  return { ...run, processorSeconds: 60 * (userMinutes + systemMinutes) + user + system };
}

/** Runs jobs in parallel in this order, so put the longest first. In CI a skipped test fails. */
async function runAll(jobs) {
  const startedAt = performance.now();
  const [queue, results] = [[...jobs], []];
  const lane = async () => {
    for (let job = queue.shift(); job !== undefined; job = queue.shift()) {
      const result = { name: job.name, ...(await job.run()) };
      results.push(result);
      console.log(`${result.failed > 0 ? '✗' : '✓'} ${result.name}: ${counts(result)} in ${timesOf(result)}`);
      if (result.failed + result.skipped > 0) console.log(result.output.trimEnd().replaceAll(/^/gm, '    '));
    }
  };
  await Promise.all(Array.from({ length: lanes }, lane));
  const sum = (key) => results.reduce((all, result) => all + result[key], 0);
  const files = results.flatMap((result) => result.files).toSorted((a, b) => b.seconds - a.seconds);
  if (files.length > 0) console.log(`\nThe ${listedFiles} slowest test files:`);
  for (const { file, seconds } of files.slice(0, listedFiles)) console.log(`  ${seconds.toFixed(1).padStart(5)} s ${file}`);
  console.log(`All: ${timesOf({ seconds: (performance.now() - startedAt) / 1000, processorSeconds: sum('processorSeconds') })}`);
  const named = (key) =>
    results.filter((result) => result[key] > 0).map(({ name, failures }) => [name, ...failures].join('\n  '));
  if (sum('failed') > 0) console.log(`Failed: ${named('failed').join('\n')}`);
  const isSkipFailure = process.env.CI === 'true' && sum('skipped') > 0;
  if (isSkipFailure) console.log(`In CI nothing may be skipped: ${named('skipped').join('\n')}`);
  console.log(counts({ passed: sum('passed'), failed: sum('failed'), skipped: sum('skipped') }));
  return sum('failed') === 0 && !isSkipFailure;
}

const counts = ({ passed, failed, skipped }) => `${passed} passed, ${failed} failed, ${skipped} skipped`;
const timesOf = ({ seconds, processorSeconds }) => `${seconds.toFixed(0)} s, ${processorSeconds.toFixed(0)} processor seconds`;
