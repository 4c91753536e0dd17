import { expect, test } from 'vitest';
import { maskedAddress } from './masked-address.service.ts';
import { isOpenAddress, keptAddress, openedAddress, sealedAddress } from './sealed-address.service.ts';
import { sealingWith } from '#server-kit/sealing.ts';

const sealing = sealingWith('the key of this test, long enough for it');

test.each([
  'https://eva:s3cret@shop.example/feed.xml',
  'https://eva:p@s3cret:w@shop.example:8443/f?x=1#y',
  'https://s3cret@shop.example/feed',
  'https://:s3cret@shop.example/',
])('%s is stored without its secret and opened as it was', (address) => {
  const stored = sealedAddress(sealing, address);
  expect(stored).not.toContain('s3cret');
  expect(maskedAddress(stored)).toBe(maskedAddress(address));
  expect(openedAddress(sealing, stored)).toBe(address);
  expect([isOpenAddress(address), isOpenAddress(stored)]).toEqual([true, false]);
});

test('spellings that only parsers take for a password are stored as they understand them', () => {
  for (const address of [
    'https:eva:s3cret@a.example/',
    String.raw`https:\\eva:s3cret@a.example`,
    'https:///eva:s3cret@a.example/',
  ]) {
    const stored = sealedAddress(sealing, address);
    expect(stored).not.toContain('s3cret');
    expect(openedAddress(sealing, stored)).toBe('https://eva:s3cret@a.example/');
  }
});

test('an address without a secret is stored as it is', () => {
  for (const address of ['https://shop.example/feed.xml?a=b@c', 'upload:abc', 'sample:cs', '', 'https://eva:@shop.example/'])
    expect([sealedAddress(sealing, address), isOpenAddress(address)]).toEqual([address, false]);
});

test('what is sent back masked, or as it was entered, stays what is stored; anything else is not', () => {
  const entered = 'https://eva:s3cret@shop.example/feed.xml';
  const stored = sealedAddress(sealing, entered);
  expect(keptAddress(sealing, maskedAddress(stored), stored)).toBe(stored);
  expect(keptAddress(sealing, entered, stored)).toBe(stored);
  const changed = keptAddress(sealing, entered.replace('s3cret', 'n3w'), stored);
  expect(openedAddress(sealing, changed)).toBe('https://eva:n3w@shop.example/feed.xml');
});

test('with another key the address can be shown and kept, but not opened', () => {
  const stored = sealedAddress(sealing, 'https://eva:s3cret@shop.example/feed.xml');
  const other = sealingWith('the key of another server, as long as that');
  expect(openedAddress(other, stored)).toBeNull();
  expect(keptAddress(other, maskedAddress(stored), stored)).toBe(stored);
});
