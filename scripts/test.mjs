import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { buildClients } from './clients-build.mjs';
import { buildConsole } from './console-build.mjs';
import { buildServer } from './server-build.mjs';
import { check } from './check.mjs';
import { prepareChromium } from './chromium.mjs';
import { failuresText } from './failures.mjs';
import { inMemory } from './memory-folder.mjs';
import { shortLived } from './java.mjs';
import { prepareOpenSearch } from './opensearch.mjs';
import { buildPlugin } from './plugin-build.mjs';
import { preparePostgres } from './postgres.mjs';
import { prepareRedis } from './redis.mjs';
import { counts, total } from './results.mjs';
import { prepareS3 } from './s3.mjs';
import { runBrowserSuite, runUnitSuite, skippedSuite } from './suites.mjs';
import { judgeTimes, record, timesIn } from './test-times.mjs';

/** Suites run side by side, as their tests wait for disks, processes and services, and each keeps its workers to its end. */
const workers = { unit: 1, sqlite: 2, postgres: 1, redis: 1, openSearch: 2 };
/** Tests run the server that users run. */
const onBuiltServer = { AISLE_SERVER_IS_BUILT: 'yes' };
const withoutPostgres = 'there is no PostgreSQL, and it can not be installed here';

/** Everything that is tested on every change. Answers whether all of it passed. `isRecording` keeps what each file took. */
export async function testAll({ isRecording = false } = {}) {
  const [services, checks] = [await prepareServices(), await check()];
  try {
    const { env } = services;
    const results = [...checks];
    results.push(
      ...(await Promise.all([onSqlite(env), withoutServer(env), onServices(services), onOpenSearch(services)])).flat(),
    );
    results.push(await inBrowser(services));
    const times = timesIn(env.AISLE_TEST_TIMES);
    if (isRecording) record(times);
    results.push(judgeTimes(times));
    return conclude(results);
  } finally {
    await stopServices(services);
  }
}

/** What answers soon whether a change is sound: no browser, no service. */
export async function testQuickly() {
  const memory = inMemory();
  try {
    const checks = await check();
    await buildServer();
    const env = { ...memory.env, ...onBuiltServer };
    return conclude([...checks, ...(await Promise.all([onSqlite(env), withoutServer(env)])).flat()]);
  } finally {
    memory.remove();
  }
}

/** What takes too long for every change: `*.nightly.test.ts`, what PostgreSQL hardly decides, and every way of a journey. */
export async function testNightly() {
  const services = await prepareServices();
  try {
    const env = { ...services.env, AISLE_TEST_DATABASE_URL: services.postgres?.url };
    const everything = { AISLE_TEST_EVERYTHING: 'yes' };
    return conclude([
      await runUnitSuite({ name: 'nightly', project: 'nightly', env }),
      services.postgres === null
        ? skippedSuite('every server test on PostgreSQL', withoutPostgres)
        : await runUnitSuite({ name: 'every server test on PostgreSQL', project: 'server', env: { ...env, ...everything } }),
      await inBrowser({ ...services, env: { ...services.env, ...everything } }),
    ]);
  } finally {
    await stopServices(services);
  }
}

async function prepareServices() {
  const chromium = await prepareChromium();
  const postgres = await preparePostgres();
  const redis = await prepareRedis();
  await buildServer();
  const memory = inMemory();
  const folder = mkdtempSync(path.join(tmpdir(), 'aisle-times-'));
  process.once('exit', () => rmSync(folder, { recursive: true, force: true }));
  return {
    chromium,
    postgres,
    redis,
    memory,
    env: { ...memory.env, ...onBuiltServer, AISLE_TEST_TIMES: path.join(folder, 'times.jsonl') },
  };
}

async function stopServices({ postgres, redis, memory }) {
  memory.remove();
  await Promise.all([postgres?.stop(), redis?.stop()]);
}

const onSqlite = (env) => runUnitSuite({ name: 'server on SQLite', project: 'server', env, workers: workers.sqlite });

async function withoutServer(env) {
  const unit = await runUnitSuite({ name: 'unit', project: 'unit', env, workers: workers.unit });
  const inPages = [];
  for (const name of ['console', 'plugin']) inPages.push(await runUnitSuite({ name, project: name, env, workers: workers.unit }));
  return [unit, ...inPages];
}

/** One after the other: both need PostgreSQL. */
async function onServices(services) {
  return [await onPostgres(services), await onRedis(services)];
}

/** What servers share in Redis, on the PostgreSQL that they share, too. */
async function onRedis({ postgres, redis, env }) {
  const name = 'Redis';
  if (redis === null) return skippedSuite(name, 'there is no Redis, and it can not be installed here');
  if (postgres === null) return skippedSuite(name, withoutPostgres);
  const urls = { AISLE_TEST_REDIS_URL: redis.url, AISLE_TEST_DATABASE_URL: postgres.url };
  return runUnitSuite({ name, project: 'redis', env: { ...env, ...urls }, workers: workers.redis });
}

function onPostgres({ postgres, env }) {
  const name = 'server on PostgreSQL';
  if (postgres === null) return skippedSuite(name, withoutPostgres);
  return runUnitSuite({
    name,
    project: 'server',
    env: { ...env, AISLE_TEST_DATABASE_URL: postgres.url },
    workers: workers.postgres,
  });
}

/** Both take much memory, so they run for no longer than their tests. */
async function onOpenSearch({ postgres, redis, env }) {
  const name = 'OpenSearch and S3';
  const [openSearch, s3] = await Promise.all([prepareOpenSearch({ javaOptions: shortLived }), prepareS3()]);
  try {
    if (openSearch === null || s3 === null)
      return skippedSuite(name, 'there is no Java that runs them, or they can not be fetched');
    const urls = {
      AISLE_TEST_OPENSEARCH_URL: openSearch.url,
      AISLE_TEST_FILES_URL: s3.url,
      AISLE_TEST_DATABASE_URL: postgres?.url,
      AISLE_TEST_REDIS_URL: redis?.url,
    };
    return await runUnitSuite({ name, project: 'opensearch', env: { ...env, ...urls }, workers: workers.openSearch });
  } finally {
    await Promise.all([openSearch?.stop(), s3?.stop()]);
  }
}

async function inBrowser({ chromium, env }) {
  const name = 'journeys in a browser';
  if (chromium === null) return skippedSuite(name, 'there is no Chromium, and it can not be installed here');
  await buildPlugin();
  await buildClients();
  await buildConsole();
  return runBrowserSuite(name, { ...env, CHROMIUM_PATH: chromium.file });
}

/** The last line is the sum, and failures stand just above it, where the tail of a log shows them. In CI nothing may be skipped. */
function conclude(results) {
  const sum = total(results);
  const isCi = process.env.CI === 'true';
  if (isCi && sum.skipped > 0) console.log(`In CI nothing may be skipped: ${namesOf(results, 'skipped')}.`);
  if (sum.failed > 0) {
    console.log(failuresText(results.flatMap(({ failures = [] }) => failures)));
    console.log(`Failed: ${namesOf(results, 'failed')}.`);
  }
  console.log(counts(sum));
  return sum.failed === 0 && !(isCi && sum.skipped > 0);
}

const namesOf = (results, key) =>
  results
    .filter((result) => result[key] > 0)
    .map(({ name }) => name)
    .join(', ');
