import { expect, test } from 'vitest';
import { currencies } from './currencies.ts';

test('41 currencies are offered, each of them once, from the koruna to the Kuwaiti dinar', () => {
  expect(new Set(currencies).size).toBe(41);
  expect([...currencies.slice(0, 4), currencies.at(-1)]).toEqual(['CZK', 'EUR', 'PLN', 'HUF', 'KWD']);
  const known = new Set(Intl.supportedValuesOf('currency'));
  expect(currencies.filter((code) => !known.has(code))).toEqual([]);
});
