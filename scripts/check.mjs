import { existsSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { command, root, serverNode } from './places.mjs';
import { capture } from './processes.mjs';
import { report } from './results.mjs';
import { spawnSync } from 'node:child_process';

/** Where a file begins to be long. At 400 lines the linter refuses it. */
const warningLines = 200;
/** Tables and tests are read by looking up, not from top to bottom. */
const mayBeLong = /\.test\.|\.e2e\.|\/(locales|migrations|departments|drawings)\//;

/** Says which files are getting long. Fails nothing. */
function noteLongFiles() {
  const { stdout } = spawnSync('git', ['ls-files', '*.ts', '*.tsx', '*.mjs'], { cwd: root, encoding: 'utf8' });
  const long = (stdout ?? '')
    .split('\n')
    .filter((file) => file !== '' && !mayBeLong.test(file) && existsSync(path.join(root, file)))
    .map((file) => ({ file, lines: readFileSync(path.join(root, file), 'utf8').split('\n').length - 1 }))
    .filter(({ lines }) => lines > warningLines);
  for (const { file, lines } of long) console.log(`! ${file} has ${lines} lines; split it before it has 400.`);
}

/** No check needs longer on two slow and busy cores; one that does hangs. */
const maxSeconds = 300;

/** Longest first, so that two cores end together. */
const checks = [
  { name: 'lint', file: command('oxlint'), args: ['--type-aware', '--format=agent', '--quiet'] },
  { name: 'types of the console', file: command('tsc'), args: ['-p', 'tsconfig.console.json', '--pretty', 'false'] },
  { name: 'types of the server', file: command('tsc'), args: ['-p', 'tsconfig.json', '--pretty', 'false'] },
  { name: 'types of the plugin', file: command('tsc'), args: ['-p', 'tsconfig.plugin.json', '--pretty', 'false'] },
  { name: 'types of the clients', file: command('tsc'), args: ['-p', 'tsconfig.clients.json', '--pretty', 'false'] },
  { name: 'unused code', file: command('knip'), args: ['--no-progress', '--reporter', 'compact'] },
  { name: 'translations', file: serverNode(), args: ['scripts/check-translations.ts'], needs: 'apps/console/locales' },
  { name: 'format', file: command('oxfmt'), args: ['--check', '.'] },
];
const sideBySide = 2;

/** Runs every check. Answers one result each: a check is a test that passes or fails. */
export async function check() {
  const queue = checks.filter(({ needs }) => needs === undefined || existsSync(path.join(root, needs)));
  const results = [];
  const worker = async () => {
    for (let next = queue.shift(); next !== undefined; next = queue.shift()) results.push(await runCheck(next));
  };
  await Promise.all(Array.from({ length: sideBySide }, worker));
  noteLongFiles();
  return results;
}

async function runCheck({ name, file, args }) {
  const { isOk, output, seconds } = await capture(file, args, { maxSeconds });
  return report({
    name: `check: ${name}`,
    passed: isOk ? 1 : 0,
    failed: isOk ? 0 : 1,
    skipped: 0,
    seconds,
    details: isOk ? '' : output,
  });
}
