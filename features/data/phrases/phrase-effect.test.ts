import { expect, test } from 'vitest';
import { createAnalyser } from '#engine/analysis/analyser.ts';
import { beginningsOf } from './phrase-effect.ts';
import { compilePhrases } from './phrases.rule.ts';

const phrase = (text: string, item_count: number, is_visible = true) => ({
  phrase: text,
  item_count,
  search_count: 0,
  boost: 1,
  is_visible,
});
const rows = [phrase('zahradní hadice', 90), phrase('zahradní nůžky', 40), phrase('zahradní trpaslík', 99, false)];
const rule = compilePhrases(rows, createAnalyser('cs'));

test('a phrase tells what has to be typed of its words until it is offered first', () => {
  const told = (text: string) => beginningsOf(text, [rule]).map(({ typed, place }) => `${typed} ${place}`);
  expect(told('zahradní nůžky')).toEqual(['z 2', 'zahradní n 1', 'n 1']);
  expect(told('zahradní hadice')).toEqual(['z 1', 'h 1']);
  expect(told('zahradní trpaslík')).toEqual([]);
});
