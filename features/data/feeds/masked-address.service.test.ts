import { expect, test } from 'vitest';
import { isMaskedAddress, maskedAddress } from './masked-address.service.ts';

test.each([
  ['https://shop.example/feed.xml?a=b@c', 'https://shop.example/feed.xml?a=b@c'],
  ['https://eva:s3cret@shop.example/feed.xml', 'https://eva:•••@shop.example/feed.xml'],
  ['https://eva:p@ss:w@shop.example:8443/f?x=1#y', 'https://eva:•••@shop.example:8443/f?x=1#y'],
  ['HTTP://eva:s3cret@shop.example', 'HTTP://eva:•••@shop.example'],
  ['https://key-123@shop.example/feed', 'https://•••@shop.example/feed'],
  ['https://:s3cret@shop.example/', 'https://:•••@shop.example/'],
  [String.raw`https:\\eva:s3cret@shop.example`, 'https://eva:•••@shop.example/'],
  ['upload:abc', 'upload:abc'],
])('%s is shown as %s', (address, shown) => {
  expect(maskedAddress(address)).toBe(shown);
});

test('no spelling that a parser takes for a password shows it', () => {
  for (const address of ['https:eva:s3cret@shop.example/', String.raw`https:\\eva:s3cret@shop.example`, 'https:///eva:s3cret@a/'])
    expect(maskedAddress(address)).not.toContain('s3cret');
});

test('a masked address that was changed is known by its mask', () => {
  const moved = maskedAddress('https://eva:s3cret@shop.example/feed.xml').replace('shop.example', 'evil.example');
  expect(isMaskedAddress(moved)).toBe(true);
  expect(isMaskedAddress('https://eva:new@shop.example/•••')).toBe(false);
});
