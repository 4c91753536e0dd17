import { expect, test } from 'vitest';
import { createProject } from '#features/owner/projects/projects.contract.ts';
import { curations } from '#features/search-settings/curations/curations.contract.ts';
import { fixits } from '#features/search-settings/fixit/fixit.contract.ts';
import { listReleases } from '#features/search-settings/releases/releases.contract.ts';
import { readWaiting } from '#features/search-settings/releases/waiting.contract.ts';
import { stopwords } from '#features/search-settings/stopwords/stopwords.contract.ts';
import { synonyms } from '#features/search-settings/synonyms/synonyms.contract.ts';
import type { Actor } from '#testing/test-app.ts';
import { sharedServer } from '#testing/shared-server.ts';
import { importRules } from '#features/search-settings/rule-import/rule-import.contract.ts';

const server = await sharedServer();

interface Shop extends Actor {
  readonly c: number;
}
async function shop(name: string): Promise<Shop> {
  const person = await server.signUp(`${name}@rule-import.example`);
  const input = { name, url: 'https://shop.example', language: 'en', data_source: 'aisle_api' } as const;
  const { data } = await server.call(person, createProject, input);
  return { ...person, project: data!.token, c: data!.collection_id };
}
const send = ({ c, ...who }: Shop, text: string, isDryRun = false) =>
  server.call(who, importRules, { text, c, dry_run: isDryRun });
const kept = async (who: Shop) => ({
  synonyms: (await server.call(who, synonyms.list, {})).data!.items.toReversed(),
  fixits: (await server.call(who, fixits.list, {})).data!.items,
  stopwords: (await server.call(who, stopwords.list, {})).data!.items,
  curations: (await server.call(who, curations.list, { c: who.c })).data!.items,
});
const releases = async (who: Shop) => (await server.call(who, listReleases, {})).data!.items;
const counts = (kind: string, added: number, changed = 0, same = 0, refused = 0) => ({
  kind,
  new: added,
  changed,
  same,
  refused,
});

const validUntil = 2_000_000_000;
const exported = JSON.stringify({
  rules: [
    {
      objectID: 'winter',
      conditions: [{ pattern: 'winter boots', anchoring: 'is' }],
      consequence: { promote: [{ objectID: '7', position: 0 }], hide: [{ objectID: '8' }], params: { filters: 'a:b' } },
    },
    { objectID: 'typo', conditions: [{ pattern: 'frige', anchoring: 'is' }], consequence: { params: { query: 'fridge' } } },
    {
      objectID: 'faq',
      conditions: [{ pattern: 'shipping costs', anchoring: 'contains' }],
      consequence: { params: { renderingContent: { redirect: { url: '/faq' } } } },
      validity: [{ from: 1_000_000_000, until: validUntil }],
      enabled: false,
    },
    {
      objectID: 'cheap',
      conditions: [{ pattern: 'cheap', anchoring: 'contains' }],
      consequence: { params: { query: { remove: ['cheap'] } } },
    },
    { objectID: 'context', conditions: [{ context: 'mobile' }], consequence: { hide: [{ objectID: '9' }] } },
  ],
  synonyms: [
    { objectID: 's1', type: 'synonym', synonyms: ['sofa', 'couch'] },
    { objectID: 's2', type: 'synonym', synonyms: ['sofa', 'settee'] },
    { objectID: 's3', type: 'oneWaySynonym', input: 'tablet', synonyms: ['ipad'] },
    { objectID: 's4', type: 'oneWaySynonym', input: 'Tablet', synonyms: ['galaxy tab'] },
    { objectID: 's5', type: 'synonym', synonyms: ['couch', 'SOFA'] },
    { objectID: 's6', type: 'synonym', synonyms: ['x'.repeat(61), 'y'] },
  ],
});

