import { act, fireEvent, screen, waitFor, within } from '@testing-library/react';
import { expect, it, vi } from 'vitest';
import { setCollections } from '#ui/collection/collection.ts';
import { renderAt } from '#ui/test-frame.tsx';
import CatalogSettingsPage from './catalog-settings.page.tsx';

const field = (name: string, own: object = {}) => ({
  name,
  type: 'text',
  is_archived: false,
  is_counted: true,
  is_path: false,
  ...own,
});
const fields = [field('category', { is_path: true }), field('price', { type: 'float' })];
const settings = {
  collection_id: 1,
  fields,
  results: fields.map(({ name }) => ({ field: name, is_shown: true, label: '', max_length: null })),
  per_page: null,
  sort: [],
  facets: [],
  path_field: null,
  path_sorts: [],
  usual_facets: ['category', 'price'],
  release: 7,
  updated_at: 100,
  updated_by: null,
};
const category = (path: string, item_count: number, with_price: number | null) => ({
  path,
  item_count,
  with_price,
  in_stock: item_count,
});
const categories = [category('Kitchen', 10, 10), category('Kitchen > Kettles', 8, 4), category('Kitchen > Pans', 2, null)];

const answerOf = (data: unknown) => new Response(JSON.stringify({ err: 0, msg: '', errors: [], data }));

const previewed: Record<string, unknown>[] = [];
const found = {
  items: [{ id: 'p1', name: 'Pan', score: 1, variant_count: 1, is_promoted: false }],
  total_count: 1,
  facets: [],
  categories: [{ name: 'Kettles', path: 'Kitchen > Kettles', count: 8 }],
};

async function open({ listed = categories, address = '/' } = {}) {
  const sent: Record<string, unknown>[] = [];
  vi.stubGlobal('fetch', (url: string, request: { method: string; body: string | null } = { method: 'GET', body: null }) => {
    if (request.method === 'PUT') sent.push(JSON.parse(request.body ?? '{}') as Record<string, unknown>);
    if (url.endsWith('/catalog/preview')) {
      previewed.push(JSON.parse(request.body ?? '{}') as Record<string, unknown>);
      return Promise.resolve(answerOf(found));
    }
    if (url.includes('/catalog-info/all'))
      return Promise.resolve(answerOf({ path_field: 'category', categories: listed, item_count: 12, without_category: 2 }));
    return Promise.resolve(answerOf(settings));
  });
  setCollections(1, [{ id: 1, name: 'Products', item_count: 12 }]);
  await renderAt(address, () => <CatalogSettingsPage />);
  await screen.findByRole('tab', { name: 'Categories' });
  return sent;
}
const row = (name: string) => screen.getByRole('row', { name: new RegExp(`^${name}`) });
const sortOf = (path: string) => screen.getByLabelText(new RegExp(`^Default sort: ${path}(, |$)`), { selector: 'button, input' });
const shownSort = (path: string) => (sortOf(path) as HTMLInputElement).value || sortOf(path).textContent;
const choose = async (path: string, option: string) => {
  fireEvent.click(sortOf(path));
  fireEvent.click((await screen.findAllByRole('option', { name: option })).at(-1)!);
};

it('inherits the sort of the category above, saves sorts and resets one', async () => {
  const sent = await open();
  await waitFor(() => expect(shownSort('Kitchen')).toBe('Relevance'));
  await choose('Kitchen', 'Price ↑');
  await waitFor(() => expect(shownSort('Kitchen › Kettles')).toBe('Price ↑'));
  await choose('Kitchen › Kettles', 'Price ↓');
  await choose('Kitchen › Pans', 'Price ↓');
  fireEvent.click(within(row('Kitchen › Pans')).getByRole('button', { name: /^Reset/ }));
  await waitFor(() => expect(shownSort('Kitchen › Pans')).toBe('inherits: Price ↑'));
  await act(async () => screen.getByRole('button', { name: 'Save and publish' }).click());
  expect(sent[0]?.['path_sorts']).toEqual([
    { path: 'Kitchen', field: 'price', order: 'asc' },
    { path: 'Kitchen > Kettles', field: 'price', order: 'desc' },
  ]);
});

it('lists the fullest category as the shop does, and offers the filters of search', async () => {
  const sent = await open({ address: '/?tab=results' });
  const preview = await screen.findByRole('region', { name: 'Preview' });
  await within(preview).findByText('Pan');
  expect(within(preview).getByText('Subcategories').parentElement?.textContent).toContain('Kettles 8');
  expect(previewed.at(-1)).toMatchObject({ c: 1, path: 'Kitchen', facets: [] });
  fireEvent.click(screen.getByRole('button', { name: 'Add the filters of search: Category, Price' }));
  await waitFor(() => expect(previewed.at(-1)).toMatchObject({ facets: [{ field: 'category' }, { field: 'price' }] }));
  expect(sent).toEqual([]);
});

it('disables the download when there are no categories', async () => {
  await open({ listed: [] });
  expect(await screen.findByText('No item has a category.')).toBeTruthy();
  expect(screen.getByRole('button', { name: 'Export CSV' }).hasAttribute('disabled')).toBe(true);
});
