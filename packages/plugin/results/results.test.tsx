import { act } from 'preact/test-utils';
import { render } from 'preact';
import { expect, it, test } from 'vitest';
import { lessExactFrom } from './results.tsx';
import { RangeFacet, branchesOf, isTree } from './facets.tsx';
import { type Range, addressWith, type Wanted, wantedFor, wantedIn, withFilter } from './wanted.ts';
import type { Banner } from '#contract/search.ts';
import { BannerBox, withBanners } from '#plugin/banner.tsx';
import type { Words } from '#plugin/words.ts';

const words = { say: (key: string) => key } as unknown as Words;

it('a number that is being typed stays while other results arrive, and is asked for once it is entered', async () => {
  const page = document.createElement('div');
  document.body.append(page);
  const asked: Range[] = [];
  const show = (max: number) =>
    act(() =>
      render(
        <RangeFacet bounds={{ min: 59, max }} range={{}} words={words} write={String} onChange={(range) => asked.push(range)} />,
        page,
      ),
    );
  await show(4_490);
  const most = page.querySelectorAll<HTMLInputElement>('input[type="number"]')[1]!;
  most.value = '700';
  await act(() => void most.dispatchEvent(new Event('input', { bubbles: true })));
  await show(3_990);
  expect(most.value).toBe('700');
  await act(() => void most.dispatchEvent(new Event('change', { bubbles: true })));
  expect(asked).toEqual([{ to: 700 }]);
});

const banner = { id: 1, place: 'between', image: '', alt: '', headline: '<b>Sale</b>', text: '', link: '' } as const;

it('draws a banner as text and picture, and only links and shows web addresses', async () => {
  const page = document.createElement('div');
  const drawn = async (change: Partial<Banner>) => {
    await act(() => render(<BannerBox banner={{ ...banner, ...change }} />, page));
    return page.innerHTML;
  };
  expect(await drawn({})).toBe('<div class="banner"><span class="said"><b>&lt;b&gt;Sale&lt;/b&gt;</b></span></div>');
  const hostile = 'javascript:alert(1)';
  expect(await drawn({ link: hostile, image: hostile })).not.toContain('alert');
  await drawn({ link: 'https://shop.example/sale', image: 'https://shop.example/sale.jpg', alt: 'Less "now"' });
  expect(page.querySelector('a')?.href).toBe('https://shop.example/sale');
  expect(page.querySelector('img')?.alt).toBe('Less "now"');
});

test.each([
  [1, false, 'banner a b c'],
  [3, false, 'a b banner c'],
  [4, false, 'a b c banner'],
  [9, false, 'a b c'],
  [9, true, 'a b c banner'],
])('a banner before item %i comes there, or last in a whole list (%s)', (position, isWhole, list) => {
  const entries = withBanners(['a', 'b', 'c'], [{ ...banner, position }], { isWhole, onClick: undefined });
  expect(entries.map((entry) => (typeof entry === 'string' ? entry : 'banner')).join(' ')).toBe(list);
});

const page = 'https://shop.example/lamps?sort=own&a=1#top';
const whole: Wanted = {
  query: 'stolní lampa & “x”',
  filters: { brand: ['A', 'B'], price: { from: 10 }, is_new: [true] },
  sort: 'price:asc',
  page: 3,
  collection: '7',
};

test.each(['over', 'page'] as const)('what is wanted %s stands in the address and comes back as it was', (place) => {
  expect(wantedIn(addressWith(page, place, whole), place)).toEqual(whole);
  expect(wantedIn(addressWith(page, place, wantedFor('x')), place)).toEqual(wantedFor('x'));
});

test('over a page, its own parameters stay, and closing leaves nothing behind', () => {
  expect(new URL(addressWith(page, 'over', whole)).searchParams.get('sort')).toBe('own');
  expect(addressWith(addressWith(page, 'over', whole), 'over', null)).toBe(page);
  expect(wantedIn(page, 'over')).toBeNull();
});

test.each([
  ['no JSON', 'filters={'],
  ['a list', 'filters=[1]'],
  ['values of other kinds', 'filters={"a":[{}],"b":null,"c":"x","d":{"from":"1"},"e":{},"f":[]}'],
  ['a page before the first', 'page=-1'],
  ['a page that is none', 'page=x'],
])('an address with %s is read without it', (_what, parameters) => {
  expect(wantedIn(`https://shop.example/search?q=x&${parameters}`, 'page')).toEqual(wantedFor('x'));
});

test('no more pages are asked for than somebody scrolls through', () => {
  expect(wantedIn('https://shop.example/?q=x&page=100000', 'page')?.page).toBe(40);
});

test('a filter without values is none', () => {
  expect(withFilter({ brand: ['A'] }, 'brand', [])).toEqual({});
  expect(withFilter({ brand: ['A'] }, 'price', { from: 1 })).toEqual({ brand: ['A'], price: { from: 1 } });
  expect(withFilter({ price: { from: 1 } }, 'price', {})).toEqual({});
});

const values = [
  { value: 'Home', count: 5 },
  { value: 'Home > Kitchen', count: 3 },
  { value: 'Home > Kitchen > Kettles', count: 2 },
  { value: 'Home > Garden', count: 2 },
  { value: 'Books', count: 1 },
];

test('paths are a tree, other values are not', () => {
  expect(isTree(values)).toBe(true);
  expect(isTree([{ value: 'Alfa', count: 1 }])).toBe(false);
  expect(isTree([{ value: 3, count: 1 }])).toBe(false);
});

test('only the chosen branch is open, down to what is below the chosen value', () => {
  const shown = (chosen: string | null) =>
    branchesOf(values, chosen).map(({ name, depth, isChosen }) => `${' '.repeat(depth)}${name}${isChosen ? '*' : ''}`);
  expect(shown(null)).toEqual(['Home', 'Books']);
  expect(shown('Home')).toEqual(['Home*', ' Kitchen', ' Garden', 'Books']);
  expect(shown('Home > Kitchen')).toEqual(['Home', ' Kitchen*', '  Kettles', ' Garden', 'Books']);
});

test('levels whose own value was not counted are there for what is below them', () => {
  expect(branchesOf([{ value: 'Home > Kitchen', count: 3 }], null)).toEqual([
    { path: 'Home', name: 'Home', depth: 0, count: null, isChosen: false },
  ]);
});

test.each([
  ['a b', {}, null],
  ['a b c', { b: ['red'], c: ['red'] }, 1],
  ['a b', { a: ['red'], b: ['red'] }, 0],
  ['a b', { a: ['red'] }, null],
])('of the items %s that lack %j, those from place %s on are less exact', (ids, missingWords, place) => {
  const items = ids.split(' ').map((id) => ({ id, score: 1, variant_count: 1, is_promoted: false }));
  expect(lessExactFrom({ items, missingWords })).toBe(place);
});
