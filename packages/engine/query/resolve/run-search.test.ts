import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { Item } from '#contract/item.ts';
import { defaultRelevance } from '#engine/query/default-relevance.ts';
import { openEmbeddedEngine } from '#engine/live/embedded-engine.ts';
import type { DatedRequest, Rule } from '#engine/query/pipeline.ts';
import { type SearchEngine, inSession } from '#engine/port.ts';
import { addAlternatives, alternativesOf, findSpans, isWholeQuery, stemPhrase } from '#engine/query/rule-matching.ts';
import type { CollectionRelevance } from '#engine/query/relevance.ts';
import { compileStopwords } from '#engine/query/stopword-rule.ts';
import { analyserOf } from '#engine/query/analysis/analyser.ts';
import { explainItem, runSearch, type SearchAnswer } from './run-search.ts';

const names = [
  'Dřevěná židle',
  'Kuchyňské židle bílé',
  'Zahradní stůl',
  'Židle zahradní skládací',
  'Sluchátka Sony WH-1000XM4',
  'PlayStation 5',
  'Herní konzole Play Station',
  'Tiskárna HP LaserJet',
  'Zimní bota dámská',
  'Kniha o zahradě',
  'Televize XR 450',
  '<b>Boty</b>&nbsp;pánské',
];
const items = names.map((name, index): Item => ({
  id: `i${String(index).padStart(2, '0')}`,
  fields: { name, price: index, brand: index % 2 ? 'Ton' : 'Ikea' },
}));
const collection = 'products';
const fields = { name: defaultRelevance('name', 'text', names), brand: defaultRelevance('brand', 'text', ['Ton']) };
const text = { type: 'text', searchable: true, stemmer: true, facet: false, path: false } as const;
const layoutFields = [
  { ...text, name: 'name' },
  { ...text, name: 'brand', facet: true },
  { ...text, name: 'price', type: 'float', searchable: false, facet: true },
] as const;
const relevance: CollectionRelevance = {
  layout: { language: 'cs', fields: layoutFields, groupField: null },
  fields,
  relevantRate: 100,
  forcesStopwords: true,
  lowersUnwanted: false,
};
const czech = analyserOf('cs');

