import { expect, it } from 'vitest';
import { createAnalyser } from '#engine/query/analysis/analyser.ts';
import { draftQuery } from '#engine/query/query-draft.ts';
import { synonymRule } from '#features/search-settings/synonyms/synonyms.rule.ts';
import { CompiledRows } from './compiled-rows.ts';
import type { AnyRuleSource } from './rule-source.ts';
import { alwaysInForce } from './validity.ts';

const analyser = createAnalyser('en');
const rowCount = 640;
const leastSteps = 32;
const stemsOfARow = 2;

const source = { ...synonymRule, key: 'synonyms', scope: 'project', contentVersion: 1 } as unknown as AnyRuleSource;
const version = (id: number, term: string) => ({
  source: 'synonyms',
  row_id: id,
  content: JSON.stringify({ id, term, synonym_type_id: 1, synonyms: [`${term} other`], is_active: true }),
  content_version: 1,
  ...alwaysInForce,
});

function compiled(terms: readonly string[]): CompiledRows {
  const rows = new CompiledRows(source, (_, error) => expect.fail(String(error)));
  for (const [at, term] of terms.entries()) rows.put(version(at + 1, term), analyser);
  return rows;
}
const used = (rows: CompiledRows, query: string) =>
  draftQuery(analyser, rows.rules, query)
    .trace.filter(({ step }) => step === 'synonyms')
    .map(({ before, after }) => `${before} → ${after}`);

it('rows that act by stems are put together in small steps, and a change of one in those of its stems', () => {
  const rows = compiled(Array.from({ length: rowCount }, (_, at) => `word${at + 1}`));
  expect([...rows.merge(analyser)].length).toBeGreaterThanOrEqual(leastSteps);
  expect([...rows.merge(analyser)]).toHaveLength(0);
  rows.put(version(7, 'changed'), analyser);
  expect([...rows.merge(analyser)].length).toBeLessThanOrEqual(stemsOfARow);
  expect(rows.skipped).toEqual([]);
  expect(used(rows, 'word7')).toEqual([]);
  expect(used(rows, 'word8 changed')).toEqual(['word8 → word8 other', 'changed → changed other']);
});

it('a row whose words begin with different stems acts once for each of them, and a copy goes on without what is removed', () => {
  const rows = compiled([]);
  const [one, other] = ['tablet', 'ipad'];
  rows.put(
    { ...version(1, one), content: JSON.stringify({ id: 1, term: one, synonym_type_id: 1, synonyms: [other] }) },
    analyser,
  );
  expect([...rows.merge(analyser)].length).toBeGreaterThan(0);
  const copy = rows.copy();
  rows.remove(1);
  expect([...rows.merge(analyser)].length).toBeGreaterThan(0);
  expect(used(rows, `${one} ${other}`)).toEqual([]);
  expect(used(copy, `${one} ${other}`)).toEqual(['tablet → ipad', 'ipad → tablet']);
});
