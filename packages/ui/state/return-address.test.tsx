import { expect, it } from 'vitest';
import { returnAddress } from './return-address.ts';

it('leads back to where sign-in was asked for, with its query', () => {
  expect(returnAddress('?return=%2Fdata%2Fimport%3Fpage%3D2')).toBe('/data/import?page=2');
});

it('leads to the dashboard when nothing was asked for', () => expect(returnAddress('')).toBe('/dashboard'));

it.each([
  'https://evil.example/x',
  '//evil.example/x',
  '/.//evil.example/x',
  '/a/..//evil.example/x',
  '/\\evil.example/x',
  'javascript:alert(1)',
])('never leads to another site: %s', (address) =>
  expect(returnAddress(`?return=${encodeURIComponent(address)}`)).toBe('/dashboard'),
);
