import { execFileSync, spawn } from 'node:child_process';
import { appendFileSync, mkdirSync, readdirSync } from 'node:fs';
import { availableParallelism, cpus, loadavg } from 'node:os';
import path from 'node:path';
import { environment, root, serverNode } from '#scripts/places.mjs';
import { build } from '#scripts/build.mjs';

/** Git ignores it. One line per run of a file, with its commit, machine and load, then one per figure. */
const figures = path.join(root, '.cache', 'bench.jsonl');

/**
 * Runs `bench/*.bench.ts` on the built server, one at a time so that they don't measure each other. Words select files by a part of their
 * name.
 */
export async function runBenchmarks(words, options = []) {
  const files = readdirSync(path.join(root, 'bench')).filter((name) => name.endsWith('.bench.ts'));
  const chosen = files.filter((file) => words.length === 0 || words.some((word) => file.includes(word)));
  let isOk = true;
  await build({ only: ['server'] });
  mkdirSync(path.dirname(figures), { recursive: true });
  for (const file of chosen.toSorted()) {
    console.log(`\n# bench/${file}`);
    isOk = (await run(file, options)) && isOk;
  }
  console.log(`\nFigures: ${path.relative(root, figures)}`);
  return isOk;
}

function run(file, options) {
  const commit = execFileSync('git', ['rev-parse', '--short', 'HEAD'], { cwd: root, encoding: 'utf8' }).trim();
  const machine = `${availableParallelism()} × ${cpus()[0]?.model.trim() ?? 'unknown'}`;
  appendFileSync(figures, `${JSON.stringify({ file, commit, machine, load: Number(loadavg()[0].toFixed(1)) })}\n`);
  const child = spawn(serverNode(), [path.join('bench', file), ...options], {
    cwd: root,
    stdio: ['ignore', 'inherit', 'inherit'],
    env: { ...environment, AISLE_SERVER_IS_BUILT: 'yes', AISLE_BENCH_FIGURES: figures },
  });
  return new Promise((resolve) => child.on('exit', (code) => resolve(code === 0)));
}
