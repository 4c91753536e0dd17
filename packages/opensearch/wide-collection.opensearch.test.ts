import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { Item } from '#contract/item.ts';
import type { Plan } from '#engine/plan.ts';
import type { CollectionLayout, SearchEngine } from '#engine/port.ts';
import { alternative, group, planOf, randomNumbers, words, explain } from '#engine/testing/catalogue.ts';
import { openOpenSearchEngine } from './opensearch-engine.ts';
import { testCluster, testPrefix, testUrl } from './testing/test-cluster.ts';

const names = Array.from({ length: 200 }, (_, number) => `field ${number}`);
const layout: CollectionLayout = {
  language: 'en',
  groupField: null,
  fields: names.map((name) => ({ name, type: 'text', searchable: true, stemmer: true, facet: false, path: false })),
};
const searched: Plan['fields'] = names.map((name, number) => ({
  name,
  weight: 8 / (1 + (number % 7)),
  wildcard: 0.5,
  phraseWeight: 0.2,
  fuzzy: true,
}));

/** Items with words in many fields. */
function* wideItems(count: number): Generator<Item> {
  const random = randomNumbers(3);
  const word = (): string => words[Math.floor(random() * words.length)] ?? '';
  for (let number = 0; number < count; number++) {
    const fields = names.filter(() => random() < 0.3).map((name) => [name, `${word()} ${word()}`] as const);
    yield { id: `item-${number}`, fields: Object.fromEntries(fields) };
  }
}

const has = ({ fields }: Item, word: string): boolean =>
  Object.values(fields).some((text) => String(text).split(' ').includes(word));

describe.skipIf(testUrl === undefined)('a collection with 200 searched fields in OpenSearch', () => {
  const items = [...wideItems(300)];
  let engine: SearchEngine;

  beforeAll(async () => {
    engine = openOpenSearchEngine({ ...testCluster, prefix: testPrefix('wide') });
    const build = await engine.build('wide', layout);
    await build.add(items);
    await build.finish();
    await engine.publish('wide', build.generation);
  });
  afterAll(async () => {
    await engine.drop('wide');
    await engine.close();
  });

  it('finds the longest query that there is, in all of them', async () => {
    const typed = words.slice(0, 16);
    const groups = typed.map((word) =>
      group(
        word,
        alternative('stem', [word]),
        alternative('synonym', [word, 'lamp']),
        alternative('prefix', [word.slice(0, 3)]),
        alternative('fuzzy', [`${word}s`]),
      ),
    );
    const promoted = ['item-1', 'item-2'];
    const plan = planOf(groups, {
      fields: searched,
      size: 300,
      minimumMatch: 1,
      promoted,
      excluded: [{ group: group('rare1'), fields: searched }],
    });
    const { hits, totalCount } = await engine.search('wide', plan);
    expect(totalCount).toBe(items.filter((item) => !has(item, 'rare1')).length);
    const explanation = await explain(engine, 'wide', plan, hits[5]?.id ?? '');
    expect(explanation?.matches).toHaveLength(16 - (explanation?.missingWords.length ?? 0));
  });

  it('finds words in whatever field they are', async () => {
    for (const word of words.slice(0, 10)) {
      const { hits } = await engine.search('wide', planOf([group(word)], { fields: searched, size: 300 }));
      const having = items.filter((item) => has(item, word));
      expect(hits.map(({ id }) => id).sort()).toEqual(having.map(({ id }) => id).sort());
    }
  });
});
