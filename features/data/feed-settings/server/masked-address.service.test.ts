import { expect, test } from 'vitest';
import { isMaskedAddress, maskedAddress } from './sealed-address.service.ts';

test.each([
  ['https://shop.example/feed.xml?a=b@c', 'https://shop.example/feed.xml?a=b@c'],
  ['https://eva:s3cret@shop.example/feed.xml', 'https://eva:•••@shop.example/feed.xml'],
  ['https://eva:p@ss:w@shop.example:8443/f?x=1#y', 'https://eva:•••@shop.example:8443/f?x=1#y'],
  ['HTTP://eva:s3cret@shop.example', 'HTTP://eva:•••@shop.example'],
  ['https://key-123@shop.example/feed', 'https://•••@shop.example/feed'],
  ['https://:s3cret@shop.example/', 'https://:•••@shop.example/'],
  [String.raw`https:\\eva:s3cret@shop.example`, 'https://eva:•••@shop.example/'],
  ['upload:0b5c8a4d2f1e4c7b9a6d3e8f7c2b1a0d', 'upload:0b5c8a4d2f1e4c7b9a6d3e8f7c2b1a0d'],
  ['https://shop.example/f?lang=cs&token=s3cret&x=1', 'https://shop.example/f?lang=cs&token=•••&x=1'],
  ['https://eva:s3cret@shop.example/f?patternId=-5&hash=s3cret#x', 'https://eva:•••@shop.example/f?patternId=-5&hash=•••#x'],
  ['https://shop.example/f?apiKey=s3cret&X-Amz-Signature=s3cret', 'https://shop.example/f?apiKey=•••&X-Amz-Signature=•••'],
  ['https://shop.example/f?to%6ben=s3cret&k=', 'https://shop.example/f?to%6ben=•••&k='],
  ['https://shop.example/f?token=a?b=c;d/s3cret', 'https://shop.example/f?token=•••'],
  ['https://shop.example/f?x=1;key=s3cret', 'https://shop.example/f?x=•••'],
  ['https://shop.example/f;jsessionid=s3cret/g', 'https://shop.example/f;jsessionid=•••/g'],
  ['https://shop.example/f#access_token=s3cret', 'https://shop.example/f#access_token=•••'],
  ['https://proxy.example/?url=https%3A%2F%2Fa.example%2F%3Fkey%3Ds3cret&b=1', 'https://proxy.example/?url=•••&b=1'],
  ['https://proxy.example/?url=https://eva:s3cret@a.example/', 'https://proxy.example/?url=•••'],
  ['https://shop.example/f?100%&token=s3cret%', 'https://shop.example/f?100%&token=•••'],
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
  expect(isMaskedAddress('https://shop.example/feed.xml?t=•••')).toBe(true);
  expect(isMaskedAddress('https://eva:new@shop.example/•••')).toBe(false);
});
