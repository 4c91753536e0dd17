import { expect, test } from 'vitest';
import { isMaskedAddress, maskedAddress, keptAddress, openedAddress, sealedAddress } from './sealed-address.service.ts';
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
