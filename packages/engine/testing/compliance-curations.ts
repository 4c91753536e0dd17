import { expect, it } from 'vitest';
import type { Item } from '#contract/item.ts';
import type { Plan } from '#engine/plan.ts';
import type { SearchEngine, Hit } from '#engine/port.ts';
import { explain, group, planOf, randomNumbers } from './catalogue.ts';
import { randomPlans } from './compare-kernel.ts';

const collection = 'products';
const all = { from: 0, size: 5_000 } as const;
const planCount = 12;
const pageSize = 9;

const groupOf = ({ item }: Hit): string => String(item.fields['model'] ?? `only ${item.id}`);

/** Plans with all that meets curations: filters, sorting, unwanted words, fewer words, variants, and items that there are not. */
function* curatedPlans(items: readonly Item[]): Generator<Plan> {
  const random = randomNumbers(7);
  const someId = (): string => items[Math.floor(random() * items.length)]!.id;
  const ids = (count: number): string[] => Array.from({ length: Math.floor(random() * count) }, someId);
  for (const plan of randomPlans(planCount, 11)) {
    const promoted = [...ids(9), 'nowhere', ...ids(3)];
    yield {
      ...plan,
      ...all,
      minimumMatch: random() < 0.5 ? plan.minimumMatch : 1,
      filters: [
        ...(random() < 0.5 ? [{ field: 'inStock', anyOf: [true] }] : []),
        ...(random() < 0.3 ? [{ field: 'price', from: 30 }] : []),
      ],
      excluded: random() < 0.3 ? [{ group: group('garden'), fields: plan.fields }] : [],
      facets: [{ field: 'brand', limit: 20 }],
      sort: random() < 0.3 ? [{ field: 'price', order: 'asc' }] : [],
      collapse: random() < 0.5,
      promoted,
      // Who hides what is promoted has it hidden.
      hidden: [...ids(30), 'nowhere', ...(random() < 0.3 ? [promoted[0]!] : [])],
    };
  }
}

