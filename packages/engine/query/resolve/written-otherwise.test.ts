import { expect, test } from 'vitest';
import { searchedItems } from '#engine/testing/searched-items.ts';

const named = [
  'Sun Flower seeds',
  'Sunflower oil',
  'Hot dog bun',
  'Wi-Fi router',
  'Party 🎉 balloons',
  'Tea ☕ mug',
  'Chicken soup of the day',
  'Day soup',
  'Cable 3m',
  'Rope 3 m',
  'Hose 3 meters',
  'Belt 30 m',
  'Bottle 500 ml',
  'Jar 0,5 l',
  'Sack 2 kg',
  'Ladder 27"',
];
const coded = ['ZK 31 QP', 'ZK31QR', '06A 905 161 B', 'AB-12/34', 'X.77.81'];
const { search } = searchedItems([
  ...named.map((name) => ({ name })),
  ...coded.map((product_code) => ({ name: 'Bearing', product_code })),
]);

const finds = async (query: string) => {
  const { hits, relaxed, foundAsTyped } = await search(query);
  const names = hits.map(({ item: { fields } }) => String(fields['product_code'] ?? fields['name']));
  return { names: names.toSorted(), first: names[0], isOther: relaxed && foundAsTyped === 0 };
};

test.each([
  ['ZK 31 QR', ['ZK31QR']],
  ['zk31 qr ', ['ZK31QR']],
  ['zk-31-qr', ['ZK31QR']],
  ['zk31qp', ['ZK 31 QP']],
  ['zk 31qp', ['ZK 31 QP']],
  ['06A905161B', ['06A 905 161 B']],
  ['06a 905161b', ['06A 905 161 B']],
  ['06A-905-161-B', ['06A 905 161 B']],
  ['ab1234', ['AB-12/34']],
  ['ab 12 34', ['AB-12/34']],
  ['x7781', ['X.77.81']],
  ['sunflower', ['Sun Flower seeds', 'Sunflower oil']],
  ['sun flower', ['Sun Flower seeds', 'Sunflower oil']],
  ['hotdogbun', ['Hot dog bun']],
  ['wifirouter', ['Wi-Fi router']],
  ['wifi router', ['Wi-Fi router']],
  ['3m', ['Cable 3m', 'Hose 3 meters', 'Rope 3 m']],
  ['3 meters', ['Cable 3m', 'Hose 3 meters', 'Rope 3 m']],
  ['3 metre ', ['Cable 3m', 'Hose 3 meters', 'Rope 3 m']],
  ['0.5 l', ['Bottle 500 ml', 'Jar 0,5 l']],
  ['500ml', ['Bottle 500 ml', 'Jar 0,5 l']],
  ['2000 grams', ['Sack 2 kg']],
  ['"day soup"', ['Day soup']],
  ['„day soup“', ['Day soup']],
  ['"soup" chicken', ['Chicken soup of the day']],
  ['ladder 27"', ['Ladder 27"']],
  ['🎉', ['Party 🎉 balloons']],
  ['☕', ['Tea ☕ mug']],
  ['🚀', []],
  ['!!!', []],
  ['-', []],
])('%s finds %s', async (query, expected) => {
  expect(await finds(query)).toMatchObject({ names: expected.toSorted(), isOther: false });
});

test('a size as typed comes before others', async () => {
  expect((await finds('3 m')).first).toBe('Rope 3 m');
  expect((await finds('3m')).first).toBe('Cable 3m');
});

test.each([
  ['cable 5 m', true],
  ['cable 5m ', true],
  ['bearing zk31qx', true],
  ['bottle 700 ml', true],
  ['"soup day"', true],
  ['cable 3 m', false],
  ['cable 3 meters', false],
  ['bottle 0.5 l', false],
  ['cheap bottle 500 ml', false],
])('what %s finds is something else: %s', async (query, expected) => {
  const { names, isOther } = await finds(query);
  expect(names.length).toBeGreaterThan(0);
  expect(isOther).toBe(expected);
});
