import { expect, test } from 'vitest';
import { hostOf, isSameSite } from '#features/developer/plugin/screen/plugin.page.tsx';

test.each([
  ['lamps.example', 'www.lamps.example', true],
  ['WWW.lamps.example', 'lamps.example', true],
  ['test.lamps.example', 'lamps.example', false],
  ['lamps.example:8443', 'lamps.example', false],
])('%s and %s are one shop: %s', (one, other, expected) => {
  expect(isSameSite(one, other)).toBe(expected);
});

test('a shop without an address has no host', () => {
  expect(hostOf('')).toBeNull();
  expect(hostOf('https://lamps.example/cs/')).toBe('lamps.example');
});
