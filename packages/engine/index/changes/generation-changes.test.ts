import path from 'node:path';
import { expect, test, afterEach, beforeEach, describe, it, vi } from 'vitest';
import { setImmediate as nextTurn } from 'node:timers/promises';
import { CollectionFiles } from '#engine/index/files/generation-files.ts';
import { catalogue, layout, publishItems, group, planOf, explain } from '#engine/testing/catalogue.ts';
import { openEmbeddedEngine } from '#engine/live/embedded-engine.ts';
import { openFollowedEngine } from '#engine/testing/followed-engine.ts';
import { atEnd, type OpenEngine, scratchEngine, scratchFolder } from '#engine/testing/scratch.ts';
import { ChangeWriter } from './change-writer.ts';
import { holdLock } from '#engine/index/files/databases.ts';
import { closeChangesAfterMs } from '#engine/index/limits.ts';
import type { ItemChange, SearchEngine } from '#engine/port.ts';
import { OpenChanges } from './generation-changes.ts';

const items = Array.from({ length: 20 }, (_, at) => ({ id: `item-${at}`, fields: { name: `lamp built${at}` } }));
const put = (id: string, name: string): ItemChange => ({ kind: 'put', item: { id, fields: { name } } });

let directory: string;
let engine: SearchEngine;

beforeEach(() => {
  directory = scratchFolder();
});
afterEach(() => vi.useRealTimers());

/** On a busy machine either may be first. One that had to wait would be second however often it is tried. */
const retry = 4;

test('a collection does not wait for another one, whose whole catalogue is merged', { retry }, async () => {
  engine = scratchEngine({ directory });
  const many = [...catalogue(9_000)];
  for (const collection of ['small', 'large'])
    await publishItems(engine, collection, many.slice(0, collection === 'small' ? 10 : 9_000));
  const live = await publishItems(engine, 'large', many);
  const build = await engine.build('large', layout, 1);
  await build.finish();
  await engine.close();

  const generation = (collection: string, name?: string) => {
    const files = new CollectionFiles(directory, collection);
    const own = name ?? files.live()!.current;
    return files.changed(own, files.manifest(own)!);
  };
  const writer = new ChangeWriter();
  atEnd(() => writer.close());
  const settled: string[] = [];
  // Another generation than the one that the build began with, so that all items are compared.
  const merge = {
    live: { folder: generation('large').folder, name: live },
    built: generation('large', build.generation).folder,
    base: { source: 1, generation: 'g-before', upTo: 0 },
  };
  const merging = writer.merge(merge, generation('large', build.generation)).then(() => settled.push('large'));
  const asking = writer.state(generation('small')).then(() => settled.push('small'));
  await Promise.all([merging, asking]);
  expect(settled).toEqual(['small', 'large']);
});

const changed = () => {
  const files = new CollectionFiles(directory, 'shop');
  const { current } = files.live()!;
  return files.changed(current, files.manifest(current)!);
};

/** True if nobody holds the files of the generation's changes. */
function areClosed(): boolean {
  try {
    holdLock(path.join(changed().folder, 'changes.lock'), 0).close();
    return true;
  } catch {
    return false;
  }
}

it('a generation that nobody changes for a while is closed, and opened again when somebody does', async () => {
  engine = scratchEngine({ directory });
  await publishItems(engine, 'shop', items);
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] });
  const open = new OpenChanges(closeChangesAfterMs);
  const change = (id: string) => open.with(changed(), (own) => own.change([put(id, 'lamp')]).outcomes);
  expect(await change('new-1')).toEqual(['created']);
  await vi.advanceTimersByTimeAsync(closeChangesAfterMs - 1);
  expect(await change('new-2')).toEqual(['created']);
  await vi.advanceTimersByTimeAsync(closeChangesAfterMs - 1);
  expect(areClosed()).toBe(false);
  await vi.advanceTimersByTimeAsync(1);
  expect(areClosed()).toBe(true);
  expect(await change('new-1')).toEqual(['unchanged']);
  await open.close(changed());
});

const ways = Object.entries({ 'by itself': openEmbeddedEngine, 'by a follower': openFollowedEngine });

