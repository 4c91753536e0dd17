import { expect, it } from 'vitest';
import type { Plan } from '#engine/plan.ts';
import type { SearchEngine, SearchResult, TermCount } from '#engine/port.ts';
import { catalogue, group, planOf, publishItems, randomNumbers, explain, similarTerms, terms } from './catalogue.ts';
import { drawChanges } from './random-changes.ts';
import { randomPlans, summary } from './compare-kernel.ts';
import { plainItem } from '#engine/index/stored-item.ts';
import type { Item } from '#contract/item.ts';

const everything = planOf([], { size: 5_000 });
const facets = [
  { field: 'brand', limit: 20 },
  { field: 'price', limit: 5 },
  { field: 'sizes', limit: 20 },
  { field: 'inStock', limit: 2 },
  { field: 'category', limit: 20 },
];
const cheapInStock: Plan['boosts'] = [
  { kind: 'value', field: 'inStock', anyOf: [true], factor: 1.5 },
  { kind: 'functional', field: 'price', curve: 'logarithmic', operation: 'multiply', factor: 0.2 },
];

/** `sets`: the engine has scores of its own, so only which items match is compared. */
export type Exactness = 'always' | 'sets';

/** Without scores and order. */
function withoutScores({ hits, ...others }: ReturnType<typeof summary>): object {
  return { ...others, hits: hits.map(({ id, promoted }) => `${id} ${promoted}`).sort() };
}

const rounds = 18;