test('all kinds of a file are imported at once: what is live at once is one release, the rest waits', async () => {
  const who = await shop('algolia');
  const before = (await releases(who)).length;
  const foreseen = await send(who, exported, true);
  expect(foreseen.data).toEqual({
    services: ['algolia'],
    kinds: [counts('synonyms', 3, 0, 0, 1), counts('fixits', 2), counts('stopwords', 1), counts('curations', 1)],
    skipped: [
      expect.objectContaining({
        code: 'filter',
        places: [{ file: null, line: null, entry: 'winter', what: 'filters: a:b' }],
      }),
      expect.objectContaining({
        code: 'noQuery',
        places: [{ file: null, line: null, entry: 'context', what: 'mobile' }],
      }),
      expect.objectContaining({ code: 'maximumLength', kind: 'synonyms', field: 'term', parameters: { name: 'Term', max: 60 } }),
    ],
    missing_pages: [],
    is_written: false,
  });
  expect(await kept(who)).toEqual({ synonyms: [], fixits: [], stopwords: [], curations: [] });

  expect((await send(who, exported)).data).toEqual({ ...foreseen.data, is_written: true });
  expect(await kept(who)).toMatchObject({
    synonyms: [
      { term: 'sofa', synonym_type_id: 1, synonyms: ['couch'] },
      { term: 'settee', synonym_type_id: 1, synonyms: ['sofa'] },
      { term: 'tablet', synonym_type_id: 2, synonyms: ['ipad', 'galaxy tab'] },
    ],
    fixits: expect.arrayContaining([
      expect.objectContaining({ term: 'frige', is_regexp: false, catalog_term: 'fridge', is_active: true }),
      expect.objectContaining({
        is_regexp: true,
        catalog_term: 'https://shop.example/faq',
        is_active: false,
        valid_to: validUntil * 1000,
      }),
    ]) as object,
    stopwords: [{ value: 'cheap', state: 'waiting' }],
    curations: [{ name: 'winter boots', promoted: [{ id: '7' }], hidden: [{ id: '8' }], state: 'waiting' }],
  });
  const [newest, ...others] = await releases(who);
  expect(others).toHaveLength(before);
  expect(newest).toMatchObject({ reason: 'rule import', user: 'Test Person', counts: { synonyms: { added: 3 } } });
  expect((await server.call(who, readWaiting, {})).data!.rows).toHaveLength(2);

  const again = await send(who, exported);
  expect(again.data?.kinds).toEqual([
    counts('synonyms', 0, 0, 3, 1),
    counts('fixits', 0, 0, 2),
    counts('stopwords', 0, 0, 1),
    counts('curations', 0, 0, 1),
  ]);
  expect(await releases(who)).toHaveLength(before + 1);
});

test('a page of a longer list is told, and pages that are chosen together are one import', async () => {
  const who = await shop('pages');
  const page = (current: number, total: number, id: string) => ({
    name: `page-${current}.json`,
    text: JSON.stringify({
      meta: { page: { current, total_pages: total, total_results: total, size: 1 } },
      results: [{ id, synonyms: [id, 'word'] }, 7],
    }),
  });
  const look = (...files: readonly { readonly name: string; readonly text: string }[]) =>
    server.call(who, importRules, { files: [...files], c: who.c });
  const [first, second, third] = [page(1, 3, 'syn-a'), page(2, 3, 'syn-b'), page(3, 3, 'syn-c')];
  expect((await look(first)).data!.missing_pages).toEqual([{ pages: [1], total: 3 }]);
  expect((await send(who, second.text, true)).data!.missing_pages).toEqual([{ pages: [2], total: 3 }]);
  expect((await look(first, third)).data!.missing_pages).toEqual([{ pages: [1, 3], total: 3 }]);
  const { data } = await look(first, second, third);
  expect(data).toMatchObject({
    missing_pages: [],
    kinds: [counts('synonyms', 3)],
    skipped: [{ code: 'unknownEntry', count: 3, places: [{ file: 'page-1.json' }, { file: 'page-2.json' }, {}] }],
  });
  const curations = { ...page(2, 3, 'x'), text: second.text.replace('"synonyms"', '"queries"').replace('syn-b', 'cur-b') };
  expect((await look(first, curations, third)).data!.missing_pages).toEqual([
    { pages: [1, 3], total: 3 },
    { pages: [2], total: 3 },
  ]);
  const hits = [{ objectID: 's', type: 'synonym', synonyms: ['a', 'b'] }];
  expect(
    (await look({ name: 'a.json', text: JSON.stringify({ hits, page: 0, nbPages: 2, nbHits: 30 }) })).data!.missing_pages,
  ).toEqual([{ pages: [1], total: 2 }]);
  expect((await look(first, { name: 'other.txt', text: 'nothing' })).errors).toMatchObject([
    { code: 'ruleFilesNotValid', parameters: { file: 'other.txt' } },
  ]);
});

