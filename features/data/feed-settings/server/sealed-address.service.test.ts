import { expect, test } from 'vitest';
import {
  isMaskedAddress,
  maskedAddress,
  keptAddress,
  openedAddress,
  sealedAddress,
  isSecretName,
  isTokenLike,
} from './sealed-address.service.ts';
import { sealingWith } from '#server/secrets/secrets.ts';

const sealing = sealingWith('the key of this test, long enough for it');

test.each([
  'https://eva:s3cret@shop.example/feed.xml',
  'https://eva:p@s3cret:w@shop.example:8443/f?x=1#y',
  'https://s3cret@shop.example/feed',
  'https://:s3cret@shop.example/',
  'https://shop.example/f?lang=cs&token=s3cret&x=1',
  'https://eva:s3cret@shop.example/f?key=s3cret%2B&hash=s3cret',
])('%s is stored without its secret and opened as it was', (address) => {
  const stored = sealedAddress(sealing, address);
  expect(stored).not.toContain('s3cret');
  expect(maskedAddress(stored)).toBe(maskedAddress(address));
  expect(openedAddress(sealing, stored)).toBe(address);
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
    expect(sealedAddress(sealing, address)).toBe(address);
});

test('what is sent back masked, or as it was entered, stays what is stored; anything else is not', () => {
  const entered = 'https://eva:s3cret@shop.example/feed.xml';
  const stored = sealedAddress(sealing, entered);
  expect(keptAddress(sealing, maskedAddress(stored), stored)).toBe(stored);
  expect(keptAddress(sealing, entered, stored)).toBe(stored);
  const changed = keptAddress(sealing, entered.replace('s3cret', 'n3w'), stored);
  expect(openedAddress(sealing, changed)).toBe('https://eva:n3w@shop.example/feed.xml');
});

test('keeps a new secret when a second tab saves the mask of the old one', () => {
  const old = sealedAddress(sealing, 'https://eva:s3cret@shop.example/feed.xml');
  const changed = keptAddress(sealing, 'https://eva:n3w@shop.example/feed.xml', old);
  expect(keptAddress(sealing, maskedAddress(old), changed)).toBe(changed);
});

const entered = 'https://eva:s3cret@shop.example/f?lang=cs&token=t0ken&hash=h4sh';
const stored = sealedAddress(sealing, entered);
const masked = 'https://eva:•••@shop.example/f?lang=cs&token=•••&hash=•••';
const kept = (sent: string) => openedAddress(sealing, keptAddress(sealing, sent, stored));

test('keeps masked secrets when the rest of the query changes, and requires other secrets again', () => {
  expect(kept(masked.replace('lang=cs&', ''))).toBe(entered.replace('lang=cs&', ''));
  expect(kept(masked.replace('token=•••', 'token=n3w'))).toBe(entered.replace('t0ken', 'n3w'));
  expect(kept(masked.replace('eva:•••', 'eva:n3w'))).toBe(entered.replace('s3cret', 'n3w'));
  expect(kept('https://eva:•••@shop.example/f?hash=•••')).toBe('https://eva:s3cret@shop.example/f?hash=h4sh');
});

test('masks stay masks where they would send a secret elsewhere, or stand for none', () => {
  for (const sent of [
    masked.replace('shop.example', 'evil.example'),
    masked.replace('shop.example/f', 'shop.example/g'),
    masked.replace('https', 'http'),
    masked.replace('eva', 'eve'),
    `${masked}&key=•••`,
    `${masked}&token=•••`,
    masked.replace('token=•••', 'token=a•••'),
  ])
    expect(isMaskedAddress(keptAddress(sealing, sent, stored)), sent).toBe(true);
});

test('what looks sealed is sealed again, so that nobody has an unseen secret opened', () => {
  const sealedOne = /token=([^&]+)/.exec(stored)?.[1] ?? '';
  const sent = `https://evil.example/?x=${sealedOne}`;
  expect(openedAddress(sealing, keptAddress(sealing, sent, stored))).toBe(sent);
});

test('with another key the address can be shown and kept, but not opened', () => {
  const stored = sealedAddress(sealing, 'https://eva:s3cret@shop.example/feed.xml');
  const other = sealingWith('the key of another server, as long as that');
  expect(openedAddress(other, stored)).toBeNull();
  expect(keptAddress(other, maskedAddress(stored), stored)).toBe(stored);
});

test.each([
  ['https://shop.example/feed.xml?a=b@c', 'https://shop.example/feed.xml?a=b@c'],
  ['https://eva:s3cret@shop.example/feed.xml', 'https://eva:•••@shop.example/feed.xml'],
  ['https://eva:p@ss:w@shop.example:8443/f?x=1#y', 'https://eva:•••@shop.example:8443/f?x=1#y'],
  ['https://key-123@shop.example/feed', 'https://•••@shop.example/feed'],
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

test('a masked address that was changed is known by its mask', () => {
  const moved = maskedAddress('https://eva:s3cret@shop.example/feed.xml').replace('shop.example', 'evil.example');
  expect(isMaskedAddress(moved)).toBe(true);
  expect(isMaskedAddress('https://shop.example/feed.xml?t=•••')).toBe(true);
  expect(isMaskedAddress('https://eva:new@shop.example/•••')).toBe(false);
});

test.each('token TOKEN accessToken access_token api-key apikey feedKey hash X-Amz-Security-Token heslo sig PHPSESSID'.split(' '))(
  '%s is the name of a secret',
  (name) => expect(isSecretName(name)).toBe(true),
);

test.each(['', 'patternId', 'monkey', 'design', 'author', 'id'])('%s is not', (name) => expect(isSecretName(name)).toBe(false));

test.each([
  '9f86d081884c7d659a2feaa0c55ad015',
  '6f1ed002-ab56-4f2b-9d3a-1c2b3a4d5e6f',
  'k3j9x0qw7v5m2z8t4b1n',
  'eyJhbGciOiJIUzI1NiJ9.eyJzdWIiOiIxMjM0NSJ9.dBjftJeZ4CVPmB92K27uhbUJU1p1r',
  'c2VjcmV0IG9mIHRoZSBzaG9w/Zm9y+ZmVlZHM=',
])('%s was drawn by lot', (value) => expect(isTokenLike(value)).toBe(true));

test.each([
  '',
  'cs',
  '20240131235959000000',
  'google_shopping_feed_cz_2024.xml',
  'nejprodavanejsi-produkty',
  'id,title,description,price,availability,image_link,brand,gtin',
  'https://www.shop.example/export/products/google-2024.xml',
])('%s was not', (value) => expect(isTokenLike(value)).toBe(false));
