import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { setImmediate as nextTurn } from 'node:timers/promises';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { openEmbeddedEngine } from '#engine/live/embedded-engine.ts';
import type { ItemChange, SearchEngine } from '#engine/port.ts';
import { group, planOf, publishItems } from '#engine/testing/catalogue.ts';
import { explain } from '#engine/testing/asks.ts';

const ids = Array.from({ length: 400 }, (_, at) => `item-${at}`);
const rounds = 12;
const fieldsOf = (round: number) => ({ name: `lamp round${round}`, price: round, inStock: true });
const isIndexed = (round: number): boolean => round % 3 === 0;

let directory: string;
let engine: SearchEngine;

const start = async (searchThreads: number): Promise<void> => {
  directory = mkdtempSync(path.join(tmpdir(), 'aisle-served-'));
  engine = openEmbeddedEngine({ directory, searchThreads });
  await publishItems(
    engine,
    'shop',
    ids.map((id) => ({ id, fields: fieldsOf(0) })),
  );
};
afterEach(async () => {
  await engine.close();
  rmSync(directory, { recursive: true, force: true });
});

/** Every so many rounds words change, too; in the others the price alone. */
const changesOf = (round: number): ItemChange[] =>
  ids.map((id): ItemChange => {
    if (isIndexed(round)) return { kind: 'put', item: { id, fields: fieldsOf(round) } };
    return { kind: 'patch', id, fields: { price: round } };
  });

describe.each([0, 2])('while changes are under way, with %i search threads', (searchThreads) => {
  beforeEach(() => start(searchThreads));

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
