import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { expect, vi } from 'vitest';
import { openEmbeddedEngine } from '#engine/live/embedded-engine.ts';
import type { SearchEngine } from '#engine/port.ts';
import { catalogue, publishItems, randomNumbers } from './catalogue.ts';
import { plansOfEveryKind } from './plans-of-every-kind.ts';
import { drawChanges } from './random-changes.ts';
import { summary } from './random-plans.ts';
import { Lookups } from '#engine/search/by-kernel/lookups.ts';
import { KernelMatcher } from '#engine/search/by-kernel/matcher.ts';

const itemCount = 2_500;
/** Several segments, of which the last is small. */
const flushItemCount = 700;
const collection = 'products';
/** A plan may be answered without the kernel where its memory is full, which it isn't here. */
const leastShareByKernel = 0.95;
/** Segments of so large a share of them have items looked up. */
const leastShareLookedUp = 0.3;

/** Answers random plans with a kernel and without, between random changes of the same items, and compares all of them to the bit. */
export async function compareKernel(planCount: number, rounds: number, seed: number): Promise<void> {
  const directory = mkdtempSync(path.join(tmpdir(), 'aisle-kernel-'));
  const engines = [0, Number.POSITIVE_INFINITY].map((kernelAtLeastItems) =>
    openEmbeddedEngine({ directory: path.join(directory, `${kernelAtLeastItems}`), kernelAtLeastItems, flushItemCount }),
  );
  const match = vi.spyOn(KernelMatcher.prototype, 'match');
  const lookUp = vi.spyOn(Lookups.prototype, 'candidates');
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
    const countOf = ({ mock }: { mock: { results: { value?: unknown }[] } }): number =>
      mock.results.filter(({ value }) => value !== null).length;
    expect(countOf(match)).toBeGreaterThan(planCount * leastShareByKernel);
    expect(countOf(lookUp)).toBeGreaterThan(planCount * leastShareLookedUp);
  } finally {
    match.mockRestore();
    lookUp.mockRestore();
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
