import { expect, test } from 'vitest';
import { remembering } from './row-import.ts';

interface Fields {
  readonly text: string;
  readonly count: number;
}

test('the same input is completed once, and again when something else is stored', async () => {
  let count = 0;
  const complete = remembering<Fields, { text: string }>(({ text }, storedAs) => {
    storedAs(text);
    return { text, count: (count += 1), is_active: true };
  });
  const stored = { text: 'a', count: 7 };
  const ask = async (text: string, as?: Fields) => (await complete({ text }, () => as)).count;
  expect(await ask('a')).toBe(1);
  expect(await ask('a')).toBe(1);
  expect(await ask('b')).toBe(2);
  expect(await ask('a', stored)).toBe(3);
  expect(await ask('a', { ...stored })).toBe(3);
});
