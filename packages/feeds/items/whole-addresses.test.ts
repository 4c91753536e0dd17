import { expect, test } from 'vitest';
import type { FeedSettings } from '#feeds/feed-settings.ts';
import { readText } from '#feeds/testing/read-text.ts';

const rows = (first: string, second: string) => `id;name;image;link\n1;a;${first}\n2;b;${second}\n`;
const addressesOf = async (text: string, settings: Partial<FeedSettings> = {}) => {
  const { all, warnings } = await readText(text, settings);
  return { images: all.map(({ fields }) => fields['image']), links: all.map(({ fields }) => fields['link']), warnings };
};

test('addresses without a host are completed by the host of the other addresses', async () => {
  const { images, warnings } = await addressesOf(rows('/img/1.jpg;https://a.example/1', 'img/2 x.png;https://a.example/2'));
  expect(images).toEqual(['https://a.example/img/1.jpg', 'https://a.example/img/2%20x.png']);
  expect(warnings).toEqual([{ code: 'completedAddresses', details: { field: 'image', base: 'https://a.example' } }]);
});

test('addresses without a host are completed by where the feed came from when nothing else says it', async () => {
  const { images, links } = await addressesOf(rows('/1.jpg;/p/1', 'https://cdn.example/2.jpg;/p/2'), {
    address: 'https://shop.example/feeds/all.csv?key=1',
  });
  expect(images).toEqual(['https://shop.example/1.jpg', 'https://cdn.example/2.jpg']);
  expect(links).toEqual(['https://shop.example/p/1', 'https://shop.example/p/2']);
});

test('a path within the pictures of Magento is completed with their folder', async () => {
  const { images } = await addressesOf(rows('/m/b/mb01.jpg;https://a.example/1', '/m/b/mb02.jpg;https://a.example/2'));
  expect(images[0]).toBe('https://a.example/media/catalog/product/m/b/mb01.jpg');
});

test('what could belong to any folder or host stays as it is', async () => {
  for (const lines of [rows('1.jpg;https://a.example/1', '2.jpg;https://a.example/2'), rows('/1.jpg;', '/2.jpg;')]) {
    const { images, warnings } = await addressesOf(lines);
    expect(images.map((image) => String(image).replace('/', ''))).toEqual(['1.jpg', '2.jpg']);
    expect(warnings).toEqual([]);
  }
});
