import { beforeEach, expect, it } from 'vitest';
import { type EmbeddedEngine, openEmbeddedEngine } from './embedded-engine.ts';
import { FollowingEngine } from './following-engine.ts';
import type { TellFollowers } from './served-generation.ts';
import { catalogue, group, planOf, publishItems } from '#engine/testing/catalogue.ts';
import { openFollowedEngine } from '#engine/testing/followed-engine.ts';
import { atEnd, flipByte, partsOf, scratchEngine, scratchFolder } from '#engine/testing/scratch.ts';
import { SearchDownError } from '#engine/port-errors.ts';
import { inSession } from '#engine/port.ts';
import { readdirSync } from 'node:fs';
import path from 'node:path';

let directory: string;
beforeEach(() => {
  directory = scratchFolder();
});

/** An engine and those that follow it, which may begin later. */
function followed(memoryBudgetBytes: number | null = null) {
  const followers: FollowingEngine[] = [];
  const tellFollowers: TellFollowers = (news) => Promise.all(followers.map(async (one) => one.take(news)));
  const engine: EmbeddedEngine = openEmbeddedEngine({ directory, memoryBudgetBytes, tellFollowers, onProblem: () => undefined });
  atEnd(() => engine.close());
  const follow = (): FollowingEngine => {
    const follower = new FollowingEngine((asked) => engine.answerFollower(asked));
    followers.push(follower);
    return follower;
  };
  return { engine, follow };
}

const countIn = async (engine: FollowingEngine, collection: string, word = 'lamp'): Promise<number> =>
  (await inSession(engine, collection, (session) => session.search(planOf([group(word)])))).totalCount;

it('answers what the engine answers that it follows', async () => {
  const items = [...catalogue(300)];
  await publishItems(scratchEngine({ directory }), 'shop', items);
  const engines = [scratchEngine({ directory }), scratchEngine({ directory }, openFollowedEngine)];
  const plans = items.slice(0, 60).map((_, at) => planOf([group('lamp')], { from: at, facets: [{ field: 'brand', limit: 5 }] }));
  const [own, following] = await Promise.all(
    engines.map((engine) => Promise.all(plans.map(async (plan) => ({ ...(await engine.search('shop', plan)), took: 0 })))),
  );
  expect(following).toEqual(own);
});

it('begins at any time, and loses nothing by it', async () => {
  const { engine, follow } = followed();
  await publishItems(engine, 'shop', [...catalogue(50)]);
  const found = await countIn(follow(), 'shop');
  expect(found).toBeGreaterThan(0);
  // It lacks what is open in the first.
  const second = follow();
  expect((await second.status('shop'))?.itemCount).toBe(50);
  await engine.change('shop', [{ kind: 'put', item: { id: 'new', fields: { name: 'newest lamp' } } }]);
  expect(await countIn(second, 'shop')).toBe(found + 1);
  expect(await second.status('shop')).toEqual(await engine.status('shop'));
});

it('searches what is published as soon as that is said, and nothing that was dropped', async () => {
  const { engine, follow } = followed();
  const [one, other] = [follow(), follow()];
  expect([await one.status('shop'), await countIn(one, 'shop')]).toEqual([null, 0]);
  for (const size of [20, 40]) {
    await publishItems(engine, 'shop', [...catalogue(size)]);
    for (const follower of [one, other]) expect((await follower.status('shop'))?.itemCount).toBe(size);
  }
  await engine.drop('shop');
  expect([await one.status('shop'), await countIn(one, 'shop')]).toEqual([null, 0]);
});

it('searches collections that had to make room for others', async () => {
  const { engine, follow } = followed(1);
  const follower = follow();
  for (const collection of ['one', 'other']) await publishItems(engine, collection, [...catalogue(50)]);
  for (let round = 0; round < 3; round += 1)
    for (const collection of ['one', 'other']) expect(await countIn(follower, collection)).toBeGreaterThan(0);
});

