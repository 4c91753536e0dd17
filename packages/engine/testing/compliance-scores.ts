import { expect, it } from 'vitest';
import type { Item } from '#contract/item.ts';
import { dayNumber } from '#contract/values/boost-amount.ts';
import type { Boost } from '#engine/plan.ts';
import type { SearchEngine } from '#engine/port.ts';
import { alternative, catalogueDay, explain, group, layout, planOf, searchedFields } from './catalogue.ts';

const collection = 'products';
/** Engines round scores; nobody sees the sixth digit. */
const digits = 5;

/** By the earliest date; null without one. */
function ageOf(values: readonly (string | number | boolean)[], day: number): number | null {
  const days = values
    .map((value) => new Date(typeof value === 'boolean' ? NaN : value).getTime())
    .filter((time) => !Number.isNaN(time))
    .map(dayNumber);
  return days.length === 0 ? null : Math.max(0, day - Math.min(...days));
}

const today = dayNumber(Date.parse(catalogueDay));

/** Worked out from the item alone. */
export function boosted(score: number, boost: Boost, item: Item, day = today): number {
  const type = layout.fields.find(({ name }) => name === boost.field)?.type;
  const values = [item.fields[boost.field] ?? []].flat().filter((value) => value !== '') as (string | number | boolean)[];
  const paths = boost.field === 'category' ? values.flatMap((value) => [value, String(value).split(' > ')[0]!]) : values;
  if (boost.kind === 'value') {
    const wordsOf = (one: unknown) => String(one).toLowerCase().split(/\W+/);
    const isMeant = (one: string | number | boolean) =>
      boost.by === 'word'
        ? type === 'text' && wordsOf(one).some((word) => boost.anyOf.includes(word))
        : boost.anyOf.includes(one);
    return paths.some(isMeant) ? score * boost.factor : score;
  }
  if (values.length === 0 || type === 'text') return score;
  const x = type === 'date' ? ageOf(values, day) : Math.min(...values.map(Number));
  if (x === null) return score;
  const curved = { logarithmic: Math.log(1 + x), exponential: Math.exp(x), linear: x }[boost.curve];
  const inUnits = boost.fullUntil === undefined ? null : x / boost.fullUntil;
  const fading = { logarithmic: Math.log2(1 + (inUnits ?? 0)), exponential: Math.exp((inUnits ?? 0) - 1), linear: inUnits ?? 0 };
  const faded = Math.max(1, inUnits === null ? curved : fading[boost.curve]);
  const isFalling = boost.direction === 'falling';
  if (boost.operation === 'add') return score + Math.min(1_000_000, isFalling ? boost.factor / faded : boost.factor * curved);
  return score * Math.max(0, Math.min(1_000_000, isFalling ? 1 + (boost.factor - 1) / faded : boost.factor * curved));
}