test('curations of the same queries are one, and a query has one', async () => {
  const who = await shop('app-search');
  const curation = (id: string, queries: string[], promoted: string[]) => ({ id, queries, promoted, hidden: [] });
  const results = [
    curation('cur-1', ['boots', 'shoes'], ['1']),
    curation('cur-2', ['Shoes', 'boots'], ['2']),
    curation('cur-3', ['boots', 'sandals'], ['3']),
    curation('cur-4', ['shoes'], ['4']),
  ];
  const { data } = await send(who, JSON.stringify({ results }));
  expect(data).toMatchObject({
    services: ['app-search'],
    kinds: [counts('curations', 2)],
    skipped: [
      {
        code: 'queryTaken',
        places: [
          { entry: 'cur-3', what: 'boots' },
          { entry: 'cur-4', what: 'shoes' },
        ],
      },
    ],
  });
  expect(
    (await kept(who)).curations.map(({ name, queries, promoted }) => [name, queries.length, promoted.map(({ id }) => id)]),
  ).toEqual(
    expect.arrayContaining([
      ['boots', 2, ['1', '2']],
      ['boots (2)', 1, ['3']],
    ]),
  );
});

test('where one kind is too many, nothing of any kind is imported', async () => {
  const who = await shop('full');
  await server.call(who, synonyms.create, { term: 'one more', synonyms: ['than possible'] });
  const lines = Array.from({ length: synonyms.maximumRows }, (_, at) => `w${at} =>\n  SYNONYM: s${at}`);
  const text = ['"frige tv" =>\n  DELETE: tv', ...lines].join('\n');
  for (const isDryRun of [true, false])
    expect(await send(who, text, isDryRun)).toMatchObject({
      status: 409,
      errors: [{ code: 'tooManyRows', parameters: { name: 'synonym' } }],
    });
  expect(await kept(who)).toMatchObject({ synonyms: [{ term: 'one more' }], fixits: [] });
  expect((await send(who, [text, 'one =>\n  SYNONYM: other'].join('\n'), true)).errors).toMatchObject([
    { code: 'tooManyFileRows' },
  ]);
});

test('curations need a collection of the project, and a file needs rules', async () => {
  const [who, stranger] = [await shop('mine'), await shop('theirs')];
  const text = JSON.stringify([{ id: 'cur-1', queries: ['boots'], promoted: ['1'], hidden: [] }]);
  expect(await server.call(who, importRules, { text })).toMatchObject({
    status: 422,
    errors: [{ field: 'c', code: 'required' }],
  });
  expect((await send({ ...who, c: stranger.c }, text)).status).toBe(404);
  for (const none of ['', '{}', '\u0089PNG\r\n\u001a\n\0 a=>b', 'DELETE\0 => x', 'term,synonyms\r\na,b', '<html>'])
    expect((await send(who, none, true)).errors).toMatchObject([{ code: 'ruleFileNotValid' }]);
  expect((await kept(who)).curations).toEqual([]);
});