describe.each(ways)('searched %s', (_way, open) => {
  it('finds earlier changes after the files were closed, and goes on changing', async () => {
    engine = scratchEngine({ directory, closeChangesAfterMs: 1 }, open);
    await publishItems(engine, 'shop', items);
    const names = new Map(items.map(({ id, fields }) => [id, fields.name]));
    const rounds: readonly ItemChange[][] = [
      ['new-0', 'new-1', 'new-2', 'item-3'].map((id) => put(id, `lamp first ${id}`)),
      // Leaves empty places among the changed items, and one at their end.
      [put('new-0', 'lamp second new-0'), { kind: 'remove', id: 'new-1' }, put('item-4', 'lamp second item-4')],
      [{ kind: 'remove', id: 'item-4' }],
      [put('last', 'lamp third last'), put('new-2', 'lamp third new-2')],
      [put('last', 'lamp third last')],
    ];
    for (const round of rounds) {
      await engine.change('shop', round);
      for (const change of round)
        if (change.kind === 'put') names.set(change.item.id, String(change.item.fields['name']));
        else if (change.kind === 'remove') names.delete(change.id);
      for (let look = 0; look < 2; look += 1) {
        const { hits } = await engine.search('shop', planOf([group('lamp')], { size: 100 }));
        expect(new Map(hits.map(({ id, item }) => [id, item.fields['name']]))).toEqual(names);
        await expect.poll(areClosed).toBe(true);
      }
      for (const [id, name] of names) expect((await engine.items('shop', [id]))[0]?.fields['name']).toBe(name);
    }
  });
});

const ids = Array.from({ length: 400 }, (_, at) => `item-${at}`);
const rounds = 12;
const fieldsOf = (round: number) => ({ name: `lamp round${round}`, price: round, inStock: true });
const isIndexed = (round: number): boolean => round % 3 === 0;

const start = async (open: OpenEngine): Promise<void> => {
  engine = scratchEngine({ directory }, open);
  await publishItems(
    engine,
    'shop',
    ids.map((id) => ({ id, fields: fieldsOf(0) })),
  );
};

/** Every so many rounds words change, too; in the others the price alone. */
const changesOf = (round: number): ItemChange[] =>
  ids.map((id): ItemChange => {
    if (isIndexed(round)) return { kind: 'put', item: { id, fields: fieldsOf(round) } };
    return { kind: 'patch', id, fields: { price: round } };
  });

describe.each(ways)('while changes are under way, searched %s', (_way, open) => {
  beforeEach(() => start(open));

  it('every search sees all of them or none, and items as they are found', async () => {
    let searches = 0;
    for (let round = 1; round <= rounds; round += 1) {
      let isDone = false;
      const working = engine.change('shop', changesOf(round)).finally(() => (isDone = true));
      while (!isDone) {
        const found = [];
        for (const price of [round - 1, round])
          found.push(
            await engine.search('shop', planOf([group('lamp')], { size: 500, filters: [{ field: 'price', anyOf: [price] }] })),
          );
        const [before, after] = found.map(({ hits }) => hits);
        if (before === undefined || after === undefined) throw new Error('Nothing was searched.');
        // Between two searches the change may have come.
        expect([ids.length, 0]).toContain(before.length);
        expect([ids.length, 0]).toContain(after.length);
        for (const { item } of before) expect(item.fields['price']).toBe(round - 1);
        for (const { item } of after) expect(item.fields['price']).toBe(round);
        const [first] = (await engine.search('shop', planOf([], { promoted: ['item-7'] }))).hits;
        expect(first?.id).toBe('item-7');
        expect(await explain(engine, 'shop', planOf([group('lamp')]), 'item-7')).toMatchObject({ isFound: true });
        searches += 1;
        await nextTurn();
      }
      await working;
      const { hits } = await engine.search(
        'shop',
        planOf([group('lamp')], { size: 500, sort: [{ field: 'price', order: 'desc' }] }),
      );
      for (const { item } of hits) expect(item.fields['price']).toBe(round);
    }
    expect(searches).toBeGreaterThan(rounds);
  });

  it('a patch of the price leaves words, numbers of items and frequencies alone', async () => {
    const explained = () => explain(engine, 'shop', planOf([group('round0')]), 'item-3');
    const before = await explained();
    const bytes = (await engine.status('shop'))?.bytes;
    for (const price of [4, 5, 6]) await engine.change('shop', [{ kind: 'patch', id: 'item-3', fields: { price } }]);
    expect(await explained()).toEqual(before);
    expect((await engine.status('shop'))?.bytes).toBe(bytes);
    expect((await engine.items('shop', ['item-3']))[0]?.fields['price']).toBe(6);
  });
});
