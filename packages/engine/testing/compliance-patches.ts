import { expect, it } from 'vitest';
import type { Item } from '#contract/item.ts';
import type { Plan } from '#engine/plan.ts';
import type { SearchEngine } from '#engine/port.ts';
import { catalogue, group, planOf, publishItems } from './catalogue.ts';
import { explain } from '#engine/testing/asks.ts';
import { plainItem } from '#engine/index/stored-item.ts';

const collection = 'patched';
const everything = planOf([], { size: 1_000 });
const patched = 'item-150';
const boosts: Plan['boosts'] = [
  { kind: 'value', field: 'inStock', anyOf: [false], factor: 3 },
  { kind: 'functional', field: 'price', curve: 'linear', operation: 'add', factor: 0.5 },
];

/** Items with every price and all in stock, all found by one word. */
const priced = (): Item[] =>
  [...catalogue(300, 9)].map((item, at) => ({
    id: item.id,
    fields: { ...item.fields, name: 'desk', description: '', price: 100 + at, inStock: true, sizes: [40] },
  }));

/** The part of the duties that is about changes of fields that are not searched. */
export function patchDuties(engineNow: () => SearchEngine, reopen: () => Promise<void>): void {
  const idsWith = async (filters: Plan['filters']): Promise<string[]> =>
    (await engineNow().search(collection, { ...everything, filters })).hits.map(({ id }) => id);
  const facet = async (field: string) =>
    (await engineNow().search(collection, { ...everything, facets: [{ field, limit: 400 }] })).facets[0];
  const countOf = async (field: string, value: string | number | boolean): Promise<number> =>
    (await facet(field))?.values.find((one) => one.value === value)?.count ?? 0;
  const sortedByPrice = async (order: 'asc' | 'desc'): Promise<string[]> =>
    (await engineNow().search(collection, { ...everything, sort: [{ field: 'price', order }] })).hits.map(({ id }) => id);

  async function expectItem(price: number | null, inStock: boolean, sizes: readonly number[]): Promise<void> {
    expect(await idsWith([{ field: 'price', anyOf: [price ?? 0] }])).toEqual(price === null ? [] : [patched]);
    expect(await idsWith([{ field: 'price', from: 250, to: 250 }])).toEqual(price === 250 ? [patched] : []);
    expect(await idsWith([{ field: 'inStock', anyOf: [false] }])).toEqual(inStock ? [] : [patched]);
    for (const size of [97, 98]) {
      expect(await idsWith([{ field: 'sizes', anyOf: [size] }])).toEqual(sizes.includes(size) ? [patched] : []);
      expect(await countOf('sizes', size)).toBe(Number(sizes.includes(size)));
    }
    expect(await countOf('price', 250)).toBe(Number(price === 250));
    expect(await countOf('inStock', false)).toBe(Number(!inStock));
    expect(await facet('price')).toMatchObject({ min: 100, max: Math.max(399, price ?? 0) });
    const [ascending, descending] = [await sortedByPrice('asc'), await sortedByPrice('desc')];
    expect(descending[0]).toBe((price ?? 0) > 399 ? patched : 'item-299');
    expect(ascending.at(-1)).toBe(price === null || price > 399 ? patched : 'item-299');
    const boosted = planOf([group('desk')], { boosts, size: 1_000 });
    const hit = (await engineNow().search(collection, boosted)).hits.find(({ id }) => id === patched);
    const explained = await explain(engineNow(), collection, boosted, patched);
    expect(explained?.score).toBeCloseTo(hit?.score ?? 0, 3);
    expect(explained?.boosts.map(({ amount }) => amount)).toEqual([
      ...(inStock ? [] : [3]),
      ...(price === null ? [] : [price * 0.5]),
    ]);
    const lastPrices = ['item-299', 'item-298', 'item-297'];
    // Listed a second time, items may have places that are kept.
    for (let time = 0; time < 2; time += 1) {
      const { hits } = await engineNow().search(collection, planOf([], { boosts, size: 3 }));
      expect(hits.map(({ id }) => id)).toEqual((price ?? 0) > 399 ? [patched, ...lastPrices.slice(0, 2)] : lastPrices);
    }
    const [item] = await engineNow().items(collection, [patched]);
    expect(item?.fields).toMatchObject({ name: 'desk', inStock, sizes });
    expect(item?.fields['price']).toBe(price ?? undefined);
    expect(plainItem(hit!.item)).toEqual(plainItem(item!));
    const expensive = planOf([], { filters: [{ field: 'price', from: 400 }] });
    const reasons = (await explain(engineNow(), collection, expensive, patched))?.reasonsNotFound;
    expect(reasons).toEqual((price ?? 0) >= 400 ? [] : ['filtered']);
  }

  it('finds, counts, sorts, boosts and explains items by the price and stock that a patch gave them', async () => {
    const change = (fields: Readonly<Record<string, number | boolean | string | number[] | null>>) =>
      engineNow().change(collection, [{ kind: 'patch', id: patched, fields }]);
    await publishItems(engineNow(), collection, priced());
    await expectItem(250, true, [40]);
    expect(await change({ price: 5_000.5 })).toEqual(['updated']);
    await expectItem(5_000.5, true, [40]);
    await change({ inStock: false, sizes: [98, 97] });
    await expectItem(5_000.5, false, [98, 97]);
    await reopen();
    await expectItem(5_000.5, false, [98, 97]);
    await change({ price: null, sizes: [97] });
    await expectItem(null, false, [97]);
    // Searched words change, and price and stock again after that.
    await change({ name: 'desk lamp' });
    await change({ price: 6_000, inStock: true });
    await change({ name: 'desk' });
    await expectItem(6_000, true, [97]);
    await change({ price: 250, sizes: [40] });
    await reopen();
    await expectItem(250, true, [40]);
    await engineNow().drop(collection);
  });

  it('keeps prices and stock of each generation to itself', async () => {
    const price = async (): Promise<unknown> => [
      (await engineNow().items(collection, [patched]))[0]?.fields['price'],
      (await sortedByPrice('desc'))[0] === patched,
    ];
    const first = await publishItems(engineNow(), collection, priced());
    await engineNow().change(collection, [{ kind: 'patch', id: patched, fields: { price: 7_000 } }]);
    const second = await publishItems(engineNow(), collection, priced());
    expect(second).not.toBe(first);
    expect(await price()).toEqual([250, false]);
    await engineNow().change(collection, [{ kind: 'patch', id: patched, fields: { price: 8_000 } }]);
    await engineNow().rollback(collection);
    expect(await price()).toEqual([7_000, true]);
    await engineNow().rollback(collection);
    expect(await price()).toEqual([8_000, true]);
    await engineNow().drop(collection);
  });
}
