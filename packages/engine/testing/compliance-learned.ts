import { beforeAll, describe, expect, it } from 'vitest';
import type { Item } from '#contract/item.ts';
import { columnValues } from '#engine/query/analysis/column-values.ts';
import { inLearnedOrder } from '#engine/query/learned.ts';
import { type Learned, learnedWindows, type Plan } from '#engine/plan.ts';
import { type Hit, inSession, type SearchEngine } from '#engine/port.ts';
import { defaultRelevance } from '#engine/query/default-relevance.ts';
import type { DatedRequest, Rule } from '#engine/query/pipeline.ts';
import type { CollectionRelevance } from '#engine/query/relevance.ts';
import { runSearch } from '#engine/query/resolve/run-search.ts';
import { group, layout, planOf, publishItems, randomNumbers } from './catalogue.ts';

const collection = 'products';
/** Engines round scores. */
const digits = 2;
const first = { from: 0, size: learnedWindows.asked } as const;
const words = planOf([group('red'), group('garden'), group('chair')], first);
const nothing: Learned = { most: 2, query: null, fields: [], last: null };

const valuesOf = ({ item }: Pick<Hit, 'item'>, name: string): unknown[] => {
  const { type, path: isPath } = layout.fields.find((field) => field.name === name)!;
  const values = columnValues(item.fields[name] ?? [], { name, type, isPath });
  return type === 'boolean' ? values.map((value) => value === 1) : values;
};

