import { expect, test } from 'vitest';
import { createAnalyser } from '#engine/query/analysis/analyser.ts';
import { draftQuery } from '#engine/query/query-draft.ts';
import { stopwordRule } from '#engine/query/stopword-rule.ts';
import { compileWith } from '#engine/query/pipeline.ts';
import { Conditions } from '#engine/query/conditions.ts';
import { compileCurations } from './curations.rule.ts';

const analyser = createAnalyser('cs');
const is = (query: string) => ({ query, match: 'is' as const });
const contains = (query: string) => ({ query, match: 'contains' as const });
let id = 0;
const curation = (name: string, ...queries: ReturnType<typeof is | typeof contains>[]) => ({
  id: (id += 1),
  name,
  queries,
  promoted: [{ id: `first of ${name}` }, { id: `second of ${name}` }],
  hidden: [{ id: `hidden of ${name}` }],
});
const rows = [
  curation('winter', contains('zimní boty')),
  curation('boots', is('bota'), is('boty na zimu')),
  curation('red boots', contains('červená bota')),
  curation('red winter', is('červené zimní boty'), contains('zima')),
  curation('doubled', is('boty'), contains('boty zimní')),
  curation('signs', is('c++'), is('???')),
];
const rule = compileCurations(rows, analyser);
const stopwords = compileWith(stopwordRule)([{ value: 'na' }, { value: 'pro' }], analyser);

const acting = (query: string, rules = [rule]): string | undefined =>
  draftQuery(analyser, rules, query).trace.find(({ step }) => step === 'curations')?.after;

test.each([
  ['bota', 'boots'],
  ['boty', 'boots'],
  ['BÓTY ', 'boots'],
  ['botník', undefined],
  ['boty červené', 'red boots'],
  ['červené dámské boty', 'red boots'],
  ['zimní', undefined],
  ['dámské zimní boty', 'winter'],
  ['boty na zimní večer', 'winter'],
  ['červené zimní boty', 'red winter'],
  ['červené zimní boty dámské', 'winter'],
  ['sandály na zimu', 'red winter'],
  ['???', 'signs'],
  ['', undefined],
])('for %j acts %j', (query, name) => expect(acting(query)).toBe(name));

test('ignored terms may be in a query and in a curation', () => {
  const rules = [stopwords, rule];
  expect(['boty na zimu', 'bota pro', 'na boty'].map((query) => acting(query, rules))).toEqual(['boots', 'boots', 'boots']);
});

test('a category has its own curation, which queries do not meet', () => {
  const category = {
    ...curation('garden'),
    category: 'Home > Garden',
    promoted: [
      { id: 'a', position: 3 },
      { id: 'b', is_variant_only: true },
    ],
  };
  const rules = [compileCurations([...rows, category, { ...category, id: 99, name: 'later' }], analyser)];
  const draft = draftQuery(analyser, rules, '', { category: 'Home > Garden' });
  expect(draft).toMatchObject({ promoted: ['a', 'b'], promotedGroups: ['a'], promotedPlaces: { a: 3 } });
  expect(draft.trace.at(-1)).toMatchObject({ step: 'curations', before: 'Home > Garden', after: 'garden' });
  for (const [query, path] of [
    ['', 'Home'],
    ['home garden', 'Home > Garden'],
    ['', undefined],
  ] as const)
    expect(draftQuery(analyser, rules, query, { category: path }).promoted).toEqual([]);
});

test('promoted items come in their order, hidden ones go with their variants, and the trace names the row', () => {
  const draft = draftQuery(analyser, [rule], 'Boty');
  expect(draft).toMatchObject({ promoted: ['first of boots', 'second of boots'], hiddenGroups: ['hidden of boots'] });
  expect(draft.trace.at(-1)).toMatchObject({ step: 'curations', before: 'boty', after: 'boots', ruleId: 2 });
});

test("excluded words, and words of a replacement, don't count as words of the query", () => {
  expect(acting('boty -kožené')).toBe('boots');
});

test('thousands of curations that share a word are distinguished by their other words', () => {
  const many = Array.from({ length: 2_000 }, (_, at) =>
    curation(`number ${at}`, contains(`bota model${at}x`), is(`sandál model${at}x`)),
  );
  const compiled = compileCurations(many, analyser);
  expect(acting('nová bota model1777x', [compiled])).toBe('number 1777');
  expect(acting('sandály model1999x', [compiled])).toBe('number 1999');
});

test('of thousands of conditions that share a word, only those whose rarest word is in the query are tried', () => {
  let tried = 0;
  const stemsOf = (text: string): readonly string[] =>
    new Proxy(text.split(' '), {
      get(stems, key) {
        if (key === 'every') tried += 1;
        return Reflect.get(stems, key) as unknown;
      },
    });
  const all = Array.from({ length: 2_000 }, (_, at) => ({
    match: 'contains' as const,
    stems: stemsOf(`bot model${at}`),
    key: '',
  }));
  const conditions = new Conditions<number>();
  for (const [at, condition] of all.entries()) conditions.add(condition, at);
  expect(conditions.allIn(['nov', 'bot', 'model1777'])).toEqual([1777]);
  expect(conditions.allIn(['damsk', 'bot', 'model'])).toEqual([]);
  // The first of all has no word that fewer have.
  expect(tried).toBe(3);
});
