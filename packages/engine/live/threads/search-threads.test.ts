import { all } from '#process-kit/work.ts';
import { beforeEach, expect, it } from 'vitest';
import type { Boost } from '#engine/plan.ts';
import { SearchDownError } from '#engine/port-errors.ts';
import { inSession } from '#engine/port.ts';
import { group, planOf, publishItems } from '#engine/testing/catalogue.ts';
import { partsOf, scratchEngine, scratchFolder } from '#engine/testing/scratch.ts';
import { SearchThreads } from './threaded-generation.ts';

const items = Array.from({ length: 300 }, (_, at) => ({ id: `item-${at}`, fields: { name: `lamp number${at}`, price: at } }));

const fragileThread = new URL('../../testing/fragile-thread.ts', import.meta.url);
const fatalPrefix = 'fatal';

let directory: string;

beforeEach(async () => {
  directory = scratchFolder();
  const engine = scratchEngine({ directory });
  await publishItems(engine, 'shop', items);
  await engine.close();
});

it('answers in several threads what one answers', async () => {
  const own = scratchEngine({ directory });
  const threaded = scratchEngine({ directory, searchThreads: 3 });
  const plans = items
    .slice(0, 60)
    .map((_, at) => planOf([group('lamp'), group(`number${at}`)], { facets: [{ field: 'price', limit: 5 }] }));
  const [here, there] = await Promise.all(
    [own, threaded].map((engine) =>
      Promise.all(plans.map(async (plan) => ({ ...(await engine.search('shop', plan)), took: 0 }))),
    ),
  );
  expect(JSON.stringify(there)).toBe(JSON.stringify(here));
});

it('a thread tells what was asked for in the end, be it what was wanted or less', async () => {
  const engines = [scratchEngine({ directory }), scratchEngine({ directory, searchThreads: 1 })];
  const boosts: Boost[] = [{ kind: 'value', field: 'price', anyOf: [7], factor: 2 }];
  const text = 'lamp number1';
  const wanted = [1, 2].map((minimumMatch) => planOf([group('lamp'), group('number1')], { minimumMatch, boosts }));
  const [here, there] = await Promise.all(
    engines.map((engine) =>
      inSession(engine, 'shop', (session) =>
        all(wanted.map((plan) => session.resolve({ plan, text, language: 'en', highlightStemmed: null }))),
      ),
    ),
  );
  expect(JSON.stringify(there)).toBe(JSON.stringify(here));
  expect(there?.map(({ plan }) => plan)).toEqual([wanted[0], { ...wanted[1], minimumMatch: 1 }]);
});

it('a thread that is lost fails what it was asked, is told, and what is opened next is searched by new threads', async () => {
  const lost: string[] = [];
  const threads = new SearchThreads(1, (error) => lost.push(error.message), fragileThread);
  const generation = await threads.open(await partsOf(directory, 'shop'));
  await expect(generation.ask('search', planOf([group('lamp')]))).resolves.toMatchObject({ totalCount: 300 });
  await generation.ask('terms', fatalPrefix, 1);
  await expect(generation.ask('search', planOf([group('lamp')]))).rejects.toThrow(SearchDownError);
  expect(lost).toEqual(['The thread has a fault.']);
  await expect(generation.ask('search', planOf([group('lamp')]))).rejects.toThrow(SearchDownError);
  const next = await threads.open(await partsOf(directory, 'shop'));
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

it('gives back the memory of closed generations, though nothing else makes garbage', async () => {
  const shared = (): number => process.memoryUsage().arrayBuffers;
  const threads = new SearchThreads(2, (error) => expect.fail(error.message));
  const parts = await partsOf(directory, 'shop');
  const before = shared();
  for (let round = 0; round < 10; round += 1) {
    const generation = await threads.open({ ...parts, segments: parts.segments.map(padded) });
    await expect(generation.ask('search', planOf([group('lamp')]))).resolves.toMatchObject({ totalCount: 300 });
    generation.close();
  }
  await expect.poll(shared, { interval: 100 }).toBeLessThan(before + 2 * paddedBytes);
  await threads.close();
});