/** The part of the duties that is about single items. */
export function changeDuties(exactness: Exactness, engineNow: () => SearchEngine, reopen: () => Promise<void>): void {
  it('answers after any changes as if the items had been imported that way', async () => {
    const isExact = exactness === 'always';
    const told = (result: SearchResult): object => (isExact ? summary(result) : withoutScores(summary(result)));
    const counted = (terms: readonly TermCount[]) => (isExact ? terms : terms.map(({ term }) => term).sort());
    // Which variant stands for its group, and who is on the first page, is decided by scores.
    const random = randomNumbers(21);
    const fresh = catalogue(5_000, 77);
    const known = new Map([...catalogue(600, 5)].map((item) => [item.id, item]));
    await publishItems(engineNow(), 'changed', [...known.values()]);
    for (let round = 0; round < rounds; round += 1) {
      await engineNow().change('changed', drawChanges(random, known, fresh));
      if (round % 10 === 7) await reopen();
      if (round % 6 !== 5) continue;
      await publishItems(engineNow(), 'imported', [...known.values()]);
      const plans = [everything, ...randomPlans(15, round + 1)];
      for (const plan of plans) {
        const boosts = plan.minimumMatch === 1 ? cheapInStock : [];
        const asked = { ...plan, facets, boosts, ...(isExact ? { collapse: plan.minimumMatch === 1 } : { size: 5_000 }) };
        const [changed, imported] = [await engineNow().search('changed', asked), await engineNow().search('imported', asked)];
        expect(told(changed)).toEqual(told(imported));
        for (const { id, item } of changed.hits) expect(plainItem(item)).toEqual(known.get(id));
      }
      const filters = [{ field: 'price', from: 10, to: 500 }];
      const sorted = { ...everything, filters, sort: [{ field: 'price', order: 'desc' } as const] };
      expect(summary(await engineNow().search('changed', sorted))).toEqual(summary(await engineNow().search('imported', sorted)));
      for (const prefix of ['ch', 'rare1'])
        expect(counted(await terms(engineNow(), 'changed', prefix, 50))).toEqual(
          counted(await terms(engineNow(), 'imported', prefix, 50)),
        );
      expect(counted(await similarTerms(engineNow(), 'changed', 'gadren', 5))).toEqual(
        counted(await similarTerms(engineNow(), 'imported', 'gadren', 5)),
      );
      const [best] = (await engineNow().search('changed', plans[3] ?? everything)).hits;
      const explained = await explain(engineNow(), 'changed', plans[3] ?? everything, best?.id ?? '');
      if (isExact) expect(explained).toEqual(await explain(engineNow(), 'imported', plans[3] ?? everything, best?.id ?? ''));
      else expect(explained?.isFound).toBe(true);
      expect((await engineNow().status('changed'))?.itemCount).toBe(known.size);
    }
    await engineNow().drop('imported');
    await engineNow().drop('changed');
  });

  it('says what each change did', async () => {
    const [one, two] = catalogue(2);
    if (one === undefined || two === undefined) throw new Error('The catalogue is empty.');
    await publishItems(engineNow(), 'told', [one]);
    const removed = { kind: 'remove', id: two.id } as const;
    const outcomes = await engineNow().change('told', [
      { kind: 'put', item: one },
      { kind: 'put', item: two },
      { kind: 'put', item: { ...two, fields: { name: 'other' } } },
      { kind: 'patch', id: two.id, fields: { brand: 'New', name: null } },
      { kind: 'patch', id: two.id, fields: { brand: 'New' } },
      { kind: 'patch', id: 'nobody', fields: { brand: 'New' } },
      removed,
      removed,
    ]);
    expect(outcomes).toEqual(['unchanged', 'created', 'updated', 'updated', 'unchanged', 'notFound', 'removed', 'notFound']);
    const before = await engineNow().status('told');
    expect(before?.itemCount).toBe(1);
    await engineNow().change('told', [{ kind: 'patch', id: one.id, fields: { price: 7_777 } }]);
    expect((await engineNow().status('told'))?.changeNumber).not.toBe(before?.changeNumber);
    await engineNow().change('told', [{ kind: 'put', item: { id: 'shiny', fields: { name: 'zyxwv lamp' } } }]);
    expect((await engineNow().search('told', planOf([group('zyxwv')]))).hits.map(({ id }) => id)).toEqual(['shiny']);
    await engineNow().change('told', [{ kind: 'remove', id: 'shiny' }]);
    expect((await engineNow().search('told', planOf([group('zyxwv')]))).unknownGroups).toEqual([0]);
    await engineNow().drop('told');
  });

  it('keeps every one of many patches that come to one item at once', async () => {
    await publishItems(engineNow(), 'crowded', [{ id: 'one', fields: { name: 'lamp' } }]);
    const names = Array.from({ length: 50 }, (_, number) => `field${number}`);
    const outcomes = await Promise.all(
      names.map((name, number) => engineNow().change('crowded', [{ kind: 'patch', id: 'one', fields: { [name]: number } }])),
    );
    expect(outcomes.flat()).toEqual(names.map(() => 'updated'));
    const [item] = await engineNow().items('crowded', ['one']);
    expect(item?.fields).toEqual({ name: 'lamp', ...Object.fromEntries(names.map((name, number) => [name, number])) });
    await engineNow().drop('crowded');
  });

  it('takes changes of an empty collection, and none of one that was never published', async () => {
    await expect(engineNow().change('never', [{ kind: 'remove', id: 'x' }])).rejects.toThrow('no live generation');
    await publishItems(engineNow(), 'empty', []);
    await engineNow().change('empty', [{ kind: 'put', item: { id: 'first', fields: { name: 'garden chair' } } }]);
    expect((await engineNow().search('empty', planOf([group('chair')]))).totalCount).toBe(1);
    await reopen();
    expect((await engineNow().search('empty', planOf([group('chair')]))).totalCount).toBe(1);
    await engineNow().drop('empty');
  });
}

const collection = 'patched';
const allItems = planOf([], { size: 1_000 });
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
    (await engineNow().search(collection, { ...allItems, filters })).hits.map(({ id }) => id);
  const facet = async (field: string) =>
    (await engineNow().search(collection, { ...allItems, facets: [{ field, limit: 400 }] })).facets[0];
  const countOf = async (field: string, value: string | number | boolean): Promise<number> =>
    (await facet(field))?.values.find((one) => one.value === value)?.count ?? 0;
  const sortedByPrice = async (order: 'asc' | 'desc'): Promise<string[]> =>
    (await engineNow().search(collection, { ...allItems, sort: [{ field: 'price', order }] })).hits.map(({ id }) => id);

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
