import { beforeAll, describe, expect, it } from 'vitest';
import type { Item } from '#contract/item.ts';
import { stopwordSet } from '#engine/analysis/stopword-sets.ts';
import { defaultRelevance } from '#engine/default-relevance.ts';
import type { SearchEngine } from '#engine/port.ts';
import type { CollectionRelevance } from '#engine/relevance.ts';
import { analyserOf, runSearch, type SearchAnswer } from '#engine/search.ts';
import { compileStopwords } from '#engine/stopword-rule.ts';

const collection = 'queries';
const text = { type: 'text', searchable: true, stemmer: true, facet: false, path: false } as const;
const relevance: CollectionRelevance = {
  layout: {
    language: 'cs',
    fields: [
      { ...text, name: 'name' },
      { ...text, name: 'description' },
    ],
    groupField: null,
  },
  fields: {
    name: defaultRelevance('name', 'text', ['Židle']),
    description: defaultRelevance('description', 'text', ['Židle na zahradu']),
  },
  relevantRate: 100,
  forcesStopwords: true,
};

/** So many that nothing is found by fewer words instead. */
const chairs = Array.from({ length: 12 }, (_, number): Item => ({
  id: `chair-${number}`,
  fields: { name: `Skládací židle ${number}`, description: 'Vhodná zahradu i terasu.' },
}));
const items: readonly Item[] = [...chairs, { id: 'table', fields: { name: 'Stůl na zahradu', description: 'Ze dřeva.' } }];
const stopwords = compileStopwords(stopwordSet('cs'), analyserOf('cs'));

/** What comes of a query is the same for every engine: texts go through the whole pipeline here. */
export function queryDuties(engineOf: () => SearchEngine): void {
  describe('queries in Czech', () => {
    const ask = (query: string, settings: Partial<CollectionRelevance> = {}): Promise<SearchAnswer> => {
      const request = { query, filters: [], facets: [], sort: [], page: 1, perPage: 20 };
      return runSearch(engineOf(), collection, { ...relevance, ...settings }, [stopwords], request);
    };

    beforeAll(async () => {
      const build = await engineOf().build(collection, relevance.layout);
      await build.add(items);
      await build.finish();
      await engineOf().publish(collection, build.generation);
    });

    it('leave out stop words where the collection forces them, and only there', async () => {
      const forced = await ask('židle na zahradu ');
      expect(forced).toMatchObject({ relaxed: false, totalCount: chairs.length });
      expect(forced.trace.map(({ step }) => step)).toContain('stopwords');
      const asked = await ask('židle na zahradu ', { forcesStopwords: false });
      expect(asked.relaxed).toBe(true);
      expect(asked.trace.map(({ step }) => step)).not.toContain('stopwords');
      expect((await ask('na ')).hits.map(({ id }) => id)).toEqual(['table']);
    });
  });
}