export function learnedDuties(engineNow: () => SearchEngine, items: readonly Item[]): void {
  const find = async (plan: Plan): Promise<readonly Hit[]> => (await engineNow().search(collection, plan)).hits;
  const ofQuery = (ids: readonly string[], log: number): Learned => ({
    ...nothing,
    query: { ids, logs: ids.map(() => log), chosen: ids.map(() => 9) },
  });

  it('orders the first hits by their scores times the learned factors, whatever else is asked', async () => {
    const random = randomNumbers(5);
    const lifts = new Map([
      ['Brand 1', 0.4],
      ['Brand 2', -0.3],
    ]);
    const fields = [
      { field: 'brand', agreement: 0, lifts: [lifts] },
      { field: 'category', agreement: 0.5, lifts: [] },
    ];
    for (const more of [
      {},
      { collapse: true },
      { filters: [{ field: 'price', from: 20 }] },
      { lowered: [{ group: group('lamp'), fields: words.fields }] },
      { promoted: [items[3]!.id, items[40]!.id], hidden: [items[7]!.id] },
    ] satisfies Partial<Plan>[]) {
      const plan = { ...words, ...more };
      const plain = await find({ ...plan, size: learnedWindows.asked + (more.promoted?.length ?? 0) });
      const ids = plain.filter(() => random() < 0.3).map(({ id }) => id);
      const query = { ids, logs: ids.map(() => random() * 2 - 1), chosen: ids.map(() => 5) };
      const learned: Learned = { ...nothing, query, fields };
      const expected = inLearnedOrder(
        learned,
        plain.filter(({ promoted }) => !promoted),
        valuesOf,
      );
      const found = await find({ ...plan, learned });
      const pinned = plain.filter(({ promoted }) => promoted);
      expect(found.slice(0, pinned.length).map(({ id }) => id)).toEqual(pinned.map(({ id }) => id));
      for (const [at, { score }] of found.slice(pinned.length).entries()) expect(score).toBeCloseTo(expected[at]!.score, digits);
    }
  });

  it('moves a hit by at most the bound', async () => {
    const plain = await find(words);
    const [chosen] = plain.slice(30);
    const hit = (await find({ ...words, learned: ofQuery([chosen!.id], 9) })).find(({ id }) => id === chosen!.id);
    expect(hit!.score).toBeCloseTo(chosen!.score * 2, digits);
  });

  it('raises a chosen item after it was changed, and after it was removed and added again', async () => {
    await publishItems(engineNow(), 'learned', items);
    const ask = async (plan: Plan): Promise<readonly Hit[]> => (await engineNow().search('learned', plan)).hits;
    const chosen = (await ask(words))[30]!;
    const learned = ofQuery([chosen.id], 9);
    const raises = async (): Promise<void> => {
      const [before, after] = [await ask(words), await ask({ ...words, learned })];
      const scoreIn = (hits: readonly Hit[]): number => hits.find(({ id }) => id === chosen.id)!.score;
      expect(scoreIn(after)).toBeCloseTo(scoreIn(before) * 2, digits);
    };
    await raises();
    const item = items.find(({ id }) => id === chosen.id)!;
    await engineNow().change('learned', [{ kind: 'put', item: { ...item, fields: { ...item.fields, brand: 'New' } } }]);
    await raises();
    await engineNow().change('learned', [{ kind: 'remove', id: item.id }]);
    await ask({ ...words, learned });
    await engineNow().change('learned', [{ kind: 'put', item }]);
    await raises();
    await engineNow().drop('learned');
  });

  it('shows each hit once on the pages of a learned order', async () => {
    const learned = ofQuery(
      (await find(words)).slice(15, 25).map(({ id }) => id),
      0.6,
    );
    const whole = await find({ ...words, learned, size: 80 });
    const pages = await Promise.all([0, 1, 2, 3].map((page) => find({ ...words, learned, from: page * 20, size: 20 })));
    expect(pages.flat().map(({ id }) => id)).toEqual(whole.map(({ id }) => id));
  });

  it('never moves an item that is to come last past one that was before it', async () => {
    const plain = await find(words);
    const isLast = (hit: Hit): boolean => hit.item.fields['inStock'] === false;
    const last = plain.filter(isLast);
    const learned = {
      ...ofQuery(
        last.map(({ id }) => id),
        0.6,
      ),
      last: { field: 'inStock', value: false },
    };
    const found = await find({ ...words, learned });
    const before = (hits: readonly Hit[], id: string): string[] =>
      hits
        .slice(
          0,
          hits.findIndex((hit) => hit.id === id),
        )
        .filter((hit) => !isLast(hit))
        .map((hit) => hit.id);
    expect(last.length).toBeGreaterThan(5);
    for (const { id } of last) expect(before(found, id)).toEqual(expect.arrayContaining(before(plain, id)));
  });

  it('orders the items of a category, whose scores are equal without words', async () => {
    const browsed = { ...planOf([], first), filters: [{ field: 'category', anyOf: ['Department 1'] }] };
    const ids = (hits: readonly Hit[]): string[] => hits.map(({ id }) => id);
    const plain = ids(await find(browsed));
    const chosen = plain.slice(20, 25);
    const others = plain.filter((id) => !chosen.includes(id));
    for (const more of [{}, { promoted: [plain[30]!] }, { hidden: [plain[3]!] }] satisfies Partial<Plan>[]) {
      const expected = [...new Set([...(more.promoted ?? []), ...chosen, ...others])].filter((id) => !more.hidden?.includes(id));
      const found = await find({ ...browsed, ...more, learned: ofQuery(chosen, 0.6) });
      expect(ids(found).slice(0, 35)).toEqual(expected.slice(0, 35));
    }
    expect(ids(await find({ ...browsed, boosts: [], learned: ofQuery([plain[20]!], 9) }))[0]).toBe(plain[20]);
  });

  it('changes nothing in an order by a field', async () => {
    const sorted: Plan = { ...words, sort: [{ field: 'price', order: 'asc' }] };
    const ids = (hits: readonly Hit[]): string[] => hits.map(({ id }) => id);
    const learned = ofQuery([items[1]!.id, items[2]!.id], 0.6);
    expect(ids(await find({ ...sorted, learned }))).toEqual(ids(await find(sorted)));
  });
}

const shelf = { type: 'text', path: false } as const;
const shelfRelevance: CollectionRelevance = {
  layout: {
    language: 'en',
    fields: [
      { ...shelf, name: 'name', searchable: true, stemmer: true, facet: false },
      { ...shelf, name: 'availability', searchable: false, stemmer: false, facet: true },
    ],
    groupField: null,
  },
  fields: { name: defaultRelevance('name', 'text', ['Chair']) },
  relevantRate: 100,
  forcesStopwords: false,
  lowersUnwanted: false,
  fusesMeaning: true,
};

