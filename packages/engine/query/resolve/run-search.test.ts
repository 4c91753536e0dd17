import { describe, expect, it } from 'vitest';
import type { Rule } from '#engine/query/pipeline.ts';
import { addAlternatives, alternativesOf, findSpans, isWholeQuery, stemPhrase } from '#engine/query/rule-matching.ts';
import { compileStopwords } from '#engine/query/stopword-rule.ts';
import { analyserOf } from '#engine/query/analysis/analyser.ts';
import { queriesAreHarmless } from '#engine/testing/query-fuzz.ts';
import { searchedItems } from '#engine/testing/searched-items.ts';

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
const items = names.map((name, price) => ({ name, price, brand: price % 2 ? 'Ton' : 'Ikea' }));
const settings = { language: 'cs', facets: ['brand'], relevantRate: 100, forcesStopwords: true } as const;
const { search: ask, explain } = searchedItems(items, settings);
const czech = analyserOf('cs');

async function found(query: string, rules: readonly Rule[] = []): Promise<string[]> {
  const { hits } = await ask(query, {}, rules);
  return hits.map(({ item }) => String(item.fields['name']));
}

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
    ['tisk', 'Tiskárna HP LaserJet'],
    ['herníkonzole', 'Herní konzole Play Station'],
    ['laser jet', 'Tiskárna HP LaserJet'],
  ])('for %j finds %j', async (query, expected) => {
    expect(await found(query)).toEqual([expected]);
  });

  it('names the word it took a misspelt one for', async () => {
    const answer = await ask('tiskarma hp');
    expect(answer.correctedQuery).toBe('tiskarna hp');
    expect(answer.hits.map((hit) => hit.id)).toEqual(['i7']);
    expect(answer.trace.map((entry) => entry.step)).toContain('typos');
    expect((await ask('tiskarna')).correctedQuery).toBeNull();
  });

  it('asks for fewer words when too few items have all, and says so', async () => {
    const answer = await ask('skládací židle zelená ');
    expect(answer.hits[0]?.id).toBe('i3');
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
    expect(['i2', 'i3', 'i9']).toContain(hits[0]?.id);
  });

  it('finds the same items under a filter as without, only fewer', async () => {
    const all = await ask('skládací židle zelená ');
    const filtered = await ask('skládací židle zelená ', {
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
    const answer = await ask('  ', { page: 2, perPage: 5, sort: [{ field: 'price', order: 'desc' }] });
    expect(answer).toMatchObject({ totalCount: 12, totalPages: 3, redirect: null });
    expect(answer.hits.map((hit) => hit.id)).toEqual(['i6', 'i5', 'i4', 'i3', 'i2']);
  });
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
      isWholeQuery(draft.groups, stemPhrase(czech, 'boty')) ? { ...draft, promoted: ['i9'], hidden: ['i11'] } : draft,
  };
  const rules = [curation, synonym, stopword, redirect, spelling];

  it('act in the order of their stages, whatever the order they come in', async () => {
    expect(await ask('Kontakt', {}, rules)).toMatchObject({ redirect: '/kontakt', hits: [] });
    expect(await found('židle na zahradu ', rules)).toEqual(expect.arrayContaining(['Židle zahradní skládací']));
    expect((await found('herní konzoli ', rules)).sort()).toEqual(['Herní konzole Play Station', 'PlayStation 5']);
    expect((await ask('bóta ', {}, rules)).hits.map((hit) => [hit.id, hit.promoted])).toEqual([
      ['i9', true],
      ['i8', false],
    ]);
  });

  it('are seen by the explanation of an item', async () => {
    const { explanation } = await explain('herní konzoli ', 'i5', rules);
    const { hits } = await ask('herní konzoli ', {}, rules);
    expect(explanation?.matches.map((match) => [match.word, match.kind])).toEqual([
      ['herni', 'synonym'],
      ['konzoli', 'synonym'],
    ]);
    expect(explanation?.score).toBe(hits.find((hit) => hit.id === 'i5')?.score);
    expect((await explain('boty ', 'i11', rules)).explanation?.reasonsNotFound).toEqual(['hidden']);
    expect((await explain('kontakt', 'i5', rules)).explanation).toBeNull();
  });
});

queriesAreHarmless(500);
