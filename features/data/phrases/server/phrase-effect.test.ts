import { expect, test } from 'vitest';
import type { Rule } from '#engine/query/pipeline.ts';
import type { CollectionRelevance } from '#engine/query/relevance.ts';
import type { SearchAnswer } from '#engine/query/resolve/run-search.ts';
import { createAnalyser } from '#engine/query/analysis/analyser.ts';
import { beginningsOf, phraseEffect } from './phrases.server.ts';
import { compilePhrases } from './phrases.rule.ts';

const phrase = (text: string, item_count: number, is_visible = true) => ({
  phrase: text,
  item_count,
  search_count: 0,
  boost: 1,
  is_visible,
  is_decided: true,
});
const rows = [phrase('zahradní hadice', 90), phrase('zahradní nůžky', 40), phrase('zahradní trpaslík', 99, false)];
const rule = compilePhrases(rows, createAnalyser('cs'));

test('a phrase tells what has to be typed of its words until it is offered first', () => {
  const told = (text: string) => beginningsOf(text, [rule]).map(({ typed, place }) => `${typed} ${place}`);
  expect(told('zahradní nůžky')).toEqual(['z 2', 'zahradní n 1', 'n 1']);
  expect(told('zahradní hadice')).toEqual(['z 1', 'h 1']);
  expect(told('zahradní trpaslík')).toEqual([]);
});

test('what the phrase brings among the first items is told, and what it moves away from there', async () => {
  const answer = (ids: readonly string[]): SearchAnswer =>
    ({
      hits: ids.map((id) => ({ id, score: 1, item: { id, fields: { name: id } } })),
      totalCount: ids.length,
      facets: [],
    }) as unknown as SearchAnswer;
  const without: Rule[] = [];
  const { items, gone } = await phraseEffect('zahradní nůžky', {
    rules: [rule],
    rulesWithout: without,
    relevance: { fields: {} } as CollectionRelevance,
    search: async (_request, rules) => answer(rules === without ? 'abcdefgh'.split('') : 'hbcdfa'.split('')),
  });
  expect(items.map((one) => `${one.item.id} ${one.place_without}`)).toEqual(['h 8', 'b 2', 'c 3', 'd 4', 'f 6', 'a 1']);
  expect(gone.map((one) => `${one.item.id} ${one.place_without}`)).toEqual(['e 5']);
});
