import { expect, test } from 'vitest';
import { proposeMapping } from '#feeds/mapping/mapping.ts';
import { isShopHost, siteOf } from '#feeds/recognise/shop-of-feed.ts';
import { readText } from '#feeds/testing/read-text.ts';
import { itemMaker } from './to-item.ts';

const wix = 'a1b2c3_0123456789abcdef0123456789abcdef~mv2.jpeg';
const csv = (columns: string, ...rows: string[]) =>
  [`id,title,${columns}`, ...rows.map((row, at) => `${at + 1},A lamp ${at},${row}`)].join('\n');
const shop = 'https://shop.example/p/1';
const nested = encodeURIComponent(shop);

test.each<[text: string, url: string | undefined, image?: string]>([
  [
    csv('link,image_link', 'www.shop.example/p/1,www.shop.example/cdn/1.png'),
    'https://www.shop.example/p/1',
    'https://www.shop.example/cdn/1.png',
  ],
  [csv('link,image_link', 'shop.com/p/1,images/1.png'), 'https://shop.com/p/1', 'https://shop.com/images/1.png'],
  [csv('link,image_link', `${shop},www.shop.example/1.png`, `${shop},/cdn/1.png`), shop, 'https://www.shop.example/1.png'],
  [csv('link,image_link', `${shop},"catalog/a b/1.jpg,catalog/2.jpg"`), shop, 'https://shop.example/image/catalog/a%20b/1.jpg'],
  [csv('link,image_link', `${shop},img/1.png;img/2.png|img/3.png`), shop, 'https://shop.example/img/1.png'],
  [csv('link,image_link', `${shop},${wix};${wix}`), shop, `https://static.wixstatic.com/media/${wix}`],
  [
    `{"id":"1","title":"A lamp","image":"${wix}"}\n{"id":"2","title":"A bed","image":"${wix}"}`,
    undefined,
    `https://static.wixstatic.com/media/${wix}`,
  ],
  [`<rss><item><id>1</id><title>A lamp</title><link>www.shop.example/1</link></item></rss>`, 'https://www.shop.example/1'],
  [csv('aw_deep_link', `https://www.awin1.com/pclick.php?p=1&m=3&ued=${nested}`), shop],
  [csv('link', `https://prf.hn/click/camref:11/destination:${nested}`), shop],
  [csv('productUrl', `https://clk.tradedoubler.com/click?p(1)a(2)url(${shop}?a=b)`), `${shop}?a=b`],
  [csv('BUYURL', `http://www.anrdoezrs.net/click-1-2?url=${nested}&cjsku=3`), shop],
  [csv('link', `http://click.linksynergy.com/link?id=1&murl=${encodeURIComponent(nested)}`), shop],
  [csv('link', `${shop}?ref=https://shop.example/x`), `${shop}?ref=https://shop.example/x`],
])('completes the addresses of %s', async (text, url, image) => {
  const { all } = await readText(text);
  const [first] = all.map(itemMaker(proposeMapping(all)));
  expect([first?.item?.fields['url'], first?.item?.fields['image']]).toEqual([url, image]);
});

const handles = 'Handle,Title,Option1 Name,Option1 Value,Variant Price\nlamp,Lamp,Title,Default Title,3';

test.each(
  'raw.githubusercontent.com cdn.shopify.com drive.google.com www.dropbox.com s3.eu-west-1.amazonaws.com x.cloudfront.net a.blob.core.windows.net www.facebook.com vk.com sun9-3.userapi.com cdn.jsdelivr.net www.awin1.com'.split(
    ' ',
  ),
)('makes no pages and no site of the host %s', async (host) => {
  const address = `https://${host}/feeds/1.csv`;
  expect([isShopHost(host), siteOf([address])]).toEqual([false, null]);
  expect((await readText(handles, { address })).all[0]?.fields['url']).toBe('/products/lamp');
});

test.each('lamps.example boxes.com mylive.com lamps.myshopify.com windows.shop.example google-lamps.de'.split(' '))(
  'takes %s as the host of a shop',
  (host) => {
    expect(isShopHost(host)).toBe(true);
  },
);
