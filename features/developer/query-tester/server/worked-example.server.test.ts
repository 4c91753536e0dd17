import { beforeAll, expect, test } from 'vitest';
import { testQuery } from '#contract/test-query.ts';
import { explainItem, explainMissing } from '#features/developer/query-tester/query-tester.contract.ts';
import { synonyms } from '#features/search-settings/synonyms/synonyms.contract.ts';
import { sharedServer } from '#testing/shared-server.ts';

/** The example of docs/search.md. */
const q = 'Varnou KONVICI bez regulace';

const server = await sharedServer();
const owner = await server.shop('cs');
const { collectionId: c } = owner;
beforeAll(async () => {
  const synonym = { term: 'varná konvice', synonym_type_id: 2, synonyms: ['rychlovarná konvice'] } as const;
  await server.call(owner, synonyms.create, { ...synonym, synonyms: [...synonym.synonyms] });
});

test('the query takes the steps that the example tells', async () => {
  const { data } = await server.call(owner, testQuery, { c, q, debug: '1' });
  expect(data!.trace!.map(({ rows: _rows, ...entry }) => entry)).toEqual([
    { step: 'normalise', before: q, after: 'varnou konvici bez regulace' },
    { step: 'negation', before: 'varnou konvici bez regulace', after: 'varnou konvici −regulace' },
    { step: 'words', before: 'varnou konvici', after: 'varnou (varn) + konvici (konvik)' },
    { step: 'synonyms', before: 'varná konvice', after: 'rychlovarná konvice' },
  ]);
});

test('two kettles come first, by stem and synonym, and the third is left out', async () => {
  const { data } = await server.call(owner, testQuery, { c, q });
  const names = data!.items.map((item) => String(item['name']));
  const isKettle = (name: string) => name.startsWith('Rychlovarná konvice');
  expect(names.slice(0, 2).every(isKettle)).toBe(true);
  expect(names.slice(2).some(isKettle)).toBe(false);

  const id = data!.items[0]!.id;
  const explained = (await server.call(owner, explainItem, { c, q, filters: '', id })).data!;
  expect(explained.matches.map(({ word, kind, term }) => [word, kind, term])).toEqual([
    ['varnou', 'synonym', 'rychlovarna konvice'],
    ['konvici', 'stem', 'konvik'],
  ]);

  const kettles = (await server.call(owner, testQuery, { c, q: 'rychlovarná konvice s regulací teploty ' })).data!;
  const missing = await server.call(owner, explainMissing, { c, q, item: kettles.items[0]!.id });
  expect(missing.data).toMatchObject({ state: 'notFound', reasons: ['excludedWord'], unwanted_words: ['regulace'] });
});
