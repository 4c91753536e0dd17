import { expect, it } from 'vitest';
import { impactOf, strengths } from './weighting.ts';
import type { Item } from '#contract/item.ts';
import { type Plan, plainPlan } from '#engine/plan.ts';
import type { CollectionLayout, SearchEngine } from '#engine/port.ts';
import { warmUpAfterSearches, warmUpMinPostings } from '#engine/index/limits.ts';
import { explain, terms } from '#engine/testing/catalogue.ts';
import { scratchEngine } from '#engine/testing/scratch.ts';

it('tells strong matches apart to two thousandths, and weak ones to two hundredths', () => {
  for (let strength = 0.001; strength < 1; strength += 0.001) {
    const error = Math.abs(strengths[impactOf(strength)]! - strength);
    expect(error, String(strength)).toBeLessThan(strength < 0.03 ? 0.016 : strength < 0.8 ? 0.008 : 0.0012);
  }
});

const collection = 'shop';
const itemCount = 1_500;
const layout: CollectionLayout = {
  language: 'en',
  groupField: null,
  fields: ['name', 'description'].map((name) => ({
    name,
    type: 'text',
    searchable: true,
    stemmer: false,
    facet: false,
    path: false,
  })),
};

/** Most names have two words with `ka`, of which there are many; the description has some that mustn't be found. */
const items: readonly Item[] = Array.from({ length: itemCount }, (_, number) => ({
  id: `p${number}`,
  fields: {
    name: number % 3 === 0 ? `ko${number}` : `ka${number % 40} blue ka${number % 7}${'x'.repeat(number % 5)} ka${number % 7}`,
    description: `kab${number} green`,
  },
}));

const plan = (prefix: string, size = 20): Plan => ({
  ...plainPlan,
  groups: [
    {
      word: prefix,
      alternatives: [
        { kind: 'exact', terms: [prefix], weight: 1 },
        { kind: 'prefix', terms: [prefix], weight: 0.6 },
      ],
    },
  ],
  minimumMatch: 1,
  fields: [
    { name: 'name', weight: 8, wildcard: 0.8, phraseWeight: 0, fuzzy: false },
    { name: 'description', weight: 1, wildcard: 0, phraseWeight: 0, fuzzy: false },
  ],
  size,
});

async function shopOf(flushItemCount: number): Promise<SearchEngine> {
  const engine = scratchEngine({ flushItemCount });
  const build = await engine.build(collection, layout);
  await build.add(items);
  await engine.publish(collection, (await build.finish()).generation);
  return engine;
}

const found = async (engine: SearchEngine, prefix: string) => {
  const { hits, totalCount } = await engine.search(collection, plan(prefix, itemCount));
  return { totalCount, scores: hits.map(({ id, score }) => [id, score]) };
};

it('finds every item with a word that begins so, in the fields that want it, and scores it by its best word', async () => {
  const engine = await shopOf(400);
  const { hits, totalCount } = await engine.search(collection, plan('ka', itemCount));
  expect(totalCount).toBe(itemCount - itemCount / 3);
  for (const { id, score } of hits.filter((_, place) => place % 20 === 0)) {
    const explanation = await explain(engine, collection, plan('ka'), id);
    expect(explanation?.score).toBe(score);
    expect(explanation?.matches[0]?.term).toMatch(/^ka\d/);
    expect(explanation?.matches[0]?.fields.reduce((sum, part) => sum + part.score, 0)).toBeCloseTo(score, 8);
  }
});

it('answers the same before and after it was prepared', async () => {
  expect(itemCount).toBeGreaterThan(warmUpMinPostings);
  const engine = await shopOf(itemCount);
  const prefixes = ['k', 'ka', 'ka1', 'ka12', 'ko', 'ko9', 'b', 'blue', 'zz'];
  const before = await Promise.all(prefixes.map((prefix) => found(engine, prefix)));
  for (let search = 0; search < warmUpAfterSearches; search++) await engine.search(collection, plan('ka'));
  await new Promise((resolve) => setTimeout(resolve, 200));
  for (const [index, prefix] of prefixes.entries()) expect(await found(engine, prefix)).toEqual(before[index]);
  expect(before.at(-1)?.totalCount).toBe(0);
});

it('completes a beginning by the words of all segments together', async () => {
  const engine = await shopOf(100);
  const counts = new Map<string, number>();
  for (const { fields } of items) {
    const words = new Set([...String(fields.name).split(' '), ...String(fields.description).split(' ')]);
    for (const word of words) if (word.startsWith('ka')) counts.set(word, (counts.get(word) ?? 0) + 1);
  }
  const expected = [...counts].sort((a, b) => b[1] - a[1] || (a[0] < b[0] ? -1 : 1)).slice(0, 12);
  const found = await terms(engine, collection, 'ka', 12);
  expect(found.map(({ term, itemCount: count }) => [term, count])).toEqual(expected);
});
