import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import type { Item } from '#contract/item.ts';
import { analyserOf } from '#engine/query/analysis/analyser.ts';
import { defaultRelevance } from '#engine/query/default-relevance.ts';
import { openEmbeddedEngine } from '#engine/live/embedded-engine.ts';
import type { DatedRequest, Rule } from '#engine/query/pipeline.ts';
import { type SearchEngine, inSession } from '#engine/port.ts';
import { draftQuery } from '#engine/query/query-draft.ts';
import { planFor } from '#engine/query/query-plan.ts';
import type { CollectionRelevance } from '#engine/query/relevance.ts';
import { explainItem, runSearch } from './run-search.ts';
import { randomNumbers } from '#engine/testing/catalogue.ts';

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

test('what was typed and what it was read as are told first, and its item is explained by the same', async () => {
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
