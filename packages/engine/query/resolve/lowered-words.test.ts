import { describe, expect, test, afterAll, beforeAll } from 'vitest';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import type { DatedRequest, Rule } from '#engine/query/pipeline.ts';
import { searchedItems } from '#engine/testing/searched-items.ts';
import type { Item } from '#contract/item.ts';
import { analyserOf } from '#engine/query/analysis/analyser.ts';
import { defaultRelevance } from '#engine/query/default-relevance.ts';
import { openEmbeddedEngine } from '#engine/live/embedded-engine.ts';
import { type SearchEngine, inSession } from '#engine/port.ts';
import { draftQuery } from '#engine/query/query-draft.ts';
import { planFor } from '#engine/query/query-plan.ts';
import type { CollectionRelevance } from '#engine/query/relevance.ts';
import { explainItem, runSearch } from './run-search.ts';
import { randomNumbers } from '#engine/testing/catalogue.ts';

const bikes = ['Bike with lights, lights', 'Bike without lights', 'Red bike', 'Lights'].map((name, at) => ({
  name,
  code: `C${at}`,
}));
const listen = { name: 'Listen Without Prejudice Vol. 1', code: 'C9' };

describe('in a collection where unwanted words lower', () => {
  const search = searchedItems([...bikes, listen], { lowersUnwanted: true });
  const ask = async (query: string, more: Partial<DatedRequest> = {}) =>
    (await search(query, more)).hits.map(({ item }) => String(item.fields['name']));

  test('items that have what somebody wants to do without come last', async () => {
    const found = await ask('bike without lights');
    expect(found.at(-1)).toBe('Bike with lights, lights');
    expect(new Set(found)).toEqual(new Set(['Bike with lights, lights', 'Bike without lights', 'Red bike']));
  });

  test('a minus leaves items out', async () => {
    expect(new Set(await ask('bike -lights'))).toEqual(new Set(['Red bike']));
  });

  test('nothing is lowered where a field gives the order: such items are left out', async () => {
    const found = await ask('bike without lights', { sort: [{ field: 'name', order: 'asc' }] });
    expect(new Set(found)).toEqual(new Set(['Bike without lights', 'Red bike']));
  });

  test('a negation that is part of a name is none', async () => {
    const { hits, trace } = await search('listen without prejudice');
    expect(hits[0]?.item.fields['name']).toBe(listen.name);
    expect(trace.map(({ step }) => step)).not.toContain('negation');
  });

  test('a query of nothing but unwanted words gives everything, and what has them last', async () => {
    const found = await ask('without red ');
    expect(found).toHaveLength(5);
    expect(found.at(-1)).toBe('Red bike');
  });
});

describe('in a collection as it is made', () => {
  const search = searchedItems(bikes);

  test('items with unwanted words are left out', async () => {
    const { hits } = await search('bike without lights');
    expect(new Set(hits.map(({ item }) => item.fields['name']))).toEqual(new Set(['Bike without lights', 'Red bike']));
  });
});

const names = [
  'Dřevěná židle 450',
  'Zahradní stůl',
  'Mýdlo na ruce',
  'Zubní pasta',
  'Jazýček zámku',
  'Televize 234',
  'Kytka yzop',
  'Rýže basmati',
  'Zlozvyk',
];
const items = names.map((name, at): Item => ({ id: `i${at}`, fields: { name, price: at } }));
const text = { type: 'text', searchable: true, stemmer: true, facet: false, path: false } as const;
const relevance: CollectionRelevance = {
  layout: {
    language: 'cs',
    fields: [
      { ...text, name: 'name' },
      { ...text, name: 'price', type: 'float', searchable: false, facet: true },
    ],
    groupField: null,
  },
  fields: { name: defaultRelevance('name', 'text', names) },
  relevantRate: 70,
  forcesStopwords: false,
  lowersUnwanted: false,
};
const collection = 'products';

let directory: string;
let engine: SearchEngine;
beforeAll(async () => {
  directory = mkdtempSync(path.join(tmpdir(), 'aisle-keyboard-'));
  engine = openEmbeddedEngine({ directory });
  const build = await engine.build(collection, relevance.layout);
  await build.add(items);
  await build.finish();
  await engine.publish(collection, build.generation);
});
afterAll(async () => {
  await engine.close();
  rmSync(directory, { recursive: true, force: true });
});

