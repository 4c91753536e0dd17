import { expect, test } from 'vitest';
import { listProjects } from '#features/owner/projects/projects.contract.ts';
import { testFeed } from '#features/data/feed-test/feed-test.contract.ts';
import { lamps, sharedFeedShops } from '#testing/feeds/feed-shops.ts';
import { uploaded } from '#testing/shop-calls.ts';

const { server, host } = await sharedFeedShops();
const person = await server.signUp('tests@feed-test.example');
const tested = async (feed_url: string, settings = {}) => (await server.call(person, testFeed, { feed_url, ...settings })).data!;

const heurekaItem = (at: number) => `<SHOPITEM><ITEM_ID>${at}</ITEM_ID><PRODUCTNAME>Sekačka na trávu č. ${at}</PRODUCTNAME>
  <DESCRIPTION>Tichá a lehká sekačka s košem na padesát litrů.</DESCRIPTION><URL>https://www.zahrada.example/sekacka-${at}</URL>
  <IMGURL>https://cdn.example/${at}.jpg</IMGURL><PRICE_VAT>1290</PRICE_VAT><CATEGORYTEXT>Zahrada | Sekačky</CATEGORYTEXT></SHOPITEM>`;
const heureka = (count: number) => `<SHOP>${Array.from({ length: count }, (_, at) => heurekaItem(at)).join('')}</SHOP>`;

test('tells what a feed is, and reads name, site and language from it', async () => {
  const { found, failure, candidates } = await tested(host.put('/heureka.xml', heureka(20)));
  expect({ failure, candidates }).toEqual({ failure: null, candidates: [] });
  expect(found).toMatchObject({
    type: 'xml',
    source: 'heureka',
    encoding: 'utf-8',
    read_count: 20,
    is_whole: true,
    language: 'cs',
  });
  expect(found).toMatchObject({ name: 'Zahrada.example', url: 'https://www.zahrada.example' });
  expect(found?.items).toHaveLength(3);
  expect(found?.items[0]).toMatchObject({ name: 'Sekačka na trávu č. 0', price: 1290, image: 'https://cdn.example/0.jpg' });
  expect((await server.call(person, listProjects, {})).data).toEqual([]);
});

test('the name that a feed gives its shop goes before its host', async () => {
  const rss = `<rss xmlns:g="http://base.google.com/ns/1.0"><channel><title>Lamp House - Google Shopping feed</title>
    <item><g:id>1</g:id><title>Lamp</title><link>https://lamps.example/1</link><g:price>12.50 EUR</g:price></item></channel></rss>`;
  const { found } = await tested(host.put('/google.xml', rss));
  expect(found).toMatchObject({ source: 'google', name: 'Lamp House', url: 'https://lamps.example' });
  expect(found?.items).toEqual([{ id: '1', name: 'Lamp', image: null, price: 12.5, currency: 'EUR' }]);
});

test.each([
  ['csv', 'id;name;price\n1;Lamp;10\n2;Table;20\n'],
  ['json', lamps(2)],
])('reads %s', async (type, body) => {
  const { found } = await tested(host.put(`/feed.${type}`, body));
  expect(found).toMatchObject({ type, read_count: 2, is_whole: true });
});

test('shows a table in windows-1250 and proposes its language, whatever the console is in', async () => {
  const name = [0x8e, 0x69, 0x64, 0x6c, 0x65, 0x20, 0x9e, 0x6c, 0x75, 0x9d, 0xe1, 0x20, 0x70, 0xf8, 0xed, 0x65, 0xe8, 0x6e, 0xe1];
  const row = (id: number) =>
    Buffer.concat([Buffer.from(`${id};`), Buffer.from(name), Buffer.from(`;10;https://zidle.cz/${id}\n`)]);
  const table = Buffer.concat([Buffer.from('id;nazev;cena;url\n'), row(1), row(2)]);
  const { found } = await tested(host.put('/windows.csv', table));
  expect(found).toMatchObject({ encoding: 'windows-1250', language: 'cs', items: [{ name: 'Židle žluťá příečná' }, {}] });
});

test('reads a file that was dropped', async () => {
  const { found } = await tested(await uploaded(server, person, lamps(4)), { file_name: 'lamps.json' });
  expect(found).toMatchObject({ type: 'json', read_count: 4, name: '', url: '' });
});

test.each([
  ['a web page', '/page', '<!doctype html><html><head><title>Shop</title></head><body><p>Hello</p></body></html>', 'webPage'],
  ['a table without rows', '/none', 'id;name;price\n', 'noRows'],
])('says what is wrong with %s', async (_name, path, body, code) => {
  const test = await tested(host.put(path, body, 'text/html'));
  expect(test).toMatchObject({ found: null, failure: { code }, candidates: [] });
});

test('asks what one item is where it can not be told, and reads on with the answer', async () => {
  const things = Array.from(
    { length: 5 },
    (_, at) => `<thing><code>${at}</code><label>Lamp ${at}</label></thing><other><x>1</x><y>2</y></other>`,
  );
  const feed_url = host.put('/unknown.xml', `<data>${things.join('')}</data>`);
  const { found, candidates } = await tested(feed_url);
  expect(found).toBeNull();
  expect(candidates.map(({ tag_name }) => tag_name)).toContain('thing');
  expect((await tested(feed_url, { tag_name: 'thing' })).found).toMatchObject({ read_count: 5 });
});

test('answers by the beginning of a feed that takes its time', async () => {
  const feed_url = host.reply('/slow.xml', (response) => {
    response.writeHead(200, { 'content-type': 'text/xml' }).write(heureka(3_000).replace('</SHOP>', ''));
  });
  const { found } = await tested(feed_url);
  expect(found).toMatchObject({ source: 'heureka', is_whole: false, language: 'cs' });
  expect(found?.read_count).toBeGreaterThan(0);
});

test('what somebody else has dropped is not read', async () => {
  const feed_url = await uploaded(server, await server.signUp('other@feed-test.example'), lamps(4));
  expect(await server.call(person, testFeed, { feed_url })).toMatchObject({ status: 422, data: null });
});
