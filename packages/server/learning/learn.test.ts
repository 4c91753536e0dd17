import { describe, expect, test } from 'vitest';
import { categoryKey, learnedKey, type LearnedTable } from '#engine/query/learned.ts';
import { learn } from './learn.ts';
import { choiceWeights, LookCounts } from './look-counts.ts';

const fields = [{ name: 'category', agrees: true }];
const ids = Array.from({ length: 20 }, (_, place) => `item${place}`);

/** Deterministic (Park–Miller). */
function chances(seed = 1): (chance: number) => boolean {
  let state = seed;
  return (chance) => {
    state = (state * 48_271) % 2_147_483_647;
    return state / 2_147_483_647 < chance;
  };
}

interface Searching {
  readonly queries?: readonly string[];
  readonly days?: number;
  readonly searches?: number;
  attention?(place: number): number;
  /** The order of a day. */
  shown?(day: number, query: string): readonly string[];
  chosen(id: string, query: string): number;
}

function searched({ queries = ['kettle'], days = 30, searches = 20, attention = (place) => 1 / (place + 1), ...of }: Searching) {
  const [counts, is] = [new LookCounts(), chances()];
  for (let day = 0; day < days; day++) {
    counts.age(1);
    for (const query of queries)
      for (let search = 0; search < searches; search++) {
        const list = of.shown?.(day, query) ?? ids;
        const chosen = list.filter((id, place) => is(attention(place)) && is(of.chosen(id, query)));
        counts.add({ query, name: query, ids: list, choices: new Map(chosen.map((id) => [id, choiceWeights.click])) });
      }
  }
  return counts;
}

const learned = (counts: LookCounts, valuesOf: Parameters<typeof learn>[2] = () => [[]]) => learn(counts, fields, valuesOf);

function logOf({ queries }: LearnedTable, query: string, id: string): number {
  const pairs = queries.get(query);
  return pairs?.logs[pairs.ids.indexOf(id)] ?? 0;
}

const many = Array.from({ length: 30 }, (_, query) => `query${query}`);

describe('after a month of searches', async () => {
  const { table } = await learned(searched({ chosen: (id) => (id === 'item6' ? 0.9 : 0.15) }));

  test('raises an item that people choose more often than its place explains', () => {
    expect(logOf(table, 'kettle', 'item6')).toBeGreaterThan(0.5);
  });

  test('lowers no item that is chosen as often as its place explains', () => {
    for (const id of ids.slice(8)) expect(Math.abs(logOf(table, 'kettle', id))).toBeLessThan(0.3);
  });

  test('learns nothing for other queries', () => {
    expect([...table.queries.keys()]).toEqual(['kettle']);
  });
});

test('learns nothing from clicks at random', async () => {
  const counts = searched({ queries: many, chosen: () => 0.3 });
  expect((await learned(counts)).table).toEqual({ queries: new Map(), fields: [] });
});

test.each([0.5, 1, 1.6])(
  'learns nothing from clicks by place alone, whose attention falls with an exponent of %f',
  async (exponent) => {
    const attention = (place: number): number => (place + 1) ** -exponent;
    const rotated = (day: number): string[] => [...ids.slice(day % 4), ...ids.slice(0, day % 4)];
    const counts = searched({ queries: many, attention, shown: rotated, chosen: () => 1 });
    const { table, attention: found } = await learned(counts);
    expect(table.queries.size).toBe(0);
    for (const place of [1, 4, 9]) expect(found[place]).toBeCloseTo(attention(place), 1);
  },
);

test('finds how people look at places although the best items were at the top', async () => {
  const shown = (day: number): string[] => (day % 2 === 0 ? ids : [...ids].sort((a, b) => Number(a < b) - Number(a > b)));
  const chosen = (id: string): number => 0.9 / (1 + ids.indexOf(id) / 4);
  const { attention } = await learned(searched({ queries: many, attention: (place) => (place + 1) ** -0.7, shown, chosen }));
  for (const place of [1, 3, 7]) expect(attention[place]).toBeCloseTo((place + 1) ** -0.7, 1);
});

test('moves nothing by a handful of searches', async () => {
  const { table } = await learned(searched({ days: 1, searches: 3, chosen: (id) => Number(id === 'item3') }));
  expect(table.queries.size).toBe(0);
});

