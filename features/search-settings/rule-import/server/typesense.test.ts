import { expect, test } from 'vitest';
import { readForeignFile } from './foreign-file.ts';

const read = (value: unknown) => readForeignFile(JSON.stringify(value), { url: '' });
const rule = (query: string, match = 'exact') => ({ rule: { query, match } });
const override = async (rest: object) => (await read({ overrides: [{ id: 'o1', ...rest }] }))?.entries[0];

test.each([
  ['an answer of the API', { synonyms: [{ id: 's1', root: 'smart phone', synonyms: ['iphone', 'android'] }] }],
  ['a list', [{ id: 's1', root: 'smart phone', synonyms: ['iphone', 'android'] }]],
  ['sets', [{ name: 'shop', items: [{ id: 's1', root: 'smart phone', synonyms: ['iphone', 'android'] }] }]],
])('synonyms in %s are read', async (_name, value) => {
  const row = { term: 'smart phone', synonym_type_id: 2, synonyms: ['iphone', 'android'] };
  expect(await read(value)).toMatchObject({ services: ['typesense'], entries: [{ entry: 's1', rows: [row], losses: [] }] });
});

test('without a root words mean each other, and how they are read is told', async () => {
  const file = await read({
    synonyms: [{ id: 's', synonyms: ['blazer', 'coat'], root: '', symbols_to_index: ['+'], locale: 'cs' }],
  });
  expect(file?.entries).toMatchObject([
    {
      rows: [{ term: 'blazer', synonym_type_id: 1, synonyms: ['coat'] }],
      losses: [
        { reason: 'analysis', what: 'symbols_to_index: ["+"]' },
        { reason: 'analysis', what: 'locale: cs' },
      ],
    },
  ]);
});

test('sets of stopwords are ignored terms with the name of the set', async () => {
  const file = await read({ stopwords: [{ id: 'en', stopwords: ['a', 'the'] }] });
  expect(file?.entries[0]?.rows).toEqual([
    { kind: 'stopwords', value: 'a', name: 'en' },
    { kind: 'stopwords', value: 'the', name: 'en' },
  ]);
});

test('an override becomes a curation, with its places and its time', async () => {
  const made = await override({
    ...rule('apple', 'contains'),
    includes: [
      { id: '54', position: 3 },
      { id: '422', position: 1 },
    ],
    excludes: [{ id: '287' }, { id: '54' }],
    remove_matched_tokens: false,
    effective_from_ts: 1_700_000_000,
  });
  expect(made).toEqual({
    line: null,
    entry: 'o1',
    rows: [
      {
        kind: 'curations',
        name: 'apple',
        queries: [{ query: 'apple', match: 'contains' }],
        promoted: [{ id: '422' }, { id: '54' }],
        hidden: [{ id: '287' }],
        is_active: true,
        valid_from: 1_700_000_000_000,
      },
    ],
    losses: [{ reason: 'place', what: '54 → 3' }],
  });
});

test('an override that replaces the query becomes a replacing term', async () => {
  expect((await override({ ...rule('aple'), replace_query: 'apple' }))?.rows).toMatchObject([
    { kind: 'fixits', term: 'aple', is_regexp: false, catalog_term: 'apple' },
  ]);
});

test.each([
  [{ ...rule('{brand} phone', 'contains'), filter_by: 'brand:={brand}' }, ['fieldValues'], 0],
  [{ rule: { tags: ['home'] }, excludes: [{ id: '1' }] }, ['noQuery'], 0],
  [{ ...rule('sale'), filter_by: 'discount:>0', sort_by: 'price:asc' }, ['filter', 'ranking'], 0],
  [{ ...rule('sale'), excludes: [{ id: '1' }], metadata: { banner: 'x' } }, ['answer'], 1],
  [{ ...rule('sale'), excludes: [{ id: '1' }], effective_to_ts: '2026-12-24' }, ['moment'], 0],
  [{ ...rule('sale'), excludes: [{ id: '1' }], effective_from_ts: 0, stop_processing: false }, ['setting'], 1],
  [{ ...rule('sale'), excludes: [{ id: '1' }], remove_matched_tokens: true }, ['partOfQuery'], 1],
  [{ rule: { query: 'sale', match: 'exact', stem: true }, excludes: [{ id: '1' }] }, ['analysis'], 1],
  [{ ...rule('sale'), includes: [{ id: '1', position: 'first' }] }, ['place'], 1],
  [{ ...rule('sale'), includes: [], excludes: [], filter_by: '' }, ['nothing'], 0],
])('%j is told as %j', async (entry, reasons, rows) => {
  const made = await override(entry);
  expect(made?.losses.map(({ reason }) => reason)).toEqual(reasons);
  expect(made?.rows).toHaveLength(rows);
});
