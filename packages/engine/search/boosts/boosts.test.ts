import { beforeAll, expect, test } from 'vitest';
import type { Item } from '#contract/item.ts';
import { analyserOf } from '#engine/query/analysis/analyser.ts';
import { dayNumber } from '#contract/values/boost-amount.ts';
import { maxCachedBoosts } from '#engine/index/limits.ts';
import { openSegment } from '#engine/index/segment/segment-file.ts';
import { Segment } from '#engine/index/segment/segment.ts';
import { SegmentBuilder } from '#engine/index/segment/segment-builder.ts';
import type { Boost, Plan } from '#engine/plan.ts';
import {
  explain,
  catalogue,
  catalogueDay,
  group,
  layout,
  planOf,
  publishItems,
  randomNumbers,
} from '#engine/testing/catalogue.ts';
import { atOnce } from '#engine/index/columns/global-column.ts';
import { boosted } from '#engine/testing/compliance-scores.ts';
import { scratchEngine } from '#engine/testing/scratch.ts';
import { SegmentBoosts } from './segment-boosts.ts';
import { scoreUnit } from '#engine/search/scoring/weighting.ts';

const collection = 'boosted';
const items = [...catalogue(600, 3)];
const today = dayNumber(Date.parse(catalogueDay));
const words = planOf([group('red'), group('blue'), group('green')], { size: 600, today });
const engine = scratchEngine();
beforeAll(() => publishItems(engine, collection, items));

/** Several by the same column as a rule, in any order, some of which do nothing. */
function* randomSets(count: number): Generator<readonly Boost[]> {
  const random = randomNumbers(57);
  const oneOf = <One>(list: readonly One[]): One => list[Math.floor(random() * list.length)]!;
  const factor = (): number => Math.round(random() * 300) / 100 + 0.01;
  const values = {
    brand: ['Brand 0', 'Brand 1', 'Brand 2', 'brand 3', 'Nobody'],
    category: ['Department 0', 'Department 1', 'Department 2 > Section 21', 'Department'],
    sizes: [36, 37, 38, 39, 40, 41, 999],
    inStock: [true, false],
    price: [10, 20],
  };
  const boost = (): Boost => {
    const kind = random();
    if (kind < 0.4) {
      const curve = oneOf(['logarithmic', 'linear', 'exponential'] as const);
      const operation = oneOf(['multiply', 'add'] as const);
      const direction = oneOf(['rising', 'falling'] as const);
      const amount = factor();
      return {
        kind: 'functional',
        field: oneOf(['price', 'sizes', 'since', 'brand']),
        curve,
        operation,
        direction,
        factor: amount,
        ...(amount > 1.5 && { fullUntil: Math.ceil(amount * 40) }),
      };
    }
    if (kind < 0.55)
      return {
        kind: 'value',
        by: 'word',
        field: oneOf(['brand', 'category']),
        anyOf: [oneOf(['1', '2', 'section']), '3'],
        factor: factor(),
      };
    const field = oneOf(Object.keys(values) as (keyof typeof values)[]);
    return {
      kind: 'value',
      field,
      anyOf: [oneOf<string | number | boolean>(values[field]), oneOf<string | number | boolean>(values[field])],
      factor: factor(),
    };
  };
  for (let set = 0; set < count; set++) yield Array.from({ length: 1 + Math.floor(random() * 12) }, boost);
}

async function check(plan: Plan, items: ReadonlyMap<string, Item>): Promise<void> {
  const plain = await engine.search(collection, { ...plan, boosts: [] });
  const { hits } = await engine.search(collection, plan);
  const units = new Map(plain.hits.map(({ id, score }) => [id, score / scoreUnit]));
  expect(hits.length).toBe(plain.hits.length);
  for (const { id, score } of hits) {
    const wanted = plan.boosts.reduce(
      (sum, boost) => boosted(sum, boost, items.get(id)!, plan.today),
      units.get(id)! * scoreUnit,
    );
    expect(Math.abs(score - wanted) / Math.max(scoreUnit, wanted * 1e-9), id).toBeLessThanOrEqual(1);
  }
  // Whoever wants few passes over items that can't be among them.
  const few = await engine.search(collection, { ...plan, size: 7 });
  expect(few.hits).toEqual(hits.slice(0, 7));
  expect(few.totalCount).toBe(hits.length);
  for (const { id, score } of hits.slice(0, 3)) {
    const { base, matches, phrases, boosts } = (await explain(engine, collection, plan, id))!;
    expect([...matches, ...phrases, ...boosts].reduce((sum, part) => sum + part.score, base)).toBe(score);
  }
}

const byId = (all: readonly Item[]) => new Map(all.map((item) => [item.id, item]));

test('what boosts make of scores together is what they make one after the other, for few items as for all, and explanations add up to it', async () => {
  for (const boosts of randomSets(120)) await check({ ...words, boosts }, byId(items));
});