it('finishes a search in the generation in which it was begun', async () => {
  const { engine, follow } = followed();
  const follower = follow();
  await publishItems(engine, 'shop', [...catalogue(30)]);
  const session = await follower.open('shop');
  for (const size of [20, 10]) await publishItems(engine, 'shop', [...catalogue(size)]);
  expect((await session.search(planOf([]))).totalCount).toBe(30);
  session.close();
  expect((await inSession(follower, 'shop', (later) => later.search(planOf([])))).totalCount).toBe(10);
});

it('leaves nothing open if a follower can not open it', async () => {
  await publishItems(scratchEngine({ directory }), 'shop', [...catalogue(30)]);
  const told: string[] = [];
  const tellFollowers: TellFollowers = async ({ kind }) => {
    told.push(kind);
    if (kind === 'open') throw new SearchDownError('No memory.');
  };
  const engine = openEmbeddedEngine({ directory, tellFollowers });
  await expect(engine.search('shop', planOf([]))).rejects.toThrow('No memory.');
  expect(told.slice(0, 2)).toEqual(['open', 'close']);
  await engine.close();
});

it('tells what its searches leave in memory', async () => {
  const { engine, follow } = followed();
  const follower = follow();
  await publishItems(engine, 'shop', [...catalogue(2_000)]);
  await countIn(follower, 'shop');
  engine.noteFollower('0', follower.report());
  for (let to = 1; to <= 20; to += 1)
    await inSession(follower, 'shop', (session) =>
      session.search(planOf([group('lamp')], { filters: [{ field: 'price', to }] })),
    );
  const { searched, cachedBytes } = follower.report();
  expect(searched).toEqual(['shop']);
  expect(cachedBytes[0]?.[1]).toBeGreaterThanOrEqual(20 * 2_000);
  expect(follower.report()).toEqual({ searched: [], cachedBytes: [] });
});

it('a damage that it meets is mended', async () => {
  const first = openEmbeddedEngine({ directory });
  const live = await publishItems(first, 'shop', [...catalogue(400)]);
  await first.close();
  const { engine, follow } = followed();
  const follower = follow();
  await countIn(follower, 'shop');
  const folder = path.join(directory, 'shop', live);
  for (const name of readdirSync(folder).filter((file) => file.endsWith('.segment'))) flipByte(path.join(folder, name));
  await follower.noteDamage('shop', live, new Error('Found by a search.') as never);
  await expect.poll(() => countIn(follower, 'shop').catch(() => 0)).toBeGreaterThan(0);
  await expect.poll(async () => (await engine.status('shop'))?.generation).not.toBe(live);
});

const paddedBytes = 8 * 1024 * 1024;
const trailerBytes = 16;

/** The same segment with unused bytes before its end. */
function padded(bytes: Uint8Array): Uint8Array {
  const whole = new Uint8Array(new SharedArrayBuffer(bytes.length + paddedBytes));
  const body = bytes.length - trailerBytes;
  whole.set(bytes.subarray(0, body));
  whole.set(bytes.subarray(body), whole.length - trailerBytes);
  return whole;
}

it('gives back the memory of closed generations, though nothing else makes garbage', async () => {
  await publishItems(scratchEngine({ directory }), 'shop', [...catalogue(300)]);
  const parts = await partsOf(directory, 'shop');
  const follower = new FollowingEngine(() => Promise.resolve(false));
  const shared = (): number => process.memoryUsage().arrayBuffers;
  const before = shared();
  for (let generation = 1; generation <= 10; generation += 1) {
    await follower.take({ kind: 'open', generation, parts: { ...parts, segments: parts.segments.map(padded) } });
    await follower.take({ kind: 'live', collection: 'shop', generation });
    expect(await countIn(follower, 'shop')).toBeGreaterThan(0);
    await follower.take({ kind: 'live', collection: 'shop', generation: null });
    await follower.take({ kind: 'close', generation });
  }
  await expect.poll(shared, { interval: 100 }).toBeLessThan(before + 2 * paddedBytes);
});
