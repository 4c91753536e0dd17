import { expect, it } from 'vitest';
import { createAnalyser } from '#engine/analysis/analyser.ts';
import { synonymRule } from '#features/search-settings/synonyms/synonyms.rule.ts';
import { CompiledRows } from './compiled-rows.ts';
import type { AnyRuleSource } from './rule-source.ts';
import { alwaysInForce } from './validity.ts';

const analyser = createAnalyser('en');
const rowCount = 640;
const leastSteps = 32;

const source = { ...synonymRule, key: 'synonyms', scope: 'project', contentVersion: 1 } as unknown as AnyRuleSource;
const version = (id: number, term: string) => ({
  source: 'synonyms',
  row_id: id,
  content: JSON.stringify({ id, term, synonym_type_id: 1, synonyms: [`${term} other`], is_active: true }),
  content_version: 1,
  ...alwaysInForce,
});

it('rows that act each by itself are put together in small steps, and a change of one in a single step', () => {
  const rows = new CompiledRows(source, (_, error) => expect.fail(String(error)));
  for (let id = 1; id <= rowCount; id += 1) rows.put(version(id, `word${id}`), analyser);
  expect([...rows.merge(analyser)].length).toBeGreaterThanOrEqual(leastSteps);
  expect([...rows.merge(analyser)]).toHaveLength(0);
  rows.put(version(7, 'changed'), analyser);
  expect([...rows.merge(analyser)]).toHaveLength(1);
  expect(rows.skipped).toEqual([]);
  expect(rows.rules.length).toBeGreaterThanOrEqual(leastSteps);
});
