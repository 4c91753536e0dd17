import { type ComplianceOptions, engineCompliance } from '#engine/testing/compliance.ts';
import { openFollowedEngine } from '#engine/testing/followed-engine.ts';
import { queriesAreHarmless } from '#engine/testing/query-fuzz.ts';
import { type EmbeddedEngineOptions, openEmbeddedEngine } from './embedded-engine.ts';
import { expect, it, test } from 'vitest';
import { compareKernel } from '#engine/testing/compare-kernel.ts';
import { changesSurviveKills } from '#engine/testing/kill-changes.ts';
import { spawn } from 'node:child_process';
import { existsSync, mkdtempSync, readdirSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { fileURLToPath } from 'node:url';
import { group, planOf, randomNumbers } from '#engine/testing/catalogue.ts';

const compliance = (name: string, options: Partial<EmbeddedEngineOptions>, duties: ComplianceOptions = {}): void =>
  engineCompliance(name, (directory) => openEmbeddedEngine({ directory, ...options }), duties);

compliance('many small segments merged', { flushItemCount: 60 });
compliance('several segments', { flushItemCount: 400 });
compliance('rewritten every few changes', { rewriteAfterItems: 40 });
engineCompliance('one segment, searched by a follower', (directory) => openFollowedEngine({ directory }), {
  duties: ['changing', 'building'],
});
compliance('searched by a kernel', { kernelAtLeastItems: 0, flushItemCount: 400 });
engineCompliance(
  "searched by a follower's kernel",
  (directory) => openFollowedEngine({ directory, kernelAtLeastItems: 0, flushItemCount: 60 }),
  { randomQueries: 60 },
);

queriesAreHarmless(200_000);

changesSurviveKills(300);

it.each([11, 23, 37, 41, 53, 67, 71, 83, 97, 101])(
  'a kernel answers 20,000 random plans like the plain code: %i',
  async (seed) => {
    expect.hasAssertions();
    await compareKernel(20_000, 100, seed);
  },
);

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
