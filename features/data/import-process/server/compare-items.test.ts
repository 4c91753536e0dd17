import { expect, test } from 'vitest';
import type { Item } from '#contract/item.ts';
import { contentFingerprint } from './compare-items.ts';

const lamp = (id: string, price: number): Item => ({ id, fields: { name: 'Lamp', price } });
function of(items: readonly Item[]): string {
  const fingerprint = contentFingerprint();
  for (const { id, fields } of items) fingerprint.add(id, JSON.stringify(fields));
  return fingerprint.text();
}

test('the same items in any order are the same content', () => {
  expect(of([lamp('a', 1), lamp('b', 2)])).toBe(of([lamp('b', 2), lamp('a', 1)]));
});

test('another value, another id, one more and one twice are other content', () => {
  const contents = [
    [lamp('a', 1)],
    [lamp('a', 2)],
    [lamp('b', 1)],
    [lamp('a', 1), lamp('b', 1)],
    [lamp('a', 1), lamp('a', 1)],
    [],
  ];
  expect(new Set(contents.map(of)).size).toBe(contents.length);
});