/** The part of the duties that changes scores and matches: boosts, and excluded and lowered words. */
export function scoreDuties(engineNow: () => SearchEngine, items: readonly Item[]): void {
  const itemOf = new Map(items.map((item) => [item.id, item]));
  const words = [group('garden'), group('lamp'), group('chairs')];
  const falls = { kind: 'functional', direction: 'falling' } as const;
  const boosts: Boost[] = [
    { kind: 'value', field: 'brand', anyOf: ['Brand 2', 'Brand 5'], factor: 3 },
    { kind: 'value', field: 'inStock', anyOf: [false], factor: 0.1 },
    { kind: 'value', field: 'sizes', anyOf: [40, 41], factor: 2 },
    { kind: 'functional', field: 'price', curve: 'logarithmic', operation: 'multiply', factor: 1.5 },
    { ...falls, field: 'since', curve: 'logarithmic', operation: 'add', factor: 8, fullUntil: 45 },
    { kind: 'functional', field: 'price', curve: 'exponential', operation: 'add', factor: 0.5 },
    { kind: 'value', field: 'category', by: 'word', anyOf: ['section', 'nothing'], factor: 3 },
    { kind: 'value', field: 'sizes', by: 'word', anyOf: ['40'], factor: 0.001 },
    { ...falls, field: 'sizes', curve: 'exponential', operation: 'multiply', factor: 1e16 },
    { ...falls, field: 'price', curve: 'linear', operation: 'multiply', factor: 3, fullUntil: 12.5 },
    { ...falls, field: 'since', curve: 'linear', operation: 'multiply', factor: 100, direction: 'rising' },
  ];

  it.each([...boosts.map((boost) => [boost]), boosts.slice(0, 5)])('boosts scores by %j', async (...chosen: Boost[]) => {
    const plan = planOf(words, { size: 1_500, today });
    const plain = await engineNow().search(collection, plan);
    const answer = await engineNow().search(collection, { ...plan, boosts: chosen });
    const expected = new Map(
      plain.hits.map(({ id, score }) => [
        id,
        chosen.reduce((sum, boost) => boosted(sum, boost, itemOf.get(id) ?? { id, fields: {} }), score),
      ]),
    );
    expect(answer.totalCount).toBe(plain.totalCount);
    for (const { id, score } of answer.hits) {
      const wanted = expected.get(id) ?? NaN;
      expect(score / Math.max(1, wanted), id).toBeCloseTo(wanted / Math.max(1, wanted), digits - 1);
    }
    const scores = answer.hits.map(({ score }) => score);
    expect(scores).toEqual([...scores].sort((a, b) => b - a));
    // The best twenty alone must be the same as the first twenty of all.
    const few = await engineNow().search(collection, { ...plan, boosts: chosen, size: 20 });
    expect(few.hits.map(({ id }) => id)).toEqual(answer.hits.slice(0, 20).map(({ id }) => id));
    for (const hit of few.hits.slice(0, 5)) {
      const explanation = await explain(engineNow(), collection, { ...plan, boosts: chosen }, hit.id);
      const parts = [...(explanation?.matches ?? []), ...(explanation?.phrases ?? []), ...(explanation?.boosts ?? [])];
      const sum = parts.reduce((total, part) => total + part.score, explanation?.base ?? NaN);
      expect(sum / hit.score).toBeCloseTo(1, digits);
    }
  });

  it.each([
    ['newer', 'falling', 1],
    ['older', 'rising', -1],
  ] as const)('puts %s items first, and says of each how old it is', async (_order, direction, sign) => {
    const boost: Boost = {
      kind: 'functional',
      field: 'since',
      curve: 'logarithmic',
      operation: 'multiply',
      factor: 2,
      direction,
    };
    const plan = planOf([], { boosts: [boost], today, size: 1_500 });
    const { hits } = await engineNow().search(collection, plan);
    const ages = hits.map(({ item }) => ageOf([item.fields['since'] ?? []].flat() as string[], today));
    // However old an item is, one whose age nobody knows doesn't come before it.
    if (direction === 'falling') expect(ages.indexOf(null)).toBe(ages.filter((age) => age !== null).length);
    // Falling, the first day counts as the second: what the curve makes of both is below 1.
    const known = ages.filter((age) => age !== null).map((age) => (direction === 'falling' ? Math.max(1, age) : age));
    expect(known).toEqual(known.toSorted((one, other) => sign * (one - other)));
    expect(hits.filter((_, at) => ages[at] === null).map(({ score }) => score)).toEqual(
      hits.filter((_, at) => ages[at] === null).map(() => 1),
    );
    for (const at of [0, 700, 1_400]) {
      const explanation = await explain(engineNow(), collection, plan, hits[at]!.id);
      expect(explanation?.boosts.map(({ number }) => number) ?? []).toEqual(ages[at] === null ? [] : [ages[at]]);
    }
    const nextDay = await engineNow().search(collection, { ...plan, today: today + 1 });
    const scores = (found: typeof hits) => new Map(found.map(({ id, score }) => [id, score]));
    const [before, after] = [scores(hits), scores(nextDay.hits)];
    const aged = hits.filter(({ id }, at) => (ages[at] ?? 0) > 2 && before.get(id) === after.get(id));
    expect(aged).toEqual([]);
  });

  it('gives pages of boosted items that follow each other, each group by its best item', async () => {
    const boost: Boost = { kind: 'value', field: 'brand', anyOf: ['Brand 2'], factor: 7 };
    const plan = planOf(words, { boosts: [boost], collapse: true });
    const whole = await engineNow().search(collection, { ...plan, size: 60 });
    const pages = [];
    for (const from of [0, 20, 40]) pages.push(...(await engineNow().search(collection, { ...plan, from, size: 20 })).hits);
    expect(pages).toEqual(whole.hits);
    const apart = await engineNow().search(collection, { ...plan, collapse: false, size: 1_500 });
    const best = new Map<unknown, string>();
    for (const { id, item } of apart.hits) {
      const key = item.fields['model'] ?? id;
      if (!best.has(key)) best.set(key, id);
    }
    expect(whole.hits.map(({ id }) => id)).toEqual([...best.values()].slice(0, 60));
  });

  it('sorts by a field whatever the boosts', async () => {
    const boost: Boost = { kind: 'value', field: 'brand', anyOf: ['Brand 2'], factor: 1_000 };
    const plan = planOf(words, { sort: [{ field: 'price', order: 'asc' }], size: 200 });
    const ids = async (boosts: Boost[]) => (await engineNow().search(collection, { ...plan, boosts })).hits.map(({ id }) => id);
    expect(await ids([boost])).toEqual(await ids([]));
  });

  it('orders items by boosts where no words are asked for', async () => {
    const boost: Boost = { kind: 'value', field: 'brand', anyOf: ['Brand 3'], factor: 2 };
    const { hits } = await engineNow().search(collection, planOf([], { boosts: [boost], size: 1_500 }));
    const isBoosted = hits.map(({ item }) => item.fields['brand'] === 'Brand 3');
    expect(isBoosted.lastIndexOf(true)).toBeLessThan(isBoosted.indexOf(false));
    expect(new Set(hits.map(({ score }) => score))).toEqual(new Set([2, 1]));
  });

  it('leaves out items with excluded words, but for those that are excused', async () => {
    const plan = planOf([group('garden')], { size: 1_500 });
    const [name, ...others] = searchedFields;
    if (name === undefined) throw new Error('The plan has no fields.');
    const plain = await engineNow().search(collection, plan);
    const inName = (item: Item | undefined, word: string): boolean => String(item?.fields['name']).split(' ').includes(word);
    const excluded = { group: group('red'), fields: [name] };
    const answer = await engineNow().search(collection, { ...plan, excluded: [excluded], size: 1_500 });
    const kept = plain.hits.filter(({ item }) => !inName(item, 'red'));
    expect(kept.length).toBeLessThan(plain.hits.length);
    expect(answer.hits.map(({ id }) => id)).toEqual(kept.map(({ id }) => id));
    expect(answer.totalCount).toBe(kept.length);

    const unless = { word: 'red lamp', alternatives: [alternative('exact', ['red', 'lamp'], 1)] };
    const excused = await engineNow().search(collection, { ...plan, excluded: [{ ...excluded, unless }], size: 1_500 });
    const ids = plain.hits.filter(({ item }) => !inName(item, 'red') || /\bred lamp\b/.test(String(item.fields['name'])));
    expect(excused.hits.map(({ id }) => id)).toEqual(ids.map(({ id }) => id));

    const everywhere = await engineNow().search(collection, {
      ...plan,
      excluded: [{ group: group('red'), fields: [name, ...others] }],
      facets: [{ field: 'brand', limit: 20 }],
    });
    const without = plain.hits.filter(({ item }) => !inName(item, 'red') && !/\bred\b/.test(String(item.fields['description'])));
    expect(everywhere.totalCount).toBe(without.length);
    const counted = everywhere.facets[0]?.values.reduce((sum, { count }) => sum + count, 0);
    expect(counted).toBe(without.filter(({ item }) => item.fields['brand'] !== '').length);

    const unlike = plain.hits.find(({ item }) => inName(item, 'red'));
    const explanation = await explain(engineNow(), collection, { ...plan, excluded: [excluded] }, unlike?.id ?? '');
    expect(explanation?.reasonsNotFound).toEqual(['excludedWord']);
  });

  it.each([[[]], [[{ kind: 'value', field: 'brand', anyOf: ['Brand 3'], factor: 3 } satisfies Boost]]])(
    'halves what items with lowered words score with the boosts %j, but for those that are excused',
    async (chosen: readonly Boost[]) => {
      const plan = planOf([group('garden')], { boosts: chosen, size: 1_500 });
      const [name] = searchedFields;
      if (name === undefined) throw new Error('The plan has no fields.');
      const unless = { word: 'red lamp', alternatives: [alternative('exact', ['red', 'lamp'], 1)] };
      const lowered = [
        { group: group('red'), fields: [name], unless },
        { group: group('lamp'), fields: [name] },
      ];
      const plain = await engineNow().search(collection, plan);
      const lowering = { ...plan, lowered };
      const answer = await engineNow().search(collection, { ...lowering, facets: [{ field: 'brand', limit: 20 }] });
      const wordsOf = ({ item }: { readonly item: Item }): string => String(item.fields['name']);
      const isRed = (text: string): boolean => /\bred\b/.test(text) && !/\bred lamp\b/.test(text);
      const expected = new Map(
        plain.hits.map((hit) => {
          const [text, { score }] = [wordsOf(hit), hit];
          return [hit.id, score / (isRed(text) ? 2 : 1) / (/\blamp\b/.test(text) ? 2 : 1)];
        }),
      );
      expect(answer.totalCount).toBe(plain.totalCount);
      for (const { id, score } of answer.hits) expect(score, id).toBeCloseTo(expected.get(id) ?? NaN, digits - 1);
      const scores = answer.hits.map(({ score }) => score);
      expect(scores).toEqual([...scores].sort((one, other) => other - one));
      expect(
        new Set(answer.hits.map((hit) => expected.get(hit.id)! / plain.hits.find(({ id }) => id === hit.id)!.score)),
      ).toEqual(new Set([1, 0.5, 0.25]));
      // The best twenty alone must be the same as the first twenty of all.
      const few = await engineNow().search(collection, { ...lowering, size: 20 });
      expect(few.hits.map(({ id }) => id)).toEqual(answer.hits.slice(0, 20).map(({ id }) => id));

      const both = answer.hits.find((hit) => isRed(wordsOf(hit)) && /\blamp\b/.test(wordsOf(hit)));
      const explanation = await explain(engineNow(), collection, lowering, both?.id ?? '');
      expect(explanation).toMatchObject({ isFound: true, lowered: [{ word: 'red' }, { word: 'lamp' }] });
      const { matches = [], phrases = [], boosts: acting = [], lowered: lower = [] } = explanation ?? {};
      const sum = [...matches, ...phrases, ...acting, ...lower].reduce((total, { score }) => total + score, 0);
      expect(sum / both!.score).toBeCloseTo(1, digits);
    },
  );

  it('puts items with lowered words last where nothing else is asked for', async () => {
    const [name] = searchedFields;
    if (name === undefined) throw new Error('The plan has no fields.');
    const plan = planOf([], { lowered: [{ group: group('red'), fields: [name] }], size: 1_500 });
    const { hits, totalCount } = await engineNow().search(collection, plan);
    expect(totalCount).toBe(hits.length);
    const isRed = hits.map(({ item }) => String(item.fields['name']).split(' ').includes('red'));
    expect(isRed.indexOf(true)).toBe(isRed.filter((one) => !one).length);
    expect(new Set(hits.map(({ score }) => score))).toEqual(new Set([1, 0.5]));
  });
}
