import { execFileSync, spawn } from 'node:child_process';
import { existsSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { availableParallelism, cpus, loadavg, tmpdir } from 'node:os';
import path from 'node:path';
import { environment, root, serverNode } from '#scripts/places.mjs';
import { build } from '#scripts/build.mjs';
import { mergedRows, withTable } from './bench-table.mjs';

const page = path.join(root, 'docs', 'benchmarks.md');
const kept = path.join(root, 'bench', 'figures.json');

/**
 * Runs `bench/*.bench.ts` one after another on the built server, as side by side they would measure each other. Words pick benchmarks by name, a whole
 * name one alone; with `--write`, docs/benchmarks.md gets what they measured.
 */
export async function runBenchmarks(words, env = {}) {
  const names = words.filter((word) => word !== '--write');
  const files = readdirSync(path.join(root, 'bench'))
    .filter((name) => name.endsWith('.bench.ts'))
    .toSorted();
  const chosen = files.filter(
    (file) => names.length === 0 || names.some((word) => (files.includes(word) ? file === word : file.includes(word))),
  );
  let isOk = true;
  await build({ only: ['server'] });
  for (const file of chosen) {
    console.log(`\n# bench/${file}`);
    const { isOk: hasRun, figures, load } = await run(file, env);
    isOk = hasRun && isOk;
    if (words.includes('--write') && figures.length > 0) write(file, figures, load);
  }
  return isOk;
}

/** Runs Lighthouse on the screens whose addresses have one of the words, or on all of them. */
export function judgeConsole(words) {
  const [names, flags] = [false, true].map((wanted) => words.filter((word) => word.startsWith('--') === wanted));
  return runBenchmarks(['lighthouse', ...flags], { AISLE_LIGHTHOUSE_WORDS: names.join(' ') });
}

async function run(file, env) {
  const load = Number(loadavg()[0].toFixed(1));
  const folder = mkdtempSync(path.join(tmpdir(), 'aisle-figures-'));
  const collected = path.join(folder, 'figures.jsonl');
  try {
    const child = spawn(serverNode(), [path.join('bench', file)], {
      cwd: root,
      stdio: ['ignore', 'inherit', 'inherit'],
      env: { ...environment, ...env, AISLE_SERVER_IS_BUILT: 'yes', AISLE_BENCH_FIGURES: collected },
    });
    const isOk = await new Promise((resolve) => child.on('exit', (code) => resolve(code === 0)));
    const lines = existsSync(collected) ? readFileSync(collected, 'utf8').trim().split('\n') : [];
    return { isOk, figures: lines.map((line) => JSON.parse(line)), load };
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}

function write(file, figures, load) {
  const known = existsSync(kept) ? JSON.parse(readFileSync(kept, 'utf8')) : [];
  const rows = mergedRows(known, file, figures, { commit: commit(), machine: machine(), load });
  writeFileSync(kept, `${JSON.stringify(rows, null, 2)}\n`);
  writeFileSync(page, withTable(readFileSync(page, 'utf8'), rows));
}

const commit = () => execFileSync('git', ['rev-parse', '--short', 'HEAD'], { cwd: root, encoding: 'utf8' }).trim();
const machine = () => `${availableParallelism()} × ${cpus()[0]?.model.trim() ?? 'unknown'}`;