test('forgets a season: what was chosen half a year ago moves nothing', async () => {
  const counts = searched({ chosen: (id) => (id === 'item6' ? 0.9 : 0.15) });
  counts.age(180);
  expect(Math.abs(logOf((await learned(counts)).table, 'kettle', 'item6'))).toBeLessThan(0.1);
});

test('weighs a purchase more than a click, once per visitor', async () => {
  const bought = new LookCounts();
  for (let search = 0; search < 300; search++) {
    const choices = new Map([[ids[search % 10]!, search % 10 === 4 ? choiceWeights.purchase : choiceWeights.click]]);
    bought.add({ query: 'kettle', name: 'kettle', ids, choices });
  }
  const { table } = await learned(bought);
  expect(logOf(table, 'kettle', 'item4')).toBeGreaterThan(logOf(table, 'kettle', 'item5'));
});

test('learns the order of a category apart from the words of queries', async () => {
  const chosen = (id: string): number => (id === 'item6' ? 0.9 : 0.15);
  const [query, category] = ['kettle', categoryKey('Kitchen > Kettles')];
  const alone = (await learned(searched({ chosen }))).table;
  const both = (await learned(searched({ queries: [query, category], chosen }), () => [['Kettles']])).table;
  expect([...both.queries.keys()].toSorted()).toEqual([category, query].toSorted());
  expect(logOf(both, category, 'item6')).toBeGreaterThan(logOf(alone, query, 'item6') / 2);
  const byChance = (id: string, key: string): number => (key === query ? chosen(id) : 0.3);
  expect([...(await learned(searched({ queries: [query, category], chosen: byChance }))).table.queries.keys()]).toEqual([query]);
});

test('drops items that are gone', async () => {
  const counts = searched({ chosen: (id) => (id === 'item6' ? 0.9 : 0.15) });
  const { table } = await learned(counts, (id) => (id === 'item6' ? null : [[]]));
  expect(table.queries.get('kettle')?.ids ?? []).not.toContain('item6');
});

describe('for queries that nobody asked before', () => {
  const categoryOf = (id: string): string => (ids.indexOf(id) % 3 === 0 ? 'Kettles' : 'Spare parts');
  const valuesOf = (id: string) => [[categoryOf(id)]];
  const queries = Array.from({ length: 40 }, (_, number) => `kettl maker${number}`);

  test('learns which category people choose after a word', async () => {
    const counts = searched({ queries, chosen: (id) => (categoryOf(id) === 'Kettles' ? 0.8 : 0.1) });
    const [category] = (await learned(counts, valuesOf)).table.fields;
    const lifts = category!.lifts.get('kettl')!;
    expect(lifts.get('Kettles')).toBeGreaterThan(0);
    expect(lifts.get('Spare parts')).toBeLessThan(-0.1);
  });

  test('learns nothing about a word from two queries', async () => {
    const counts = searched({ queries: queries.slice(0, 2), chosen: (id) => (categoryOf(id) === 'Kettles' ? 0.8 : 0.1) });
    expect((await learned(counts, valuesOf)).table.fields.flatMap(({ lifts }) => [...lifts])).toEqual([]);
  });

  test('learns nothing where each query has a taste of its own', async () => {
    const chosen = (id: string, query: string): number =>
      (ids.indexOf(id) * 7 + query.length * 5 + Number(query.at(-1))) % 4 === 0 ? 0.8 : 0.1;
    const own = (id: string) => [[`Category ${ids.indexOf(id) % 5}`]];
    expect((await learned(searched({ queries: many, chosen }), own)).table.fields).toEqual([]);
  });
});

test('comes back from storage as it was', async () => {
  const counts = searched({ days: 3, chosen: (id) => (id === 'item6' ? 0.9 : 0.15) });
  const again = await LookCounts.unpacked(counts.packed());
  expect(again.queries.get('kettle')!.name).toBe('kettle');
  expect(again.queries.get('kettle')!.pairs.size).toBe(ids.length);
  const attentionOf = async (one: LookCounts) => (await learned(one)).attention[3];
  expect(await attentionOf(again)).toBeCloseTo((await attentionOf(counts))!, 2);
});

test('takes inflections and orders of words for the same query', () => {
  expect(learnedKey('cs', 'Varnou konvici')).toBe(learnedKey('cs', 'konvice varná'));
  expect(learnedKey('en', 'red kettles')).not.toBe(learnedKey('en', 'blue kettles'));
});
