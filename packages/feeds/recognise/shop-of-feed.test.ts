import { expect, test } from 'vitest';
import { nameOfHost, shopOfFeed, siteOf } from './shop-of-feed.ts';

test.each([
  [
    '<rss><channel><title>Zahrada Nová</title><link>https://zahrada.example/</link><item>',
    'Zahrada Nová',
    'https://zahrada.example/',
  ],
  ['<rss><channel><title><![CDATA[Lamp &amp; Co - Google Shopping Feed]]></title><item>', 'Lamp & Co', null],
  ['<rss><channel><title>Product feed</title><item>', null, null],
  ['<rss><channel><title>Feed for Google Merchant Center</title><item>', null, null],
  [
    '<yml_catalog><shop><name>Лампа</name><company>ООО</company><url>https://lampa.example</url><offers>',
    'Лампа',
    'https://lampa.example',
  ],
  ['<feed xmlns="x"><title>Lamps</title><link href="https://lamps.example"/><entry>', 'Lamps', null],
  ['<SHOP><SHOPITEM><PRODUCTNAME>Lamp</PRODUCTNAME></SHOPITEM></SHOP>', null, null],
  ['<shop><offer><name>Lamp</name></offer></shop>', null, null],
])('%s', (head, name, address) => {
  expect(shopOfFeed(head)).toEqual({ name, address });
});

test('the site is the one of most addresses', () => {
  expect(
    siteOf(['https://a.example/1', 'https://www.b.example/1', 'https://www.b.example/2', 'no address', 'ftp://c.example']),
  ).toBe('https://www.b.example');
  expect(siteOf([])).toBeNull();
});

test('a shop without a name is called by its host', () => {
  expect(nameOfHost('https://www.lampy.example')).toBe('Lampy.example');
  expect(nameOfHost('')).toBe('');
});
