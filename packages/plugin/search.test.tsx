import { expect, test, vi } from 'vitest';
import { type PluginStart, usualSettings } from '#contract/plugin/plugin-settings.ts';
import { attachField } from './fields/attached-field.ts';
import { frontCalls } from './calls.ts';
import { Search } from './search.ts';
import { Shop } from './shop.ts';

const script = 'https://search.example/plugin.js';

/** A shop whose page of results is this one; its server corrects `backpak` and finds no `xyzzyq`. */
function open(): { readonly search: Search; readonly input: HTMLInputElement } {
  document.body.innerHTML = '<input type="search"><main></main>';
  vi.stubGlobal('fetch', (address: string) => {
    const corrected = new URL(address).searchParams.get('q') === 'backpak' ? 'backpack' : null;
    const items = [{ id: '1', name: 'A', image: '/sample-shop/pictures/1.svg', availability: 'in_stock' }];
    const isFound = !address.includes('q=xyzzyq');
    const found = {
      items: isFound ? items : [],
      total_count: Number(isFound),
      total_pages: 1,
      facets: [],
      is_relaxed: false,
      redirect: null,
    };
    return Promise.resolve(Response.json({ data: { ...found, corrected_query: corrected, query_id: 'q' } }));
  });
  const settings = { ...usualSettings, results: 'page', page_path: location.pathname } as const;
  const start: PluginStart = { is_live: true, settings, language: 'en', facets: [], sorts: [], labels: {}, per_page: 24 };
  const shop = new Shop({ calls: frontCalls({ script, token: 'x', preview: null }), language: 'en' }, start);
  const search = new Search(shop);
  const input = document.querySelector('input')!;
  attachField(input, shop, search);
  return { search, input };
}
const results = () => document.querySelector('[data-aisle="results"]')!.shadowRoot!;

test('the field holds the query of the results when going back and forward', async () => {
  const { search, input } = open();
  search.follow();
  await search.search('kettle');
  await search.search('backpack');
  expect(input.value).toBe('backpack');
  history.back();
  await vi.waitFor(() => expect(input.value).toBe('kettle'));
  history.forward();
  await vi.waitFor(() => expect(input.value).toBe('backpack'));
});

test('heads corrected results by the corrected query, with stock and the picture of the search server', async () => {
  const { search } = open();
  search.follow();
  await search.search('backpak');
  await vi.waitFor(() => expect(results().querySelector('h2')?.textContent).toContain('Results for “backpack”'));
  expect(results().querySelector('.note')?.textContent).toBe('You typed “backpak”.');
  expect(results().querySelector('.in-stock')?.textContent).toBe('In stock');
  expect(results().querySelector('img')?.src).toBe('https://search.example/sample-shop/pictures/1.svg');
});

test('says once that nothing was found', async () => {
  const { search } = open();
  search.follow();
  await search.search('xyzzyq');
  await vi.waitFor(() => expect(results().querySelector('h2')?.textContent).toBe('Nothing found for “xyzzyq”'));
  expect(results().textContent?.match(/xyzzyq/g)).toHaveLength(1);
});
