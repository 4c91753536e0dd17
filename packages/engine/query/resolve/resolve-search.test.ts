import { expect, test } from 'vitest';
import { searchedItems } from '#engine/testing/searched-items.ts';
import { analyserOf } from '#engine/query/analysis/analyser.ts';
import { editDistance } from '#engine/query/analysis/typos.ts';
import { run } from '#process-kit/work.ts';
import { correctWords } from './correct-words.ts';
import { nothingFound } from '#engine/live/embedded-session.ts';
import { type Plan, plainPlan, type SearchField } from '#engine/plan.ts';
import { groupsOf } from '#engine/query/query-draft.ts';
import type { GenerationAsks } from '#engine/port.ts';

const headphones = { name: 'Wireless headphones with noise cancelling', product_code: 'WH-1000XM4', ean: '4548736112001' };
const { search } = searchedItems([
  {
    name: 'Case for WH-1000XM4',
    product_code: 'CASE-77',
    description: 'WH-1000XM4 case, WH-1000XM4 bag, in place of 4548736112001',
  },
  { name: 'WH-1000XM4 cable', product_code: 'X-9' },
  headphones,
  { name: 'Ear pads', product_code: 'PAD-WH-1000XM4' },
  ...Array.from({ length: 40 }, (_, at) => ({ name: `Headphones ${at}`, product_code: `HN-${at}`, mpn: '2024' })),
]);
const namesOf = async (...asked: Parameters<typeof search>) =>
  (await search(...asked)).hits.map(({ item }) => String(item.fields['name']));

test.each(['WH-1000XM4', 'wh1000xm4 ', 'WH 1000 XM4', '4548736112001'])(
  '%s is the code of an item, which comes first',
  async (query) => {
    const { hits, trace } = await search(query);
    expect(hits[0]).toMatchObject({ item: { fields: headphones }, promoted: false });
    expect(new Set(hits.map(({ id }) => id)).size).toBe(hits.length);
    expect(trace.find(({ step }) => step === 'codes')).toMatchObject({ after: 'i2' });
  },
);

test('it stays first over pages', async () => {
  const pages = [await namesOf('WH-1000XM4', { perPage: 1 }), await namesOf('WH-1000XM4', { perPage: 1, page: 2 })].flat();
  expect(pages).toEqual([headphones.name, 'Case for WH-1000XM4']);
});

test('a number that many items have is no code, nor is a code among other words', async () => {
  for (const query of ['2024', 'cable wh-1000xm4', 'X-9', 'headphones'])
    expect(
      (await search(query)).trace.map(({ step }) => step),
      query,
    ).not.toContain('codes');
  expect((await namesOf('cable wh-1000xm4'))[0]).toBe('WH-1000XM4 cable');
});

const analyser = analyserOf('en');
const title: SearchField = { name: 'title', weight: 8, wildcard: 1, phraseWeight: 0, fuzzy: true };
const note: SearchField = { ...title, name: 'note', weight: 1, fuzzy: false };

/** Words of some items in their two fields. */
type Texts = readonly (readonly [title: string, note: string])[];

