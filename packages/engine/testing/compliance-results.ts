import { expect, it } from 'vitest';
import type { FieldValue, Item } from '#contract/item.ts';
import { type Filter, maxResultWindow } from '#engine/plan.ts';
import { inSession, type SearchEngine, type ItemChange, type ItemPage } from '#engine/port.ts';
import { alternative, group, planOf, publishItems, explain, similarTerms, terms } from './catalogue.ts';
import { plainItem } from '#engine/index/stored-item.ts';

const collection = 'products';
const everything = planOf([], { size: 5_000 });

function valuesOf(item: Item, field: string): readonly (string | number | boolean)[] {
  const value: FieldValue | undefined = item.fields[field];
  return value === undefined || value === '' ? [] : typeof value === 'object' ? [...value] : [value];
}

function passes(item: Item, filter: Filter): boolean {
  if (filter.isExcluding === true) return !passes(item, { ...filter, isExcluding: undefined } as unknown as Filter);
  const values = valuesOf(item, filter.field);
  if (!('anyOf' in filter))
    return values.some((value) => Number(value) >= (filter.from ?? -Infinity) && Number(value) <= (filter.to ?? Infinity));
  if (filter.field !== 'category') return values.some((value) => filter.anyOf.includes(value));
  return values.some((path) => filter.anyOf.some((wanted) => path === wanted || String(path).startsWith(`${String(wanted)} > `)));
}