test('what is remembered holds for other queries, not for another day, and not for items with other values', async () => {
  const boosts: Boost[] = [
    { kind: 'value', field: 'sizes', anyOf: [40, 41], factor: 3 },
    { kind: 'value', field: 'brand', by: 'word', anyOf: ['2'], factor: 0.5 },
    { kind: 'functional', field: 'price', curve: 'linear', operation: 'multiply', direction: 'falling', factor: 7 },
    { kind: 'functional', field: 'since', curve: 'logarithmic', operation: 'add', direction: 'falling', factor: 2 },
  ];
  const plan = { ...words, boosts };
  await check(plan, byId(items));
  await check({ ...plan, groups: [group('chairs')] }, byId(items));
  await check({ ...plan, today: today + 40 }, byId(items));
  await check(plan, byId(items));
  const sold = items.filter((_, at) => at % 7 === 0);
  const fields = { price: 3, sizes: [41, 36], brand: 'Brand 2' };
  await engine.change(
    collection,
    sold.map(({ id }) => ({ kind: 'patch', id, fields })),
  );
  const now = items.map((item) => (sold.includes(item) ? { ...item, fields: { ...item.fields, ...fields } } : item));
  await check(plan, byId(now));
  for (let other = 0; other <= maxCachedBoosts; other += 1)
    await check({ ...plan, boosts: boosts.slice(other % boosts.length) }, byId(now));
  await check(plan, byId(now));
});

test('evicts remembered effects of boosts beyond the room for them', () => {
  const builder = new SegmentBuilder(layout, analyserOf(layout.language));
  for (const item of items) builder.add(item);
  const segment = new Segment(openSegment(builder.toBytes()));
  const boost: Boost = { kind: 'functional', field: 'price', curve: 'linear', operation: 'add', direction: 'rising', factor: 2 };
  const boosts = new SegmentBoosts(segment, layout, { boosts: [boost], today });
  const docs = Array.from(items.keys());
  const first = docs.map((doc) => boosts.boosted(doc, 1000));
  expect(new Set(first).size).toBeGreaterThan(500);
  for (let remembered = 0; remembered < 2 ** 17; remembered += docs.length) {
    boosts.forget(docs);
    for (const doc of docs) boosts.boosted(doc, 1000);
    expect(docs.map((doc) => boosts.boosted(doc, 1000))).toEqual(first);
  }
  expect(boosts.bytes).toBeLessThan(2 ** 21);
});

test('places rank items by what boosts make of them, also of those that change while they are made', () => {
  const builder = new SegmentBuilder(layout, analyserOf(layout.language));
  const many = [...catalogue(2_500, 5)];
  for (const item of many) builder.add(item);
  const segment = new Segment(openSegment(builder.toBytes()));
  const docs = Array.from(many.keys());
  const [changed, brand] = [docs.filter((doc) => doc % 5 === 0), segment.columns.findIndex(({ meta }) => meta.name === 'brand')];
  for (const [at, boosts] of [...randomSets(30)].entries()) {
    const [single, placed] = Array.from({ length: 2 }, () => new SegmentBoosts(segment, layout, { boosts, today }));
    const making = placed!.makePlaces();
    making.next();
    expect(placed!.places).toBeNull();
    const values = changed.map(() => [`Brand ${at % 4}`]);
    segment.replaceColumns(segment.columns.with(brand, segment.columns[brand]!.patched({ docs: changed, values })));
    for (const one of [single, placed]) one!.forget(changed);
    if (at % 2 === 0) {
      atOnce(placed!.makePlaces());
      expect(placed!.places).not.toBeNull();
    }
    atOnce(making);
    const scores = docs.map((doc) => single!.boosted(doc, 1 / scoreUnit));
    expect([...placed!.places!.array]).toEqual(scores.map((score) => Math.min(score + 1, 2 ** 31 - 1)));
  }
});

test.each([0, Number.POSITIVE_INFINITY])(
  'a listing ranks by boosts however high, with a kernel from %d items on',
  async (from) => {
    const own = scratchEngine({ kernelAtLeastItems: from });
    await publishItems(own, collection, items);
    const factors = [900_000, 800_000, 700_000].map((factor, at) => ({ brand: `Brand ${2 - at}`, factor }));
    const boosts = factors.map(({ brand, factor }): Boost => ({ kind: 'value', field: 'brand', anyOf: [brand], factor }));
    const wanted = items.filter(({ fields }) => fields['brand'] === factors[0]!.brand).length;
    const plan = planOf([], { boosts, size: wanted + 1, today });
    // From the second time on, what boosts make of every item is known.
    for (let time = 0; time < 3; time += 1) {
      const { hits } = await own.search(collection, plan);
      const brands = [...new Set(hits.map(({ item }) => item.fields['brand']))];
      expect(brands).toEqual(factors.slice(0, 2).map(({ brand }) => brand));
    }
  },
);