const requestOf = (query: string, more: Partial<DatedRequest> = {}): DatedRequest => ({
  query,
  filters: [],
  facets: [],
  sort: [],
  page: 1,
  perPage: 10,
  today: 0,
  ...more,
});
const ask = (query: string, more?: Partial<DatedRequest>, rules: readonly Rule[] = []) =>
  inSession(engine, collection, (session) => runSearch(session, relevance, rules, requestOf(query, more)));

test.each([
  ['ěšč', '234', 'i5'],
  ['+ěš čřé', null, null],
  ['čřé', '450', 'i0'],
  ['yloyvzk', 'zlozvyk', 'i8'],
  ['yubni', null, 'i3'],
  ['yub', 'zub', 'i3'],
  ['6idle', 'židle', 'i0'],
  ['m7dlo', 'mýdlo', 'i2'],
  ['YUBNI pastz', null, 'i3'],
  ['qqyyqq', null, null],
])('%s is answered by %s', async (typed, meant, id) => {
  const { correctedQuery, hits, trace } = await ask(typed);
  if (meant !== null) expect(correctedQuery).toBe(meant);
  expect(hits[0]?.id ?? null).toBe(id);
  expect(trace.some(({ step }) => step === 'keyboard')).toBe(meant !== null);
});

test('traces the typed and the read query first, and explains items by the same', async () => {
  const { trace, totalCount } = await ask('yloyvzk');
  expect(trace[0]).toEqual({ step: 'keyboard', before: 'yloyvzk', after: 'zlozvyk' });
  expect(totalCount).toBe(1);
  const { explanation, plan } = await inSession(engine, collection, (session) =>
    explainItem(session, relevance, [], requestOf('yloyvzk'), 'i8'),
  );
  expect(plan!.groups.map(({ word }) => word)).toEqual(['zlozvyk']);
  expect(explanation!.isFound).toBe(true);
});

test('filters decide neither whether it is read otherwise nor how', async () => {
  const cheap = { filters: [{ field: 'price', to: 2 }] };
  const rescued = await ask('yloyvzk', cheap);
  expect(rescued).toMatchObject({ totalCount: 0, correctedQuery: 'zlozvyk' });
  const found = await ask('yzop', cheap);
  expect(found).toMatchObject({ totalCount: 0, correctedQuery: null });
});

test('rules act on what was meant', async () => {
  const hides: Rule = { stage: 'curations', apply: (draft) => ({ ...draft, hidden: draft.text === 'zlozvyk' ? ['i8'] : [] }) };
  expect((await ask('yloyvzk', {}, [hides])).totalCount).toBe(0);
});

test('no query that finds something is answered otherwise than without', async () => {
  const random = randomNumbers(45);
  const letters = Array.from('yzěščřžýáíé+2345abcdeiklmnoprstu ');
  const known = [...names.join(' ').toLowerCase().split(' '), 'yzop', 'zyzo', '234'];
  const any = (): string =>
    Array.from({ length: 1 + Math.floor(random() * 6) }, () => letters[Math.floor(random() * letters.length)]!).join('');
  let finding = 0;
  for (let at = 0; at < 600; at += 1) {
    const words = Array.from({ length: 1 + Math.floor(random() * 3) }, () =>
      random() < 0.5 ? known[Math.floor(random() * known.length)]! : any(),
    );
    const request = requestOf(words.join(' '));
    await inSession(engine, collection, async (session) => {
      const draft = draftQuery(analyserOf('cs'), [], request.query);
      const asked = { text: draft.text, language: 'cs', highlightStemmed: null };
      const plain = await session.resolve({ ...asked, plan: planFor(draft, relevance, request) });
      const answer = await runSearch(session, relevance, [], request);
      if (plain.totalCount === 0) return;
      finding += 1;
      expect(
        answer.hits.map(({ id, score }) => [id, score]),
        request.query,
      ).toEqual(plain.hits.map(({ id, score }) => [id, score]));
      expect(answer, request.query).toMatchObject({
        totalCount: plain.totalCount,
        correctedQuery: plain.correctedQuery,
        relaxed: plain.relaxed,
      });
    });
  }
  expect(finding).toBeGreaterThan(100);
});