/** The part of the duties that is about one result: filters, facets, order, variants and what merchants pin or hide. */
export function resultDuties(engineNow: () => SearchEngine, items: readonly Item[]): void {
  const filters: Filter[] = [
    { field: 'brand', anyOf: ['Brand 1', 'Brand 4', 'Unknown'] },
    { field: 'category', anyOf: ['Department 1'] },
    { field: 'category', anyOf: ['Department 2 > Section 20'] },
    { field: 'price', from: 20, to: 60 },
    { field: 'price', to: 10 },
    { field: 'inStock', anyOf: [true] },
    { field: 'sizes', anyOf: [38, 40] },
    { field: 'sizes', from: 41 },
    { field: 'unknown', anyOf: ['x'] },
    { field: 'brand', anyOf: ['Brand 1', 'Unknown'], isExcluding: true },
    { field: 'category', anyOf: ['Department 1'], isExcluding: true },
    { field: 'price', from: 20, to: 60, isExcluding: true },
    { field: 'inStock', anyOf: [true], isExcluding: true },
    { field: 'sizes', anyOf: [38, 40], isExcluding: true },
    { field: 'unknown', anyOf: ['x'], isExcluding: true },
  ];

  it.each(filters)('filters by %j', async (filter) => {
    const { hits, totalCount } = await engineNow().search(collection, { ...everything, filters: [filter] });
    const expected = items.filter((item) => passes(item, filter)).map((item) => item.id);
    expect(hits.map((hit) => hit.id).sort()).toEqual(expected.sort());
    expect(totalCount).toBe(expected.length);
  });

  it.each([
    ['as if their own filter were not set', false, ['brand', 'inStock', 'sizes']],
    ['that narrow with their own filter, and items that have each of several values', true, ['sizes', 'inStock']],
  ] as const)('counts facets %s', async (_, narrows, names) => {
    const chosen: Filter[] = [
      { field: 'inStock', anyOf: [true] },
      ...(narrows ? [38, 40].map((size) => ({ field: 'sizes', anyOf: [size] })) : [{ field: 'brand', anyOf: ['Brand 1'] }]),
    ];
    const isNarrowing = (field: string): boolean => narrows && field === 'sizes';
    const facets = names.map((field) => ({ field, limit: 100, narrows: isNarrowing(field) }));
    const answer = await engineNow().search(collection, { ...everything, filters: chosen, facets });
    const found = items.filter((item) => chosen.every((filter) => passes(item, filter)));
    expect(answer.totalCount).toBe(found.length);
    expect(found.length).toBeGreaterThan(0);
    for (const { field, values } of answer.facets) {
      const others = chosen.filter((filter) => isNarrowing(field) || filter.field !== field);
      const counted = new Map<unknown, number>();
      for (const item of items.filter((candidate) => others.every((filter) => passes(candidate, filter))))
        for (const value of new Set(valuesOf(item, field))) counted.set(value, (counted.get(value) ?? 0) + 1);
      expect(new Map(values.map(({ value, count }) => [value, count])), field).toEqual(counted);
      expect(values.map(({ count }) => count)).toEqual(values.map(({ count }) => count).sort((a, b) => b - a));
    }
  });

  it.each(['', 'Department 2', 'Nowhere'])('counts the paths one level below %j', async (under) => {
    const facets = [{ field: 'category', limit: 1_000, narrows: true, under }];
    const filters: Filter[] = under === '' ? [] : [{ field: 'category', anyOf: [under] }];
    const answer = await engineNow().search(collection, { ...everything, size: 0, filters, facets });
    const depth = under === '' ? 1 : under.split(' > ').length + 1;
    const counted = new Map<string, number>();
    for (const item of items.filter((one) => filters.every((filter) => passes(one, filter))))
      for (const path of new Set(
        valuesOf(item, 'category').map((value) => String(value).split(' > ').slice(0, depth).join(' > ')),
      ))
        if (path.split(' > ').length === depth && (under === '' || path.startsWith(`${under} > `)))
          counted.set(path, (counted.get(path) ?? 0) + 1);
    expect(new Map(answer.facets[0]!.values.map(({ value, count }) => [value, count]))).toEqual(counted);
    expect(counted.size > 0).toBe(under !== 'Nowhere');
  });

  it('counts the paths on all levels that are opened, and values that begin in a certain way', async () => {
    const facets = [
      { field: 'category', limit: 1_000, under: ['', 'Department 2'] },
      { field: 'category', limit: 1_000, under: '' },
      { field: 'category', limit: 1_000, under: 'Department 2' },
      { field: 'category', limit: 1_000, beginning: 'DÉPARTMENT 2' },
      { field: 'category', limit: 2, beginning: 'dep' },
      { field: 'sizes', limit: 100, beginning: '4' },
      { field: 'sizes', limit: 100 },
    ];
    const answer = await engineNow().search(collection, { ...everything, size: 0, facets });
    const [opened, first, second, begun, few, sizes] = answer.facets.map(({ values }) => values);
    const byValue = (values: typeof opened) => new Map(values!.map(({ value, count }) => [value, count]));
    expect(byValue(opened)).toEqual(new Map([...byValue(first), ...byValue(second)]));
    expect(second!.length).toBeGreaterThan(0);
    const begins = begun!.map(({ value }) => String(value));
    expect(begins).toContain('Department 2');
    expect(begins.every((value) => value.includes('Department 2'))).toBe(true);
    expect(few).toHaveLength(2);
    expect(sizes!.length).toBeGreaterThan(0);
    expect(sizes!.every(({ value }) => String(value).startsWith('4'))).toBe(true);
    expect(answer.facets[5]).toMatchObject({ min: answer.facets[6]!.min, max: answer.facets[6]!.max });
  });

  it('filters by a text in another case, unless an item has it as it is', async () => {
    const found = async (...anyOf: string[]) =>
      (await engineNow().search(collection, { ...everything, filters: [{ field: 'brand', anyOf }] })).totalCount;
    expect(await found('brand 1')).toBe(await found('Brand 1'));
    expect(await found('brand 1', 'Brand 2')).toBe(await found('Brand 1', 'Brand 2'));
    expect(await found('brand')).toBe(0);
  });

  it('counts chosen values beyond the limit, and none that is excluded', async () => {
    const chosen = ['Department 2 > Section 20', 'Nowhere'];
    const facets = [
      { field: 'category', limit: 2, chosen },
      { field: 'sizes', limit: 1, chosen: ['36', '45'] },
      { field: 'inStock', limit: 1, chosen: [true, false] },
      { field: 'brand', limit: 100 },
    ];
    const filters: Filter[] = [{ field: 'brand', anyOf: ['Brand 3'], isExcluding: true }];
    const [category, sizes, stock, brands] = (await engineNow().search(collection, planOf([], { facets, filters }))).facets;
    const having = (field: string, value: unknown): number =>
      items.filter(
        (item) => passes(item, { field, anyOf: [value as string] }) && !passes(item, { field: 'brand', anyOf: ['Brand 3'] }),
      ).length;
    expect(category!.values.slice(2)).toEqual([{ value: chosen[0], count: having('category', chosen[0]) }]);
    expect(sizes!.values.filter(({ value }) => value === 36 || value === 45)).toHaveLength(2);
    expect(stock!.values.map(({ value }) => value)).toEqual([true, false]);
    expect(brands!.values.map(({ value }) => value)).not.toContain('Brand 3');
    expect(brands!.values).toContainEqual({ value: 'Brand 1', count: having('brand', 'Brand 1') });
  });

  it('limits facets to the most frequent values and tells the bounds of numbers', async () => {
    const facets = [
      { field: 'price', limit: 3 },
      { field: 'category', limit: 3 },
      { field: 'unknown', limit: 3 },
    ];
    const answer = await engineNow().search(collection, planOf([group('garden')], { facets, size: 1_500 }));
    const prices = answer.hits.flatMap((hit) => valuesOf(hit.item, 'price').map(Number));
    expect(answer.facets[0]?.values).toHaveLength(3);
    expect(answer.facets[0]).toMatchObject({ min: Math.min(...prices), max: Math.max(...prices) });
    expect(answer.facets[1]?.values.map(({ value }) => String(value).includes('>'))).toEqual([false, false, false]);
    expect(answer.facets[2]).toEqual({ field: 'unknown', values: [] });
  });

  it('sorts texts in the order of the language, also new ones', async () => {
    const texts = 'texts';
    const item = (brand: string): Item => ({ id: brand, fields: { name: 'fruit', brand } });
    await publishItems(engineNow(), texts, ['Zebra', 'Banana', 'élan', 'Ähre', 'apple', '16 GB', '8 GB'].map(item));
    const sorted = async (order: 'asc' | 'desc', groups = [group('fruit')]): Promise<string[]> =>
      (await engineNow().search(texts, planOf(groups, { sort: [{ field: 'brand', order }] }))).hits.map(({ id }) => id);
    const expected = ['8 GB', '16 GB', 'Ähre', 'apple', 'Banana', 'élan', 'Zebra'];
    expect(await sorted('asc')).toEqual(expected);
    expect(await sorted('desc', [])).toEqual(expected.toReversed());
    await engineNow().change(texts, [{ kind: 'put', item: item('Čapek') }]);
    expect(await sorted('asc', [])).toEqual(expected.toSpliced(5, 0, 'Čapek'));
    await engineNow().drop(texts);
  });

  it('sorts by fields, puts items without a value last and lets ids decide ties', async () => {
    for (const order of ['asc', 'desc'] as const) {
      const { hits } = await engineNow().search(collection, {
        ...everything,
        sort: [
          { field: 'inStock', order: 'desc' },
          { field: 'price', order },
        ],
      });
      const keys = hits.map((hit) => ({
        id: hit.id,
        inStock: hit.item.fields.inStock === true ? 0 : 1,
        price: valuesOf(hit.item, 'price')[0],
      }));
      const priceKey = (price: unknown): number =>
        price === undefined ? Infinity : order === 'asc' ? Number(price) : -Number(price);
      const compare = (a: (typeof keys)[number], b: (typeof keys)[number]): number =>
        a.inStock - b.inStock ||
        (priceKey(a.price) === priceKey(b.price) ? (a.id < b.id ? -1 : 1) : priceKey(a.price) - priceKey(b.price));
      expect(keys).toEqual([...keys].sort(compare));
    }
  });

  it('pages through all results without gaps and overlaps, up to its window', async () => {
    const plan = planOf([group('red'), group('chairs')]);
    const whole = await engineNow().search(collection, { ...plan, size: 1_500 });
    const pages: string[] = [];
    for (let from = 0; from < whole.totalCount; from += 7) {
      const page = await engineNow().search(collection, { ...plan, from, size: 7 });
      pages.push(...page.hits.map((hit) => hit.id));
      expect(page.totalCount).toBe(whole.totalCount);
    }
    expect(pages).toEqual(whole.hits.map((hit) => hit.id));
    expect(whole.hits.map((hit) => hit.score)).toEqual(whole.hits.map((hit) => hit.score).sort((a, b) => b - a));
    await expect(engineNow().search(collection, { ...plan, from: 9_995, size: 10 })).rejects.toThrow('only the first 10000');
  });

  it('collapses variants to the best one and counts them, in hits, total and facets', async () => {
    const plan = planOf([group('garden'), group('lamp')], { size: 1_500, facets: [{ field: 'brand', limit: 20 }] });
    const all = await engineNow().search(collection, plan);
    const collapsed = await engineNow().search(collection, { ...plan, collapse: true });
    const groups = Map.groupBy(all.hits, (hit) => hit.item.fields.model ?? hit.id);
    expect(collapsed.totalCount).toBe(groups.size);
    expect(collapsed.hits.map((hit) => [hit.id, hit.variantCount])).toEqual(
      [...groups.values()].map((hits) => [hits[0]?.id, hits.length]),
    );
    for (const { value, count } of collapsed.facets[0]?.values ?? []) {
      const having = [...groups.values()].filter((hits) => hits.some((hit) => hit.item.fields.brand === value));
      expect(count).toBe(having.length);
    }
  });

  it('fills pages with groups, however many variants come first', async () => {
    const named = (id: string, name: string, model: string): Item => ({ id, fields: { name, model, brand: model } });
    const variants = Array.from({ length: 700 }, (_, at) => named(`a${at}`, 'desk', 'first'));
    const others = Array.from({ length: 30 }, (_, at) => named(`b${10 + at}`, 'desk with a lamp', `other ${10 + at}`));
    await publishItems(engineNow(), 'variants', [...others, ...variants]);
    for (const asked of [planOf([group('desk')]), planOf([], { sort: [{ field: 'brand', order: 'asc' }] })]) {
      const plan = { ...asked, collapse: true, size: 20, facets: [{ field: 'brand', limit: 50 }] };
      const pages = await Promise.all([0, 20].map((from) => engineNow().search('variants', { ...plan, from })));
      const [first, ...rest] = pages
        .flatMap((page) => page.hits)
        .map(({ item, variantCount }) => [item.fields['model'], variantCount]);
      expect(first).toEqual(['first', 700]);
      expect(new Set(rest)).toEqual(new Set(others.map(({ fields }) => [fields['model'], 1])));
      expect(pages.map(({ totalCount }) => totalCount)).toEqual([31, 31]);
      expect(pages[0]?.facets[0]?.values.map(({ count }) => count)).toEqual(Array.from({ length: 31 }, () => 1));
    }
    await engineNow().drop('variants');
  });

  it('says which words nothing has, and which items lack words or are kept out', async () => {
    const plan = planOf([group('garden'), group('qqqqq')], { minimumMatch: 2, filters: [{ field: 'price', from: 1e6 }] });
    expect((await engineNow().search(collection, plan)).unknownGroups).toEqual([1]);
    const id = items[0]?.id ?? '';
    const explanation = await explain(engineNow(), collection, { ...plan, hidden: [id] }, id);
    expect(explanation).toMatchObject({ isFound: false, reasonsNotFound: ['tooFewWords', 'filtered', 'hidden'] });
    expect(explanation?.missingWords).toContain('qqqqq');
    expect(await explain(engineNow(), collection, plan, 'nowhere')).toBeNull();
  });

  it('scores a group by its best alternative only', async () => {
    const once = await engineNow().search(collection, planOf([group('garden')]));
    const twice = await engineNow().search(collection, planOf([group('garden', alternative('synonym', ['garden'], 0.4))]));
    expect(twice.hits.map((hit) => hit.score)).toEqual(once.hits.map((hit) => hit.score));
  });

  it('searches only the fields of the plan', async () => {
    const [name] = planOf([]).fields;
    if (name === undefined) throw new Error('The plan has no fields.');
    const { hits } = await engineNow().search(collection, planOf([group('garden')], { fields: [name], size: 1_500 }));
    const expected = items.filter((item) => String(item.fields.name).split(' ').includes('garden'));
    expect(hits.map((hit) => hit.id).sort()).toEqual(expected.map((item) => item.id).sort());
  });

  it('lists terms by prefix and by likeness, most frequent first', async () => {
    const found = await terms(engineNow(), collection, 'ch', 10);
    expect(new Set(found.map(({ term }) => term))).toEqual(new Set(['chair', 'chairs', 'charger', 'chargers']));
    expect(found.map(({ itemCount }) => itemCount)).toEqual(found.map(({ itemCount }) => itemCount).sort((a, b) => b - a));
    expect((await similarTerms(engineNow(), collection, 'gadren', 5))[0]).toMatchObject({ term: 'garden', distance: 1 });
    expect((await similarTerms(engineNow(), collection, 'batery', 5))[0]).toMatchObject({ term: 'battery', distance: 1 });
    expect((await similarTerms(engineNow(), collection, 'zgarden', 5))[0]).toMatchObject({ term: 'garden', distance: 1 });
    for (const word of ['rare99', 're', 'xxgarden'])
      expect(await similarTerms(engineNow(), collection, word, 5), word).toEqual([]);
  });

  it.each([
    ['gadr', ['garden', 'gardens']],
    ['garfe', ['garden', 'gardens']],
    ['gaarde', ['garden', 'gardens']],
    ['gren', ['green', 'greens']],
    ['agrd', ['garden', 'gardens']],
    ['yarde', []],
    ['gadrm', []],
    ['g(rd', ['garden', 'gardens']],
    ['rar9', []],
  ])('takes %s for the beginning of a misspelt word', async (word, expected) => {
    const found = await inSession(engineNow(), collection, (session) => session.beginningsLike(word, 10));
    expect(found.map(({ term }) => term).toSorted()).toEqual(expected);
    expect(found.map(({ itemCount }) => itemCount)).toEqual(found.map(({ itemCount }) => itemCount).sort((a, b) => b - a));
  });
}