/** Just enough of an engine to be asked which words there are, and how many items have some together. */
function generationOf(texts: Texts): GenerationAsks {
  const items = texts.map(([inTitle, inNote]) => ({ title: inTitle.split(' '), note: inNote.split(' ') }));
  const wordsIn = (item: (typeof items)[number], fields: Plan['fields']): string[] =>
    fields.flatMap(({ name }) => (name === 'title' ? item.title : item.note));
  const matches = ({ groups, fields }: Plan, item: (typeof items)[number], index: number): boolean => {
    const words = wordsIn(item, fields);
    return groups[index]!.alternatives.some(({ kind, terms: [term = ''], isStemmed = kind === 'stem' }) =>
      words.some((word) => (kind === 'prefix' ? word.startsWith(term) : (isStemmed ? analyser.stem(word) : word) === term)),
    );
  };
  return {
    search: () => Promise.reject(new Error('Nothing is searched for a correction.')),
    firstWith: () => Promise.reject(new Error('Nothing is relaxed for a correction.')),
    unknownGroups: async (plan) =>
      plan.groups.flatMap((_, index) => (items.some((item) => matches(plan, item, index)) ? [] : [index])),
    counts: async (plans) =>
      plans.map((plan) => items.filter((item) => plan.groups.every((_, index) => matches(plan, item, index))).length),
    beginningsLike: async () => [],
    compounds: (heads: readonly string[]) => Promise.resolve(heads.map(() => [])),
    similarTerms: async (words) =>
      words.map((typed) => {
        const all = items.map((item) => wordsIn(item, [title, note]));
        const near = [...new Set(all.flat())].map((term) => ({
          term,
          distance: editDistance(typed, term, 2),
          itemCount: all.filter((one) => one.includes(term)).length,
        }));
        return near.filter(({ distance }) => distance <= 2).sort((a, b) => a.distance - b.distance || b.itemCount - a.itemCount);
      }),
  };
}

async function correct(texts: Texts, query: string, fields: readonly SearchField[] = [title, note]) {
  const generation = generationOf(texts);
  const groups = groupsOf(analyser, query).map((group, index, all) =>
    index === all.length - 1
      ? { ...group, alternatives: [...group.alternatives, { kind: 'prefix', terms: [group.word], weight: 0.6 } as const] }
      : group,
  );
  const plan: Plan = { ...plainPlan, groups, minimumMatch: 1, fields };
  return run(correctWords(generation, analyser, plan, await generation.unknownGroups(plan), nothingFound));
}
const many = (count: number, inTitle: string, inNote = ''): Texts =>
  Array.from({ length: count }, () => [inTitle, inNote] as const);

test('what others of the query stand beside is what is meant, not what is most frequent', async () => {
  const shop = [...many(60, 'patch cable'), ...many(4, 'smart watch'), ...many(9, 'match')];
  expect((await correct(shop, 'smart atch')).correctedQuery).toBe('smart watch');
  expect((await correct(shop, 'atch')).correctedQuery).toBe('patch');
});

test('a word that is rare beside another one as near is not meant', async () => {
  const { plan, correctedQuery } = await correct([...many(40, 'tablet'), ...many(3, 'tablex'), ...many(20, 'tables')], 'tablev');
  expect(correctedQuery).toBe('tablet');
  const meant = plan.groups[0]!.alternatives.filter(({ kind, isStemmed }) => kind === 'fuzzy' && isStemmed !== true);
  expect(meant.map(({ terms }) => terms[0])).toEqual(['tablet', 'tables']);
  expect(meant[0]!.weight).toBe(0.9);
  expect(meant[1]!.weight).toBeCloseTo(0.9 * Math.SQRT1_2);
});

test('a beginning of few words may be a typo of a frequent one, one of many goes on', async () => {
  expect((await correct([...many(30, 'stick'), ...many(2, 'stikine')], 'stik')).correctedQuery).toBe('stick');
  expect((await correct([...many(30, 'stick'), ...many(8, 'stikine')], 'stik')).correctedQuery).toBeNull();
});

test('a word that is only known in another form may be a typo of a frequent one', async () => {
  expect((await correct([...many(30, 'gaming'), ...many(2, 'gma')], 'gmaing ')).correctedQuery).toBe('gaming');
  expect((await correct([...many(30, 'kettle'), ...many(9, 'nettles')], 'kettles ')).correctedQuery).toBeNull();
});

test('only words of fields that correct typos are meant', async () => {
  const shop = [...many(3, 'garden'), ...many(50, 'lamp', 'gardes')];
  expect((await correct(shop, 'gardev')).correctedQuery).toBe('garden');
  expect((await correct(shop, 'gardev', [title, { ...note, fuzzy: true }])).correctedQuery).toBe('gardes');
  expect((await correct(shop, 'gardev', [note])).correctedQuery).toBeNull();
});
