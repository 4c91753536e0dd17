import { spawn } from 'node:child_process';
import { readdirSync } from 'node:fs';
import path from 'node:path';
import { environment, root, serverNode } from './places.mjs';

/** Runs `bench/*.bench.ts` one after another, as side by side they would measure each other. Words pick benchmarks by name. */
export async function runBenchmarks(words) {
  const files = readdirSync(path.join(root, 'bench'))
    .filter((name) => name.endsWith('.bench.ts'))
    .toSorted();
  const chosen = files.filter((file) => words.length === 0 || words.some((word) => file.includes(word)));
  let isOk = true;
  for (const file of chosen) {
    console.log(`\n# bench/${file}`);
    isOk = (await run(file)) && isOk;
  }
  return isOk;
}

function run(file) {
  const child = spawn(serverNode(), [path.join('bench', file)], {
    cwd: root,
    stdio: ['ignore', 'inherit', 'inherit'],
    env: environment,
  });
  return new Promise((resolve) => child.on('exit', (code) => resolve(code === 0)));
}
