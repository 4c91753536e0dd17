import { expect, test } from 'vitest';
import { translations } from './translations.ts';

const translate = translations({
  en: { '{count} items_one': 'one item', '{count} items_other': '{count} items' },
  cs: { 'The feed “{feed}” failed.': 'Feed „{feed}“ selhal.', '{count} items_few': '{count} položky', Free: 'Volné: {maxBytes}' },
});
const [en, cs] = [translate('en'), translate('cs')];

test('a sentence is said in the language, with its values', () => {
  expect(cs('The feed “{feed}” failed.', { feed: 'Lampy {count}' })).toBe('Feed „Lampy {count}“ selhal.');
  expect(en('The feed “{feed}” failed.', { feed: 'Lamps' })).toBe('The feed “Lamps” failed.');
});

test('a count takes its plural, and numbers and sizes are written as the language writes them', () => {
  expect([en('{count} items', { count: 1 }), en('{count} items', { count: 1234 })]).toEqual(['one item', '1,234 items']);
  expect(cs('{count} items', { count: 3 })).toBe('3 položky');
  expect(cs('Free', { maxBytes: 1_500_000 })).toMatch(/^Volné: 1,5\sMB$/);
});

test('a sentence that a language lacks is said in English', () => {
  expect(cs('Not translated: {name}', { name: 'x' })).toBe('Not translated: x');
});
