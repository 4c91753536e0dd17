import { expect, test } from 'vitest';
import { createAnalyser } from '#engine/analysis/analyser.ts';
import { draftQuery } from '#engine/query-draft.ts';
import { stopwordRule } from '#engine/stopword-rule.ts';
import { compileWith } from '#engine/pipeline.ts';
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

test('words that are left out of searches may stand in a query and in a curation', () => {
  const rules = [stopwords, rule];
  expect(['boty na zimu', 'bota pro', 'na boty'].map((query) => acting(query, rules))).toEqual(['boots', 'boots', 'boots']);
});

test('items come in their order, and the trace leads to the row', () => {
  const draft = draftQuery(analyser, [rule], 'Boty');
  expect(draft).toMatchObject({ promoted: ['first of boots', 'second of boots'], hidden: ['hidden of boots'] });
  expect(draft.trace.at(-1)).toMatchObject({ step: 'curations', before: 'boty', after: 'boots', ruleId: 2 });
});

test('what is not wanted and what replaced a query are no words of it', () => {
  expect(acting('boty -kožené')).toBe('boots');
});

test('thousands of curations that share a word are told apart by the others', () => {
  const many = Array.from({ length: 2_000 }, (_, at) =>
    curation(`number ${at}`, contains(`bota model${at}x`), is(`sandál model${at}x`)),
  );
  const compiled = compileCurations(many, analyser);
  expect(acting('nová bota model1777x', [compiled])).toBe('number 1777');
  expect(acting('sandály model1999x', [compiled])).toBe('number 1999');
  const began = performance.now();
  for (let times = 0; times < 1_000; times += 1) acting('dámská zimní bota model', [compiled]);
  // Looking through all conditions takes more than a second.
  expect(performance.now() - began).toBeLessThan(500);
});