export function curationDuties(engineNow: () => SearchEngine, items: readonly Item[]): void {
  const find = (plan: Plan) => engineNow().search(collection, plan);

  it('promotes in order what passes, before what is found otherwise, whatever else is asked', async () => {
    let promotedCount = 0;
    for (const plan of curatedPlans(items)) {
      const [curated, found, possible] = [
        await find(plan),
        await find({ ...plan, promoted: [] }),
        await find({ ...plan, groups: [], minimumMatch: 0, promoted: [], sort: [], collapse: false }),
      ];
      const passing = new Map(possible.hits.map((hit) => [hit.id, hit]));
      const pinned: Hit[] = [];
      for (const id of new Set(plan.promoted)) {
        const hit = passing.get(id);
        const isVariant = plan.collapse && pinned.some((one) => hit && groupOf(one) === groupOf(hit));
        if (hit && !isVariant) pinned.push(hit);
      }
      promotedCount += pinned.length;
      const taken = new Set(pinned.map((hit) => (plan.collapse ? groupOf(hit) : hit.id)));
      const others = found.hits.filter((hit) => !taken.has(plan.collapse ? groupOf(hit) : hit.id));
      expect(curated.hits.map(({ id }) => id)).toEqual([...pinned, ...others].map(({ id }) => id));
      expect(curated.hits.map(({ promoted }) => promoted)).toEqual(curated.hits.map((_, at) => at < pinned.length));
      expect(curated.totalCount).toBe(pinned.length + others.length);

      const single = plan.collapse ? await find({ ...plan, promoted: [], collapse: false }) : found;
      const members = new Map(single.hits.map((hit) => [hit.id, hit]));
      for (const id of plan.promoted) if (passing.has(id)) members.set(id, passing.get(id)!);
      const variants = Map.groupBy(members.values(), groupOf);
      for (const hit of curated.hits)
        expect(hit.variantCount, hit.id).toBe(plan.collapse ? variants.get(groupOf(hit))!.length : 1);
      const brands = Map.groupBy(members.values(), ({ item }) => String(item.fields['brand']));
      const counted = plan.collapse
        ? [...brands].map(([brand, hits]) => [brand, new Set(hits.map(groupOf)).size] as const)
        : [...brands].map(([brand, hits]) => [brand, hits.length] as const);
      expect(new Map(curated.facets[0]!.values.map(({ value, count }) => [value, count]))).toEqual(
        new Map(counted.filter(([brand]) => brand !== '')),
      );
    }
    expect(promotedCount).toBeGreaterThan(planCount);
  });

  it('pages through promoted items and the others without gaps and overlaps', async () => {
    const promoted = items.slice(100, 120).map(({ id }) => id);
    for (const collapse of [false, true]) {
      const plan = planOf([group('red'), group('rare7')], { ...all, minimumMatch: 2, promoted, collapse });
      const whole = await find(plan);
      const pages: string[] = [];
      for (let from = 0; from < whole.totalCount; from += pageSize) {
        const page = await find({ ...plan, from, size: pageSize });
        expect(page.totalCount).toBe(whole.totalCount);
        pages.push(...page.hits.map(({ id, promoted: isPromoted }) => `${id} ${isPromoted}`));
      }
      expect(pages).toEqual(whole.hits.map(({ id, promoted: isPromoted }) => `${id} ${isPromoted}`));
    }
  });

  it('finds exactly the promoted items where nothing else is found, and explains them', async () => {
    const [first, second] = items.filter(({ fields }) => fields['inStock'] === true);
    const promoted = [second!.id, 'nowhere', first!.id];
    const plan = planOf([group('qqqqq')], { ...all, promoted, sort: [{ field: 'price', order: 'desc' }] });
    const { hits, totalCount, unknownGroups } = await find(plan);
    expect([hits.map(({ id }) => id), totalCount, unknownGroups]).toEqual([[second!.id, first!.id], 2, [0]]);
    expect(await explain(engineNow(), collection, plan, first!.id)).toMatchObject({ isFound: true, reasonsNotFound: [] });
    const filtered = { ...plan, filters: [{ field: 'inStock', anyOf: [false] }], hidden: [first!.id] };
    expect(await explain(engineNow(), collection, filtered, first!.id)).toMatchObject({
      isFound: false,
      reasonsNotFound: ['filtered', 'hidden'],
    });
    expect((await find(filtered)).hits).toEqual([]);
  });

  it('hides all of a group with one of its items where items collapse, but for what is promoted', async () => {
    const plan = planOf([group('red')], { ...all, collapse: true });
    const { hits } = await find(plan);
    const [shown, other] = hits.filter(({ variantCount }) => variantCount > 1);
    const variants = (hit: Hit) => items.filter(({ fields }) => fields['model'] === hit.item.fields['model']).map(({ id }) => id);
    const [first, last] = [variants(shown!)[0]!, variants(shown!).at(-1)!];
    const others = hits.filter(({ id }) => id !== shown!.id).map(({ id }) => id);
    const hiding = { ...plan, hiddenGroups: [last, 'nowhere'] };
    expect(await find(hiding)).toMatchObject({ totalCount: others.length, hits: others.map((id) => ({ id })) });
    expect(await find({ ...hiding, groups: [], minimumMatch: 0, from: 0, size: items.length })).toMatchObject({
      hits: expect.not.arrayContaining([expect.objectContaining({ id: first })]) as Hit[],
    });
    expect(await explain(engineNow(), collection, hiding, first)).toMatchObject({
      reasonsNotFound: expect.arrayContaining(['hidden']),
    });
    expect((await find({ ...hiding, promoted: [first] })).hits.map(({ id }) => id)).toEqual([first, ...others]);
    expect((await find({ ...hiding, promoted: [other!.id], hidden: [other!.id] })).hits.map(({ id }) => id)).not.toContain(
      shown!.id,
    );
    const apart = (await find({ ...hiding, collapse: false })).hits.map(({ id }) => id);
    expect([apart.includes(last), apart.includes(shown!.id)]).toEqual([false, shown!.id !== last]);
  });

  it('puts promoted items at their places, on whatever page these are', async () => {
    for (const collapse of [false, true]) {
      const plan = planOf([group('red')], { ...all, collapse });
      const found = (await find(plan)).hits;
      const [first, third, tenth, last] = [found[12]!, found[0]!, found[4]!, found[7]!].map(({ id }) => id) as [
        string,
        string,
        string,
        string,
      ];
      const places = { [third]: 3, [tenth]: 10, [last]: 9_000 };
      const pinned = { ...plan, promoted: [tenth, last, first, third], promotedPlaces: places };
      const others = found.map(({ id }) => id).filter((id) => ![first, third, tenth, last].includes(id));
      const order = [first, others[0], third, ...others.slice(1, 7), tenth, ...others.slice(7), last];
      const { hits, totalCount } = await find(pinned);
      expect(hits.map(({ id }) => id)).toEqual(order);
      expect(hits.filter(({ promoted }) => promoted).map(({ id }) => id)).toEqual([first, third, tenth, last]);
      const pages: string[] = [];
      for (let from = 0; from < totalCount; from += pageSize)
        pages.push(...(await find({ ...pinned, from, size: pageSize })).hits.map(({ id }) => id));
      expect(pages).toEqual(order);
    }
  });

  it('shows the best variant of a promoted product where the promoted one fails a filter', async () => {
    const plan = planOf([group('qqqqq')], { ...all, collapse: true });
    const variantsOf = (model: unknown) => items.filter(({ fields }) => fields['model'] === model);
    const of = (isIn: boolean, { fields }: Item) => fields['inStock'] === isIn;
    const mixed = items.find((item) => {
      const all = variantsOf(item.fields['model']);
      return item.fields['model'] !== undefined && of(false, item) && all.some((one) => of(true, one));
    })!;
    const siblings = variantsOf(mixed.fields['model']).filter((one) => of(true, one));
    const filtered = { ...plan, promoted: [mixed.id], filters: [{ field: 'inStock', anyOf: [true] }] };
    expect(await find(filtered)).toMatchObject({ totalCount: 0, hits: [] });
    const { hits, totalCount } = await find({ ...filtered, promotedGroups: [mixed.id] });
    expect([hits.length, totalCount, hits[0]?.promoted, hits[0]?.variantCount]).toEqual([1, 1, true, siblings.length]);
    expect(siblings.map(({ id }) => id)).toContain(hits[0]?.id);
    expect((await find({ ...plan, promoted: [mixed.id], promotedGroups: [mixed.id] })).hits.map(({ id }) => id)).toEqual([
      mixed.id,
    ]);
    const [one] = siblings;
    const explained = await explain(engineNow(), collection, { ...filtered, promotedGroups: [mixed.id] }, one!.id);
    expect(explained).toMatchObject({ isFound: true });
    const hidden = { ...filtered, promotedGroups: [mixed.id], hidden: siblings.map(({ id }) => id) };
    expect((await find(hidden)).hits).toEqual([]);
  });

  it('finds near items whatever words they lack, with filters, facets, hidden and promoted items as usual', async () => {
    let nearCount = 0;
    for (const [at, curated] of [...curatedPlans(items)].entries()) {
      const plan = { ...curated, boosts: [], lowered: [], sort: [], collapse: false };
      if (plan.groups.length === 0) continue;
      const ids = ['nowhere', ...items.slice(at * 20, at * 20 + 12).map(({ id }) => id)];
      const near = { ids, scores: ids.map((_, place) => 0.4 - place / 100) };
      const [found, withNear, possible] = [
        await find(plan),
        await find({ ...plan, near }),
        await find({ ...plan, groups: [], minimumMatch: 0 }),
      ];
      const passing = new Set(possible.hits.map(({ id }) => id));
      const expected = new Set([...found.hits.map(({ id }) => id), ...ids.filter((id) => passing.has(id))]);
      nearCount += expected.size - found.hits.length;
      expect(new Set(withNear.hits.map(({ id }) => id))).toEqual(expected);
      expect(withNear.totalCount).toBe(expected.size);
      const brands = Map.groupBy(withNear.hits, ({ item }) => item.fields['brand']);
      for (const { value, count } of withNear.facets[0]!.values)
        expect(count, String(value)).toBe(brands.get(value as string)?.length);
      const before = new Map(found.hits.map(({ id, score }) => [id, score]));
      for (const { id, score } of withNear.hits.filter((hit) => before.has(hit.id) && !hit.promoted))
        expect(score - before.get(id)!).toBeCloseTo(near.scores[ids.indexOf(id)] ?? 0, 3);
      const [, one] = ids;
      const explained = await explain(engineNow(), collection, { ...plan, near }, one!);
      expect(explained).toMatchObject({ isFound: passing.has(one!) });
      expect(explained!.nearness).toBeCloseTo(near.scores[1]!, 3);
      const hit = withNear.hits.find(({ id }) => id === one);
      if (hit !== undefined) expect(explained!.score).toBeCloseTo(hit.score, 3);
    }
    expect(nearCount).toBeGreaterThan(5);
  });

  it('promotes as many items as a curation may have', async () => {
    const promoted = items.slice(0, 1_000).map(({ id }) => id);
    const hidden = items.slice(1_000, 1_400).map(({ id }) => id);
    const { hits, totalCount } = await find(planOf([group('garden')], { from: 990, size: 20, promoted, hidden }));
    expect(hits.slice(0, 10).map(({ id }) => id)).toEqual(promoted.slice(990));
    expect(hits.slice(10).every(({ id, promoted: isPromoted }) => !isPromoted && !hidden.includes(id))).toBe(true);
    expect(totalCount).toBeLessThanOrEqual(1_100);
  });
}
