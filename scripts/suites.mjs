import { existsSync, mkdirSync, readFileSync, rmSync } from 'node:fs';
import { availableParallelism } from 'node:os';
import path from 'node:path';
import { browserFailures, failuresText, unitFailures } from './failures.mjs';
import { command, root } from './places.mjs';
import { capture } from './processes.mjs';
import { report } from './results.mjs';

const reports = path.join(root, '.cache', 'reports');
/** What takes longer hangs: on a machine with ten times the load that its cores take, the longest suite took 780. */
const maxSeconds = { unit: 2400, nightly: 7200, browser: 2400 };

/** Runs one project of vitest.config.ts: a worker that goes from one project to another begins anew for each file. */
export async function runUnitSuite({ name, project, env, workers = Math.max(1, availableParallelism() - 1) }) {
  const file = freshReport(name);
  const run = await capture(
    command('vitest'),
    [
      'run',
      '--project',
      project,
      '--passWithNoTests',
      '--silent=passed-only',
      '--reporter=minimal',
      '--reporter=json',
      `--outputFile.json=${file}`,
      `--maxWorkers=${workers}`,
    ],
    { env: { ...withoutUndefined(env), NO_COLOR: '1' }, maxSeconds: maxSeconds[project] ?? maxSeconds.unit },
  );
  const result = readReport(file);
  return conclude(name, run, result === null ? none : { ...unitCounts(result), failures: unitFailures(result) });
}

/** Runs Playwright's journeys; one that passes at the second try only passes, and is told. */
export async function runBrowserSuite(name, env = {}) {
  const file = freshReport(name);
  const run = await capture(command('playwright'), ['test', '--pass-with-no-tests', '--retries=1', '--reporter=line,json'], {
    // Node strips types itself; Playwright's compiler takes seven seconds for that before the first journey begins.
    env: { ...withoutUndefined(env), PLAYWRIGHT_JSON_OUTPUT_FILE: file, PW_DISABLE_TS_ESM: '1', NO_COLOR: '1' },
    maxSeconds: maxSeconds.browser,
  });
  const result = readReport(file);
  if (result === null) return conclude(name, run, none);
  const { failed, passedLate } = browserFailures(result);
  if (passedLate.length > 0) console.log(`Passed at the second try only:\n${failuresText(passedLate)}`);
  return conclude(name, run, { ...browserCounts(result), failures: failed });
}

/** A suite that could not run counts as one skipped test, and says so. */
export const skippedSuite = (name, reason) =>
  report({ name, passed: 0, failed: 0, skipped: 1, seconds: 0, details: `SKIPPED as a whole: ${reason}.` });

const none = { passed: 0, failed: 0, skipped: 0, failures: [] };

/** A file that doesn't load has no tests that could fail, so it counts by itself. */
function unitCounts({ numPassedTests, numFailedTests, numPendingTests, numTodoTests, testResults }) {
  const brokenFiles = testResults.filter(
    ({ status, assertionResults }) => status === 'failed' && assertionResults.every((test) => test.status !== 'failed'),
  );
  return { passed: numPassedTests, failed: numFailedTests + brokenFiles.length, skipped: numPendingTests + numTodoTests };
}

const browserCounts = ({ stats, errors }) => ({
  passed: stats.expected + stats.flaky,
  failed: stats.unexpected + errors.length,
  skipped: stats.skipped,
});

/** A run that fails as a whole while each of its tests passes, as after an unhandled rejection, is one failure. */
function conclude(name, { isOk, output, seconds }, counted) {
  const failed = isOk ? counted.failed : Math.max(1, counted.failed);
  return report({ name, ...counted, failed, seconds, details: failed > 0 ? output : '' });
}

function freshReport(name) {
  mkdirSync(reports, { recursive: true });
  const file = path.join(reports, `${name.replaceAll(' ', '-')}.json`);
  rmSync(file, { force: true });
  return file;
}

const readReport = (file) => (existsSync(file) ? JSON.parse(readFileSync(file, 'utf8')) : null);

const withoutUndefined = (env) => Object.fromEntries(Object.entries(env).filter(([, value]) => value !== undefined));