let directory: string;
let engine: SearchEngine;
beforeAll(async () => {
  directory = mkdtempSync(path.join(tmpdir(), 'aisle-search-'));
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

function request(query: string, changes: Partial<DatedRequest> = {}): DatedRequest {
  return { query, filters: [], facets: [], sort: [], page: 1, perPage: 20, today: 0, ...changes };
}

function ask(query: string, rules: readonly Rule[] = [], changes: Partial<DatedRequest> = {}): Promise<SearchAnswer> {
  return inSession(engine, collection, (session) => runSearch(session, relevance, rules, request(query, changes)));
}

async function found(query: string, rules: readonly Rule[] = []): Promise<string[]> {
  const answer = await ask(query, rules);
  return answer.hits.map((hit) => names[Number(hit.id.slice(1))] ?? '');
}

it.each([
  ['herníkonzole', ['Herní konzole Play Station']],
  ['televize xr450', ['Televize XR 450']],
  ['laser jet', ['Tiskárna HP LaserJet']],
  ['židle 4 50', []],
])('%s is found however it is written', async (query, expected) => {
  expect(await found(query)).toEqual(expect.arrayContaining(expected));
});

describe('words that are not wanted', () => {
  it.each([
    ['židle -zahradní', ['Dřevěná židle', 'Kuchyňské židle bílé']],
    ['židle -zahradni -bílá', ['Dřevěná židle']],
    ['židle bez bílé', ['Dřevěná židle', 'Židle zahradní skládací']],
  ])('%s', async (query, expected) => {
    expect((await found(query)).sort()).toEqual(expected.sort());
    expect((await ask(query)).trace.map(({ step }) => step)).toContain('negation');
  });

  it('are never looked for, even where nothing else is', async () => {
    expect(await found('-židle')).not.toContain('Dřevěná židle');
    expect(await found('-židle')).toContain('PlayStation 5');
  });
});

describe('a search', () => {
  it.each([
    ['zidle ', ['Dřevěná židle', 'Kuchyňské židle bílé', 'Židle zahradní skládací']],
    ['ŽIDLEMI', ['Dřevěná židle', 'Kuchyňské židle bílé', 'Židle zahradní skládací']],
    ['bot', ['Zimní bota dámská', '<b>Boty</b>&nbsp;pánské']],
    ['tisk', ['Tiskárna HP LaserJet']],
    ['wh1000xm4', ['Sluchátka Sony WH-1000XM4']],
    ['wh-1000xm4', ['Sluchátka Sony WH-1000XM4']],
    ['xr450', ['Televize XR 450']],
    ['xr-450', ['Televize XR 450']],
    ['play station', ['Herní konzole Play Station', 'PlayStation 5']],
  ])('for %j finds %j, whatever the spelling', async (query, expected) => {
    expect((await found(query)).sort()).toEqual([...expected].sort());
  });

  it('names the word it took a misspelt one for', async () => {
    const answer = await ask('tiskarma hp');
    expect(answer.correctedQuery).toBe('tiskarna hp');
    expect(answer.hits.map((hit) => hit.id)).toEqual(['i07']);
    expect(answer.trace.map((entry) => entry.step)).toContain('typos');
    expect((await ask('tiskarna')).correctedQuery).toBeNull();
  });

  it('asks for fewer words when too few items have all, and says so', async () => {
    const answer = await ask('skládací židle zelená ');
    expect(answer.hits[0]?.id).toBe('i03');
    expect(answer.relaxed).toBe(true);
    expect(answer.trace.map((entry) => entry.step)).toContain('relax');
    expect((await ask('zahrada ')).relaxed).toBe(false);
  });

  it('gives up words by halves, so that items with many of them are found before those with one', async () => {
    const { trace, hits } = await ask('židle stůl kniha televize zahradní ');
    const steps = trace.filter(({ step }) => step === 'relax').map(({ before, after }) => [before, after]);
    expect(steps).toEqual([
      ['5', '2'],
      ['2', '1'],
    ]);
    expect(['i02', 'i03', 'i09']).toContain(hits[0]?.id);
  });

  it('finds the same items under a filter as without, only fewer', async () => {
    const all = await ask('skládací židle zelená ');
    const filtered = await ask('skládací židle zelená ', [], {
      filters: [{ field: 'brand', anyOf: ['Ton'] }],
      facets: [{ field: 'brand', limit: 5 }],
    });
    expect(filtered.hits.map((hit) => hit.id)).toEqual(
      all.hits.filter((hit) => hit.item.fields.brand === 'Ton').map((hit) => hit.id),
    );
    expect(filtered.facets[0]?.values.find(({ value }) => value === 'Ikea')?.count).toBe(
      all.hits.filter((hit) => hit.item.fields.brand === 'Ikea').length,
    );
  });

  it('pages and answers everything for an empty query', async () => {
    const answer = await ask('  ', [], { page: 2, perPage: 5, sort: [{ field: 'price', order: 'desc' }] });
    expect(answer).toMatchObject({ totalCount: 12, totalPages: 3, redirect: null });
    expect(answer.hits.map((hit) => hit.id)).toEqual(['i06', 'i05', 'i04', 'i03', 'i02']);
  });

  it.each(['\0', '"', '%_*', '(((', 'x'.repeat(10_000), '\ud800', 'a '.repeat(500), '😀', '-', "' or 1=1 --"])(
    'survives %j',
    async (query) => {
      await expect(ask(query)).resolves.toBeDefined();
    },
  );
});

describe('rules', () => {
  const redirect: Rule = {
    stage: 'fixit',
    apply: (draft) => (draft.text === 'kontakt' ? { ...draft, redirect: '/kontakt' } : draft),
  };
  const stopword = compileStopwords(['na'], czech);
  const spelling: Rule = { stage: 'characters', apply: (draft) => ({ ...draft, text: draft.text.replace('&', ' a ') }) };
  const synonym: Rule = {
    stage: 'synonyms',
    apply: (draft) => {
      const [span] = findSpans(draft.groups, stemPhrase(czech, 'herní konzole'));
      return span === undefined
        ? draft
        : { ...draft, groups: addAlternatives(draft.groups, span, alternativesOf(czech, 'playstation', 'synonym', 0.8)) };
    },
  };
  const curation: Rule = {
    stage: 'curations',
    apply: (draft) =>
      isWholeQuery(draft.groups, stemPhrase(czech, 'boty')) ? { ...draft, promoted: ['i09'], hidden: ['i11'] } : draft,
  };
  const rules = [curation, synonym, stopword, redirect, spelling];

  it('act in the order of their stages, whatever the order they come in', async () => {
    expect(await ask('Kontakt', rules)).toMatchObject({ redirect: '/kontakt', hits: [] });
    expect(await found('židle na zahradu ', rules)).toEqual(expect.arrayContaining(['Židle zahradní skládací']));
    expect((await found('herní konzoli ', rules)).sort()).toEqual(['Herní konzole Play Station', 'PlayStation 5']);
    expect((await ask('bóta ', rules)).hits.map((hit) => [hit.id, hit.promoted])).toEqual([
      ['i09', true],
      ['i08', false],
    ]);
  });

  it('are seen by the explanation of an item', async () => {
    const { explanation } = await inSession(engine, collection, (session) =>
      explainItem(session, relevance, rules, request('herní konzoli '), 'i05'),
    );
    const { hits } = await ask('herní konzoli ', rules);
    expect(explanation?.matches.map((match) => [match.word, match.kind])).toEqual([
      ['herni', 'synonym'],
      ['konzoli', 'synonym'],
    ]);
    expect(explanation?.score).toBe(hits.find((hit) => hit.id === 'i05')?.score);
    const hidden = await inSession(engine, collection, (session) =>
      explainItem(session, relevance, rules, request('boty '), 'i11'),
    );
    expect(hidden.explanation?.reasonsNotFound).toEqual(['hidden']);
    expect(
      (await inSession(engine, collection, (session) => explainItem(session, relevance, rules, request('kontakt'), 'i05')))
        .explanation,
    ).toBeNull();
  });
});
