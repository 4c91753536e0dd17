import { expect, test } from 'vitest';
import { readForeignFile } from './foreign-file.ts';

const read = (text: string) => readForeignFile(text, { url: 'https://shop.example' });

test('a file of SMUI is read with its lines; comments and properties are passed over', async () => {
  const file = await read(`# made by SMUI
laptop =>
	SYNONYM: notebook
	SYNONYM(0.4): netbook
	SYNONYM: portable computer
	UP(50): premium
	@{
	  "_log" : "7d00",
	  "tenant": ["t1"]
	}@

shipping =>
	DECORATE: REDIRECT /faq/shipping
	@_id: "12"
"tv" =>
	SYNONYM: television
`);
  expect(file?.services).toEqual(['querqy']);
  expect(file?.entries).toEqual([
    {
      line: 2,
      entry: 'laptop',
      rows: [
        { kind: 'synonyms', term: 'laptop', synonym_type_id: 2, synonyms: ['notebook', 'portable computer'], is_active: true },
        { kind: 'synonyms', term: 'laptop', synonym_type_id: 3, synonyms: ['netbook'], is_active: true },
      ],
      losses: [{ reason: 'ranking', what: 'UP(50): premium', line: 6 }],
    },
    {
      line: 12,
      entry: 'shipping',
      rows: [
        {
          kind: 'fixits',
          term: String.raw`(?:^|[^\p{L}\p{N}])shipping(?:[^\p{L}\p{N}]|$)`,
          is_regexp: true,
          catalog_term: 'https://shop.example/faq/shipping',
          is_active: true,
        },
      ],
      losses: [],
    },
    {
      line: 15,
      entry: '"tv"',
      rows: [{ kind: 'synonyms', term: 'tv', synonym_type_id: 2, synonyms: ['television'], is_active: true }],
      losses: [{ reason: 'wholeQuery', what: '"tv"' }],
    },
  ]);
});

test.each([
  ['cheap =>\n DELETE: cheap', { kind: 'stopwords', value: 'cheap' }],
  ['"cheap tv" =>\n DELETE: cheap', { kind: 'fixits', term: 'cheap tv', is_regexp: false, catalog_term: 'tv' }],
  ['"faq" =>\n DECORATE: redirect, https://a.example/b=>c', { term: 'faq', catalog_term: 'https://a.example/b=>c' }],
  ['"faq =>\n DECORATE: REDIRECT /faq', { term: String.raw`^faq(?:[^\p{L}\p{N}]|$)`, is_regexp: true }],
  ['{"class":"querqy","config":{"rules":"a =>\\nSYNONYM: b"}}', { kind: 'synonyms', term: 'a', synonyms: ['b'] }],
])('%j becomes %j', async (text, row) => {
  expect((await read(text))?.entries).toMatchObject([{ rows: [row], losses: [] }]);
});

test('the weight of a synonym is told where it can not be kept', async () => {
  const file = await read('tv =>\n SYNONYM(2): television\n SYNONYM(1): telly');
  expect(file?.entries[0]).toMatchObject({
    rows: [{ synonyms: ['television', 'telly'], synonym_type_id: 2 }],
    losses: [{ reason: 'weight', what: 'SYNONYM(2): television', line: 2 }],
  });
});

test('replace rules let what is typed find what is meant', async () => {
  const file = await read('frezer; freazer => freezer\nmach* => machine');
  const row = { kind: 'synonyms', synonym_type_id: 2, synonyms: ['freezer'] };
  expect(file?.entries).toMatchObject([
    {
      line: 1,
      rows: [
        { ...row, term: 'frezer' },
        { ...row, term: 'freazer' },
      ],
      losses: [],
    },
    { line: 2, rows: [], losses: [{ reason: 'wildcard', what: 'mach*' }] },
  ]);
});

test.each([
  ['lap* =>\n SYNONYM: notebook', 'wildcard'],
  ['tv AND red =>\n SYNONYM: television', 'condition'],
  ['tv =>\n FILTER: * -category:parts', 'filter'],
  ['red tv =>\n DELETE: red', 'partOfQuery'],
  ['tv =>\n DECORATE: TEASER x', 'answer'],
])('%j is told as %s', async (text, reason) => {
  expect((await read(text))?.entries).toMatchObject([{ rows: [], losses: [{ reason }] }]);
});

test.each(['', 'term,synonyms\na,b', '{}', '[]', '[{"a":1}]', '"=>"', '\u0000PNG', '{"a":"=>"}'])(
  '%j is a file of no service',
  async (text) => expect(await read(text)).toBeNull(),
);

test('without the address of the shop, addresses within it are told', async () => {
  const file = await readForeignFile('faq =>\n DECORATE: REDIRECT /faq', { url: '' });
  expect(file?.entries).toMatchObject([{ rows: [], losses: [{ reason: 'address', what: '/faq' }] }]);
});
