import { describe, expect, test } from 'vitest';
import type { DatedRequest, Rule } from '#engine/query/pipeline.ts';
import { analyserOf } from '#engine/query/analysis/analyser.ts';
import { draftQuery } from '#engine/query/query-draft.ts';
import { planFor } from '#engine/query/query-plan.ts';
import { randomNumbers } from '#engine/testing/catalogue.ts';
import { requestOf, searchedItems } from '#engine/testing/searched-items.ts';
import { runSearch } from './run-search.ts';

const bikes = ['Bike with lights, lights', 'Bike without lights', 'Red bike', 'Lights'].map((name, at) => ({
  name,
  code: `C${at}`,
}));

describe('in a collection where unwanted words lower', () => {
  const { search } = searchedItems(bikes, { lowersUnwanted: true });
  const ask = async (query: string, more: Partial<DatedRequest> = {}) =>
    (await search(query, more)).hits.map(({ item }) => String(item.fields['name']));

  test('items that have what somebody wants to do without come last', async () => {
    const found = await ask('bike without lights');
    expect(found.at(-1)).toBe('Bike with lights, lights');
    expect(new Set(found)).toEqual(new Set(['Bike with lights, lights', 'Bike without lights', 'Red bike']));
  });

  test('nothing is lowered where a field gives the order: such items are left out', async () => {
    const found = await ask('bike without lights', { sort: [{ field: 'name', order: 'asc' }] });
    expect(new Set(found)).toEqual(new Set(['Bike without lights', 'Red bike']));
  });

  test('a query of nothing but unwanted words gives everything, and what has them last', async () => {
    const found = await ask('without red ');
    expect(found).toHaveLength(4);
    expect(found.at(-1)).toBe('Red bike');
  });
});

describe('a negation', () => {
  const names = [
    'Listen Without Prejudice Vol. 1',
    'Listen to the Band',
    'Pride and Prejudice',
    'Without Remorse',
    'Years of Remorse',
    'Bike without lights',
    'Bike with lights',
    'Mountain bike',
  ];
  const { search } = searchedItems(names.map((name) => ({ name })));

  async function ask(query: string): Promise<{ readonly found: string[]; readonly steps: string[] }> {
    const { hits, trace } = await search(query);
    return { found: hits.map(({ item }) => String(item.fields['name'])), steps: trace.map(({ step }) => step) };
  }

  test.each([
    ['listen without prejudice', 'Listen Without Prejudice Vol. 1'],
    ['without remorse', 'Without Remorse'],
  ])('“%s” is the name of an item, which comes first', async (query, name) => {
    const { found, steps } = await ask(query);
    expect(found[0]).toBe(name);
    expect(steps).not.toContain('negation');
  });

  test('a negation that leaves items out is one, though an item has its words', async () => {
    const { found, steps } = await ask('bike without lights');
    expect(new Set(found)).toEqual(new Set(['Bike without lights', 'Mountain bike']));
    expect(steps).toContain('negation');
  });

  test('a negation that no item has as it stands is one, and so is a minus', async () => {
    expect((await ask('listen without band')).found).toEqual(['Listen Without Prejudice Vol. 1']);
    expect((await ask('listen -prejudice')).found).toEqual(['Listen to the Band']);
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
const {
  search: ask,
  explain,
  ask: asking,
  relevance,
} = searchedItems(
  names.map((name, price) => ({ name, price })),
  { language: 'cs' },
);

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
  const { explanation, plan } = await explain('yloyvzk', 'i8');
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
    await asking(async (session) => {
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
