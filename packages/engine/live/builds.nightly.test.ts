import { spawn } from 'node:child_process';
import { existsSync, mkdtempSync, readdirSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { fileURLToPath } from 'node:url';
import { expect, test } from 'vitest';
import { group, planOf, randomNumbers } from '#engine/testing/catalogue.ts';
import { openEmbeddedEngine } from './embedded-engine.ts';

const builder = fileURLToPath(import.meta.resolve('#engine/testing/build-until-killed.ts'));
const kills = 200;
const itemCount = 1_000;
/** So long after the start of the builder, or after its first generation, a kill comes at the latest. */
const latestMs = { start: 1_000, generation: 300 };
const seed = Number(process.env.AISLE_TEST_SEED ?? Date.now() % 1_000_000);

/** Starts a builder and kills it. Answers the generations that it said were live. */
function buildAndKill(directory: string, after: 'start' | 'generation', milliseconds: number): Promise<string[]> {
  return new Promise((resolve, reject) => {
    const child = spawn(process.execPath, [builder, directory, String(itemCount)], { stdio: ['ignore', 'pipe', 'inherit'] });
    const killSoon = () => setTimeout(() => child.kill('SIGKILL'), milliseconds);
    let said = '';
    child.stdout.on('data', (chunk) => (said += String(chunk)));
    child.on('error', reject);
    child.on('close', () => resolve(said.split('\n').filter((line) => line !== '')));
    if (after === 'start') killSoon();
    else child.stdout.once('data', killSoon);
  });
}

test(`${kills} kills of an engine that builds and publishes leave a whole generation live (seed ${seed})`, async () => {
  const next = randomNumbers(seed + 1);
  const directory = mkdtempSync(path.join(tmpdir(), 'aisle-builds-'));
  const folder = path.join(directory, 'products');
  let acknowledged: string | undefined;
  for (let kill = 1; kill <= kills; kill += 1) {
    const after = next() < 0.5 ? 'start' : 'generation';
    const said = await buildAndKill(directory, after, next() * latestMs[after]);
    acknowledged = said.at(-1) ?? acknowledged;
    const told = `kill ${kill}, after ${acknowledged}`;
    const engine = openEmbeddedEngine({ directory, onProblem: (message) => expect.unreachable(message) });
    const status = await engine.status('products');
    if (acknowledged !== undefined) expect(status, told).not.toBeNull();
    if (status !== null) {
      // A generation may have gone live without the builder having had the time to say so, but never the other way round.
      expect(status.generation >= (acknowledged ?? ''), told).toBe(true);
      const { hits, totalCount } = await engine.search('products', planOf([], { size: itemCount }));
      expect(totalCount, told).toBe(itemCount);
      expect(new Set(hits.map((hit) => hit.item.fields.code)).size, told).toBe(1);
      const word = String(hits[0]?.item.fields.code);
      expect((await engine.search('products', planOf([group(word)]))).totalCount, told).toBe(itemCount);
      const generations = readdirSync(folder, { withFileTypes: true }).filter((entry) => entry.isDirectory());
      const unfinished = generations.filter(({ name }) => !existsSync(path.join(folder, name, 'manifest.json')));
      expect(unfinished, told).toEqual([]);
    }
    await engine.close();
  }
  expect(acknowledged).toBeDefined();
  rmSync(directory, { recursive: true, force: true });
});