/** More than a search can page through, three times over, so that every way to a place is taken. */
const many = maxResultWindow * 3 + 50;
const idOf = (number: number): string => `doc-${String(number).padStart(6, '0')}`;
const codePoints = (a: string, b: string): number => Buffer.compare(Buffer.from(a), Buffer.from(b));

/** Every seventh has no price, and prices repeat, so that ties are decided by ids. */
function* documents(): Generator<Item> {
  for (let number = many - 1; number >= 0; number -= 1) {
    const price = number % 7 === 0 ? {} : { price: number % 1000 };
    yield { id: idOf(number), fields: { name: `thing ${number}`, brand: `Brand ${number % 5}`, ...price } };
  }
}

/** The part of the duties that is about looking through all items. */
export function documentDuties(engineNow: () => SearchEngine): void {
  const page = (from: number, size: number, more: Partial<Parameters<SearchEngine['documents']>[1]> = {}) =>
    engineNow().documents('browsed', { from, size, filters: [], sort: [], ...more });

  it('pages through all items, however many, in the order of their ids or of a field', async () => {
    const all = [...documents()];
    await publishItems(engineNow(), 'browsed', all);
    const byId = all.map(({ id }) => id).toSorted(codePoints);
    const price = ({ fields }: Item): number => Number(fields['price'] ?? Infinity);
    const byPrice = all.toSorted((a, b) => price(a) - price(b) || codePoints(a.id, b.id)).map(({ id }) => id);
    const middle = Math.floor(many / 2);
    for (const from of [0, maxResultWindow - 10, maxResultWindow, middle, many - 30, many - 1, many, many + 5]) {
      const shown = await page(from, 25);
      expect(
        shown.items.map(({ id }) => id),
        String(from),
      ).toEqual(byId.slice(from, from + 25));
      expect(shown.totalCount).toBe(many);
      const sorted = await page(from, 25, { sort: [{ field: 'price', order: 'asc' }] });
      expect(
        sorted.items.map(({ id }) => id),
        `by price, ${from}`,
      ).toEqual(byPrice.slice(from, from + 25));
    }
    expect((await page(0, 1)).items.map(plainItem)).toEqual([all.at(-1)]);
    const dear = await page(0, 3, { sort: [{ field: 'price', order: 'desc' }] });
    expect(dear.items.map(price)).toEqual([999, 999, 999]);
    const filtered = await page(6_005, 25, { filters: [{ field: 'brand', anyOf: ['Brand 3'] }] });
    expect(filtered.totalCount).toBe(many / 5);
    expect(filtered.items[0]?.id).toBe(idOf(6_005 * 5 + 3));
    await engineNow().drop('browsed');
  });

  it('goes through all items page by page, each as it is after changes and once', async () => {
    const idsOf = async (): Promise<(readonly [string, unknown])[]> => {
      const seen: (readonly [string, unknown])[] = [];
      let after: string | null = null;
      do {
        const page: ItemPage = await engineNow().itemPage('browsed', after);
        seen.push(...page.items.map(({ id, fields }) => [id, fields['name']] as const));
        after = page.next;
      } while (after !== null);
      return seen.toSorted(([a], [b]) => codePoints(a, b));
    };
    expect(await idsOf()).toEqual([]);
    const names = new Map(Array.from({ length: 2_300 }, (_, at) => [`it:${at}`, `thing ${at}`]));
    await publishItems(
      engineNow(),
      'browsed',
      [...names].map(([id, name]) => ({ id, fields: { name } })),
    );
    expect(await idsOf()).toEqual([...names].toSorted(([a], [b]) => codePoints(a, b)));
    const changes: ItemChange[] = Array.from({ length: 700 }, (_, at) => {
      const item = { id: `it:${at * 4}`, fields: { name: `new ${at}` } };
      return at % 3 === 0 ? { kind: 'remove', id: item.id } : { kind: 'put', item };
    });
    await engineNow().change('browsed', changes);
    for (const change of changes)
      if (change.kind === 'put') names.set(change.item.id, String(change.item.fields['name']));
      else names.delete(change.kind === 'remove' ? change.id : '');
    await engineNow().change('browsed', [{ kind: 'patch', id: 'it:1', fields: { price: 5 } }]);
    expect(await idsOf()).toEqual([...names].toSorted(([a], [b]) => codePoints(a, b)));
    await engineNow().drop('browsed');
  });

  it('shows items as they are after changes, where their ids stand', async () => {
    await publishItems(engineNow(), 'browsed', [
      { id: 'b', fields: { name: 'b' } },
      { id: 'd', fields: { name: 'd' } },
    ]);
    await engineNow().change('browsed', [
      { kind: 'put', item: { id: 'c', fields: { name: 'c' } } },
      { kind: 'put', item: { id: 'b', fields: { name: 'b again' } } },
      { kind: 'put', item: { id: 'e', fields: { name: 'e' } } },
      { kind: 'remove', id: 'd' },
    ]);
    const { items, totalCount } = await page(0, 10);
    expect(items.map(({ fields }) => fields['name'])).toEqual(['b again', 'c', 'e']);
    expect(totalCount).toBe(3);
    expect(await page(2, 10)).toMatchObject({ items: [{ id: 'e' }], totalCount: 3 });
    await engineNow().drop('browsed');
    expect(await page(0, 10)).toEqual({ items: [], totalCount: 0 });
  });
}
