import { expect, test } from 'vitest';
import { eventHub, eventKind } from './events.ts';
import { fail, failField } from './fail.ts';
import { translations } from './translations.ts';

const arrived = eventKind<{ readonly id: number }>('arrived');

test('listeners are called one after another, with what happened', async () => {
  const events = eventHub();
  const calls: string[] = [];
  events.on(arrived, async ({ id }) => {
    await Promise.resolve();
    calls.push(`first ${id}`);
  });
  events.on(arrived, ({ id }) => Promise.resolve(calls.push(`second ${id}`)));
  await events.tell(arrived, { id: 7 });
  expect(calls).toEqual(['first 7', 'second 7']);
});

test('who tells hears of a listener that failed, and those after it are not called', async () => {
  const events = eventHub();
  const calls: number[] = [];
  events.on(arrived, () => Promise.reject(new Error('The disk is full.')));
  events.on(arrived, ({ id }) => Promise.resolve(calls.push(id)));
  await expect(events.tell(arrived, { id: 7 })).rejects.toThrow('The disk is full.');
  expect(calls).toEqual([]);
});

test('nobody has to listen', async () => {
  await expect(eventHub().tell(arrived, { id: 7 })).resolves.toBeUndefined();
});

test('a failure has the problems for its caller, and costs no look at the stack', () => {
  const failure = failField('term', 'tooMany', { max: 60, name: 'synonym' });
  expect(failure.problems).toEqual([
    { field: 'term', code: 'tooMany', message: failure.message, parameters: { max: 60, name: 'synonym' } },
  ]);
  expect(fail('notAllowed').problems[0]).toMatchObject({ field: '', code: 'notAllowed' });
  expect(failure.stack).not.toContain('\n    at ');
  expect(new Error('another').stack).toContain('\n    at ');
});

const sentences: Readonly<Record<string, Readonly<Record<string, string>>>> = {
  en: { '{count} items_one': 'one item', '{count} items_other': '{count} items' },
  cs: { 'The feed “{feed}” failed.': 'Feed „{feed}“ selhal.', '{count} items_few': '{count} položky', Free: 'Volné: {maxBytes}' },
  jp: { '{count} items_other': '{count}件' },
};
const translate = translations((language) => sentences[language] ?? {});
const [en, cs, jp] = [translate('en'), translate('cs'), translate('jp')];

test('a sentence is said in the language, with its values', () => {
  expect(cs('The feed “{feed}” failed.', { feed: 'Lampy {count}' })).toBe('Feed „Lampy {count}“ selhal.');
  expect(en('The feed “{feed}” failed.', { feed: 'Lamps' })).toBe('The feed “Lamps” failed.');
});

test('a count takes its plural, and numbers and sizes are written as the language writes them', () => {
  expect([en('{count} items', { count: 1 }), en('{count} items', { count: 1234 })]).toEqual(['one item', '1,234 items']);
  expect(cs('{count} items', { count: 3 })).toBe('3 položky');
  expect(jp('{count} items', { count: 1 })).toBe('1件');
  expect(cs('Free', { maxBytes: 1_500_000 })).toMatch(/^Volné: 1,5\sMB$/);
});

test('a sentence that a language lacks is said in English', () => {
  expect(cs('Not translated: {name}', { name: 'x' })).toBe('Not translated: x');
});
