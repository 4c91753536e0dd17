import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { CollectionFiles } from '#engine/index/files/generation-files.ts';
import { openEmbeddedEngine } from '#engine/live/embedded-engine.ts';
import { KernelMemory } from '#engine/search/kernel/kernel-memory.ts';
import { type GenerationParts, readGeneration } from '#engine/search/generation/loaded-generation.ts';
import type { Boost } from '#engine/plan.ts';
import { SearchDownError } from '#engine/port-errors.ts';
import { inSession } from '#engine/port.ts';
import { group, planOf, publishItems } from '#engine/testing/catalogue.ts';
import { SearchThreads } from './threaded-generation.ts';

const items = Array.from({ length: 300 }, (_, at) => ({ id: `item-${at}`, fields: { name: `lamp number${at}`, price: at } }));

const fragileThread = new URL('../../testing/fragile-thread.ts', import.meta.url);
const fatalPrefix = 'fatal';

let directory: string;

beforeEach(async () => {
  directory = mkdtempSync(path.join(tmpdir(), 'aisle-threads-'));
  const engine = openEmbeddedEngine({ directory });
  await publishItems(engine, 'shop', items);
  await engine.close();
});
afterEach(() => rmSync(directory, { recursive: true, force: true }));

const partsOf = (collection: string) => {
  const files = new CollectionFiles(directory, collection);
  return readGeneration(files, files.live()!.current);
};

it('answers in several threads what one answers', async () => {
  const own = openEmbeddedEngine({ directory });
  const threaded = openEmbeddedEngine({ directory, searchThreads: 3 });
  const plans = items
    .slice(0, 60)
    .map((_, at) => planOf([group('lamp'), group(`number${at}`)], { facets: [{ field: 'price', limit: 5 }] }));
  const [here, there] = await Promise.all(
    [own, threaded].map((engine) =>
      Promise.all(plans.map(async (plan) => ({ ...(await engine.search('shop', plan)), took: 0 }))),
    ),
  );
  expect(JSON.stringify(there)).toBe(JSON.stringify(here));
  await Promise.all([own.close(), threaded.close()]);
});

it('a thread tells what was asked for in the end, be it what was wanted or less', async () => {
  const engines = [openEmbeddedEngine({ directory }), openEmbeddedEngine({ directory, searchThreads: 1 })];
  const boosts: Boost[] = [{ kind: 'value', field: 'price', anyOf: [7], factor: 2 }];
  const text = 'lamp number1';
  const wanted = [1, 2].map((minimumMatch) => planOf([group('lamp'), group('number1')], { minimumMatch, boosts }));
  const [here, there] = await Promise.all(
    engines.map((engine) =>
      inSession(engine, 'shop', (session) =>
        Promise.all(wanted.map((plan) => session.resolve({ plan, text, language: 'en', highlightStemmed: null }))),
      ),
    ),
  );
  expect(JSON.stringify(there)).toBe(JSON.stringify(here));
  expect(there?.map(({ plan }) => plan)).toEqual([wanted[0], { ...wanted[1], minimumMatch: 1 }]);
  await Promise.all(engines.map((engine) => engine.close()));
});

it('a thread that is lost fails what it was asked, is told, and what is opened next is searched by new threads', async () => {
  const lost: string[] = [];
  const threads = new SearchThreads(1, (error) => lost.push(error.message), fragileThread);
  const generation = await threads.open(await partsOf('shop'));
  await expect(generation.ask('search', planOf([group('lamp')]))).resolves.toMatchObject({ totalCount: 300 });
  await generation.ask('terms', fatalPrefix, 1);
  await expect(generation.ask('search', planOf([group('lamp')]))).rejects.toThrow(SearchDownError);
  expect(lost).toEqual(['The thread has a fault.']);
  await expect(generation.ask('search', planOf([group('lamp')]))).rejects.toThrow(SearchDownError);
  const next = await threads.open(await partsOf('shop'));
  await expect(next.ask('search', planOf([group('lamp')]))).resolves.toMatchObject({ totalCount: 300 });
  await threads.close();
});

const paddedBytes = 8 * 1024 * 1024;
const trailerBytes = 16;

/** The same segment with much that nobody reads before its end. */
function padded(bytes: Uint8Array): Uint8Array {
  const whole = new Uint8Array(new SharedArrayBuffer(bytes.length + paddedBytes));
  const body = bytes.length - trailerBytes;
  whole.set(bytes.subarray(0, body));
  whole.set(bytes.subarray(body), whole.length - trailerBytes);
  return whole;
}

/** The same generation in the memory of a kernel, with much room beside it. */
function inKernelMemory(parts: GenerationParts): GenerationParts {
  const memory = KernelMemory.of(paddedBytes)!;
  const segments = parts.segments.map((segment) => {
    const bytes = memory.bytes(segment.length);
    bytes.set(segment);
    return bytes;
  });
  return { ...parts, segments, kernelMemory: memory.shared };
}

const forms: [name: string, form: (parts: GenerationParts) => GenerationParts][] = [
  ['shared memory', (parts) => ({ ...parts, segments: parts.segments.map(padded) })],
  ['the memory of a kernel', inKernelMemory],
];

it.each(forms)(
  'what generations in %s have taken that are gone is given back, though nothing else makes garbage',
  async (_, form) => {
    const shared = (): number => process.memoryUsage().arrayBuffers;
    const threads = new SearchThreads(2, (error) => expect.fail(error.message));
    const before = shared();
    for (let round = 0; round < 10; round += 1) {
      const generation = await threads.open(form(await partsOf('shop')));
      await expect(generation.ask('search', planOf([group('lamp')]))).resolves.toMatchObject({ totalCount: 300 });
      generation.close();
    }
    await expect.poll(shared, { interval: 100 }).toBeLessThan(before + 2 * paddedBytes);
    await threads.close();
  },
);