export function fusionDuties(engineNow: () => SearchEngine): void {
  describe('words and meaning that rank together', () => {
    const stockOf = (at: number) => (at % 4 === 0 ? 'out_of_stock' : 'in_stock');
    const chairs = Array.from({ length: 70 }, (_, at): Item => {
      return { id: `chair-${at}`, fields: { name: `Chair${' of wood'.repeat(at % 5)}`, availability: stockOf(at) } };
    });
    const stools = Array.from({ length: 12 }, (_, at): Item => {
      return { id: `stool-${at}`, fields: { name: `Stool ${at}`, availability: stockOf(at) } };
    });
    const near = stools.flatMap(({ id }, at) => [id, `chair-${69 - 5 * at}`]);
    const scores = near.map((_, at) => 0.5 - at / 100);
    const found = (more: Partial<DatedRequest>, settings: Partial<CollectionRelevance> = {}, rules: readonly Rule[] = []) => {
      const asked = { query: 'chair ', filters: [], facets: [{ field: 'availability', limit: 9 }], sort: [], today: 0 };
      const request = { ...asked, page: 1, perPage: 100, ...more };
      const nearest = () => Promise.resolve({ ids: near, scores });
      return inSession(engineNow(), 'fused', (session) =>
        runSearch(session, { ...shelfRelevance, ...settings }, rules, request, nearest),
      );
    };
    const idsOf = ({ hits }: { readonly hits: readonly Hit[] }): string[] => hits.map(({ id }) => id);
    const byWords = (more: Partial<DatedRequest> = {}, settings: Partial<CollectionRelevance> = {}) =>
      found(more, { fusesMeaning: false, ...settings });
    /** By the formula alone. */
    const fusedBy = (words: readonly string[], meaning: readonly string[]): string[] => {
      const shareIn = (list: readonly string[], id: string) => (list.includes(id) ? 1 / (61 + list.indexOf(id)) : 0);
      const first = words.slice(0, 50);
      const all = [...new Set([...first, ...meaning])].map((id) => ({ id, score: shareIn(first, id) + shareIn(meaning, id) }));
      const order = all.toSorted((one, other) => other.score - one.score).map(({ id }) => id);
      return [...order, ...words.filter((id) => !order.includes(id))];
    };

    beforeAll(async () => {
      const build = await engineNow().build('fused', shelfRelevance.layout);
      await build.add([...chairs, ...stools]);
      await engineNow().publish('fused', (await build.finish()).generation);
    });

    it('add up their reciprocal ranks, on all pages, and count what they list', async () => {
      const words = idsOf(await byWords());
      const whole = await found({});
      expect(idsOf(whole)).toEqual(fusedBy(words, near));
      expect(whole).toMatchObject({ totalCount: 82, semanticCount: 12, relaxed: false });
      expect(whole.facets[0]!.values.reduce((sum, { count }) => sum + count, 0)).toBe(82);
      expect(whole.hits.some(({ promoted }) => promoted)).toBe(false);
      const pages = await Promise.all([1, 2, 3, 4].map((page) => found({ page, perPage: 24 })));
      expect(pages.flatMap(idsOf)).toEqual(idsOf(whole));
    });

    it('obey filters, promoted and hidden items', async () => {
      const filters = [{ field: 'availability', anyOf: ['in_stock'] }];
      const inStock = near.filter(
        (id) => [...chairs, ...stools].find((one) => one.id === id)!.fields['availability'] === 'in_stock',
      );
      expect(idsOf(await found({ filters }))).toEqual(fusedBy(idsOf(await byWords({ filters })), inStock));
      const promoted = ['stool-9', 'chair-30'];
      const curated: Rule = { stage: 'curations', apply: (draft) => ({ ...draft, promoted, hidden: ['stool-0'] }) };
      const { hits } = await found({}, {}, [curated]);
      expect(hits.filter((hit) => hit.promoted).map(({ id }) => id)).toEqual(promoted);
      expect(idsOf({ hits }).slice(0, 2)).toEqual(promoted);
      expect(new Set(idsOf({ hits })).size).toBe(81);
      expect(idsOf({ hits })).not.toContain('stool-0');
    });

    it('let no item out of stock pass one in stock that was before it', async () => {
      const settings = { putsInStockFirst: true };
      const words = idsOf(await byWords({}, settings)).slice(0, 50);
      const fused = idsOf(await found({}, settings));
      const isOut = (id: string) => Number(id.split('-')[1]) % 4 === 0;
      for (const [at, id] of words.entries())
        if (isOut(id))
          for (const before of words.slice(0, at).filter((one) => !isOut(one)))
            expect(fused.indexOf(before), `${before} before ${id}`).toBeLessThan(fused.indexOf(id));
      const stool = fused.filter((id) => id.startsWith('stool') && isOut(id));
      for (const id of stool)
        expect(fused.indexOf(id)).toBeGreaterThan(
          Math.max(...words.filter((one) => !isOut(one)).map((one) => fused.indexOf(one))),
        );
      expect(fused).toHaveLength(82);
    });

    it('leave other orders, quoted words and unfinished queries to the words', async () => {
      const others: readonly Partial<DatedRequest>[] = [
        { sort: [{ field: 'availability', order: 'asc' }] },
        { query: '"chair"' },
        { isTyping: true },
      ];
      for (const more of others) expect(idsOf(await found(more))).toEqual(idsOf(await byWords(more)));
    });
  });
}
