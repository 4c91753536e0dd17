import { expect, test } from 'vitest';
import { readForeignFile } from './foreign-file.ts';

const shop = { url: 'https://shop.example/' };
const read = async (...entries: readonly object[]) => (await readForeignFile(JSON.stringify(entries), shop))?.entries ?? [];
const rule = async (conditions: readonly object[], consequence: object, rest: object = {}) =>
  (await read({ objectID: 'r1', conditions, consequence, ...rest }))[0];
const is = (pattern: string) => ({ pattern, anchoring: 'is' });

test.each([
  [
    { type: 'synonym', synonyms: ['sofa', 'couch', 'sofa'] },
    { term: 'sofa', synonym_type_id: 1, synonyms: ['couch'] },
  ],
  [
    { type: 'oneWaySynonym', input: 'tablet', synonyms: ['ipad'] },
    { term: 'tablet', synonym_type_id: 2, synonyms: ['ipad'] },
  ],
  [
    { type: 'altCorrection1', word: 'trainer', corrections: ['sneaker'] },
    { term: 'trainer', synonym_type_id: 3, synonyms: ['sneaker'] },
  ],
])('the synonym %j becomes %j', async (synonym, row) => {
  expect(await read({ objectID: 's1', ...synonym })).toMatchObject([{ entry: 's1', rows: [row], losses: [] }]);
});

test('placeholders have no counterpart', async () => {
  const placeholder = { objectID: 's2', type: 'placeholder', placeholder: '<Street>', replacements: ['street', 'st'] };
  expect(await read(placeholder)).toMatchObject([{ rows: [], losses: [{ reason: 'placeholder', what: '<Street>' }] }]);
});

test('items are promoted in the order of their places, hidden ones are hidden, and room above them is told', async () => {
  const promote = [
    { objectID: 'c', position: 4 },
    { objectIDs: ['a', 'b'], position: 0 },
  ];
  const made = await rule(
    [is('kettle'), { pattern: 'tea', anchoring: 'contains' }],
    { promote, hide: [{ objectID: 'x' }] },
    {
      description: 'Kettles first',
      enabled: false,
      validity: [{ from: 1_700_000_000, until: 1_800_000_000 }],
    },
  );
  expect(made).toMatchObject({
    rows: [
      {
        kind: 'curations',
        name: 'Kettles first',
        queries: [
          { query: 'kettle', match: 'is' },
          { query: 'tea', match: 'contains' },
        ],
        promoted: [{ id: 'a' }, { id: 'b' }, { id: 'c' }],
        hidden: [{ id: 'x' }],
        is_active: false,
        valid_from: 1_700_000_000_000,
        valid_to: 1_800_000_000_000,
      },
    ],
    losses: [{ reason: 'place', what: 'c → 5' }],
  });
});

const contains = String.raw`(?:^|[^\p{L}\p{N}])c\+\+\s+book(?:[^\p{L}\p{N}]|$)`;
test.each([
  [is('frige'), 'fridge', { term: 'frige', is_regexp: false, catalog_term: 'fridge' }],
  [is('red tv set'), { remove: ['red'] }, { term: 'red tv set', catalog_term: 'tv set' }],
  [is('tv set'), { edits: [{ type: 'replace', delete: 'TV', insert: 'television' }] }, { catalog_term: 'television set' }],
  [
    { pattern: 'c++ book', anchoring: 'contains' },
    'programming',
    { term: contains, is_regexp: true, catalog_term: 'programming' },
  ],
  [{ pattern: 'sale', anchoring: 'startsWith' }, 'discount', { term: String.raw`^sale(?:[^\p{L}\p{N}]|$)`, is_regexp: true }],
  [
    { pattern: 'cheap', anchoring: 'contains' },
    { edits: [{ type: 'remove', delete: 'cheap' }] },
    { kind: 'stopwords', value: 'cheap' },
  ],
])('queries of %j are changed by %j', async (condition, query, row) => {
  expect(await rule([condition], { params: { query } })).toMatchObject({ rows: [row], losses: [] });
});

test.each([
  [{ params: { renderingContent: { redirect: { url: 'https://shop.example/faq' } } } }, 'https://shop.example/faq'],
  [{ userData: { redirect: '/faq' } }, 'https://shop.example/faq'],
])('%j sends visitors to %s', async (consequence, address) => {
  expect(await rule([is('faq')], consequence)).toMatchObject({ rows: [{ term: 'faq', catalog_term: address }], losses: [] });
});

const toFridge = { params: { query: 'fridge' } };
test.each([
  [[{ context: 'mobile' }], toFridge, 'noQuery', 0],
  [[{ pattern: '{facet:brand}', anchoring: 'contains' }], toFridge, 'fieldValues', 0],
  [[{ pattern: 'tv', anchoring: 'contains' }], { params: { query: { remove: ['red'] } } }, 'partOfQuery', 0],
  [[{ pattern: 'tv', anchoring: 'endsWith' }], { promote: [{ objectID: '1', position: 0 }] }, 'placeInQuery', 0],
  [[is('tv')], { params: { filters: 'price < 10' } }, 'filter', 0],
  [[is('tv')], { params: { hitsPerPage: 5, query: 'television' } }, 'setting', 1],
  [[is('tv')], { userData: { banner: 'x' }, hide: [{ objectID: '1' }] }, 'answer', 1],
  [[is('tv')], {}, 'nothing', 0],
])('of %j with %j is told: %s', async (conditions, consequence, reason, rows) => {
  const made = await rule(conditions, consequence);
  expect(made?.losses.map((loss) => loss.reason)).toEqual([reason]);
  expect(made?.rows).toHaveLength(rows);
});

test('an export of a whole index, an answer of its search, and a line for each entry are read the same', async () => {
  const synonym = { objectID: 's', type: 'synonym', synonyms: ['sofa', 'couch'] };
  const changed = { objectID: 'r', conditions: [is('frige')], consequence: toFridge };
  const texts = [
    JSON.stringify({ settings: { ranking: [] }, rules: [changed], synonyms: [synonym] }),
    JSON.stringify([
      { hits: [synonym], nbHits: 1 },
      { hits: [changed], nbHits: 1, page: 0 },
    ]),
    `\uFEFF${JSON.stringify(synonym)}\n\n${JSON.stringify(changed)}\r\n{"cut\n`,
  ];
  const files = await Promise.all(texts.map((text) => readForeignFile(text, shop)));
  for (const file of files) expect(file?.services).toEqual(['algolia']);
  expect(files.map((file) => file?.entries.map(({ entry }) => entry).toSorted())).toEqual([
    ['r', 's'],
    ['r', 's'],
    ['3', 'r', 's'],
  ]);
  expect(files[2]?.entries.map(({ line, rows }) => [line, rows.length])).toEqual([
    [1, 1],
    [3, 1],
    [4, 0],
  ]);
});

test.each([
  [{ validity: [{ from: '2026-12-24', until: 1_800_000_000 }] }, {}, 'moment', 0],
  [{}, { redirect: { indexName: 'other' } }, 'setting', 1],
  [{ conditions: [{ ...is('tv'), alternatives: true }] }, {}, 'analysis', 1],
])('of a rule with %j and %j is told: %s', async (rest, consequence, reason, rows) => {
  const made = await rule([is('tv')], { hide: [{ objectID: '1' }], ...consequence }, rest);
  expect(made?.losses.map((loss) => loss.reason)).toEqual([reason]);
  expect(made?.rows).toHaveLength(rows);
});
