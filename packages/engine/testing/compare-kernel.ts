import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { expect, vi } from 'vitest';
import { openEmbeddedEngine } from '#engine/embedded/embedded-engine.ts';
import type { SearchEngine } from '#engine/port.ts';
import { catalogue, publishItems, randomNumbers } from './catalogue.ts';
import { plansOfEveryKind } from './plans-of-every-kind.ts';
import { drawChanges } from './random-changes.ts';
import { summary } from './random-plans.ts';
import { KernelMatcher } from '#engine/embedded/query/by-kernel/matcher.ts';

const itemCount = 2_500;
/** Several segments, of which the last is small. */
const flushItemCount = 700;
const collection = 'products';
/** Of these plans so many are for the kernel: all but those with promoted or hidden items, or with facets of groups. */
const leastShareByKernel = 0.7;

/** Answers random plans with a kernel and without, between random changes of the same items, and compares all of them to the bit. */
export async function compareKernel(planCount: number, rounds: number, seed: number): Promise<void> {
  const directory = mkdtempSync(path.join(tmpdir(), 'aisle-kernel-'));
  const engines = [0, Number.POSITIVE_INFINITY].map((kernelAtLeastItems) =>
    openEmbeddedEngine({ directory: path.join(directory, `${kernelAtLeastItems}`), kernelAtLeastItems, flushItemCount }),
  );
  const match = vi.spyOn(KernelMatcher.prototype, 'match');
  try {
    const items = [...catalogue(itemCount, seed)];
    for (const engine of engines) await publishItems(engine, collection, items);
    const known = new Map(items.map((item) => [item.id, item]));
    const fresh = catalogue(100_000, seed + 1);
    const random = randomNumbers(seed);
    for (let round = 0; round < rounds; round += 1) {
      if (round > 0) {
        const changes = drawChanges(random, known, fresh);
        for (const engine of engines) await engine.change(collection, changes);
      }
      await comparePlans(engines, Math.ceil(planCount / rounds), seed * 1_000 + round);
    }
    const byKernel = match.mock.results.filter(({ value }) => value !== null).length;
    expect(byKernel).toBeGreaterThan(planCount * leastShareByKernel);
  } finally {
    match.mockRestore();
    await Promise.all(engines.map((engine) => engine.close()));
    rmSync(directory, { recursive: true, force: true });
  }
}

async function comparePlans(engines: readonly SearchEngine[], count: number, seed: number): Promise<void> {
  for (const plan of plansOfEveryKind(count, seed)) {
    const [byKernel, plain] = await Promise.all(engines.map((engine) => engine.search(collection, plan)));
    expect(summary(byKernel!), JSON.stringify(plan)).toEqual(summary(plain!));
  }
}
