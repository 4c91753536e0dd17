import { act, fireEvent, screen, waitFor, within } from '@testing-library/react';
import { expect, it, vi } from 'vitest';
import { setCollections } from '#ui/collection/collection.ts';
import { hasUnsaved } from '#ui/state/unsaved.ts';
import { renderAt } from '#ui/test-frame.tsx';
import { movedRows } from './ordered-rows.tsx';
import ResultSettingsPage from './result-settings.page.tsx';

const field = (name: string, own: object = {}) => ({
  name,
  type: 'text',
  is_archived: false,
  is_counted: false,
  is_path: false,
  ...own,
});
const schema = [
  field('name'),
  field('brand', { is_counted: true }),
  field('price', { type: 'float', is_counted: true }),
  field('margin', { is_archived: true }),
];
const listed = (fields: readonly { name: string; is_archived: boolean }[]) =>
  fields.map(({ name, is_archived }) => ({ field: name, is_shown: !is_archived, label: '', max_length: null }));
const settings = {
  collection_id: 1,
  fields: schema,
  results: listed(schema),
  per_page: null,
  release: 7,
  updated_at: 100,
  updated_by: 'Olga',
};
const columns = [
  { kind: 'phrases', collection_id: null, field: '', title: '', limit: 6 },
  { kind: 'items', collection_id: 1, field: 'name', title: '', limit: 6 },
  { kind: 'items', collection_id: 9, field: 'name', title: '', limit: 3 },
];
const choices = [
  { kind: 'phrases', collection_id: null, collection: '', field: '' },
  { kind: 'items', collection_id: 1, collection: 'Products', field: 'name' },
  { kind: 'values', collection_id: 1, collection: 'Products', field: 'brand' },
];

interface Call {
  readonly method: string;
  readonly path: string;
  readonly body: Record<string, unknown>;
}
const answerOf = (data: unknown) => new Response(JSON.stringify({ err: 0, msg: '', errors: [], data }));
const found = {
  items: [
    { id: 'k1', name: 'Glass kettle', price: 890, score: 9, variant_count: 1, is_promoted: false },
    { id: 'k2', name: 'Steel kettle', price: 990, score: 8, variant_count: 1, is_promoted: false },
  ],
  total_count: 12,
  facets: [
    { field: 'brand', label: 'Maker', values: [{ value: 'Nora', count: 7 }] },
    { field: 'price', values: [], min: 890, max: 1490 },
  ],
  labels: { price: 'Costs' },
};
/** A server that keeps nothing. */
async function open(address: string, { own = {} }: { own?: object } = {}) {
  const calls: Call[] = [];
  const state = { ...settings, layout_columns: columns, sort: [], facets: [], ...own };
  const stateOf = (path: string) =>
    Object.fromEntries(
      Object.entries(state).filter(
        ([part]) => !(path.endsWith('/search') ? ['layout_columns'] : ['sort', 'facets']).includes(part),
      ),
    );
  vi.stubGlobal('fetch', (url: string, { method, body }: { method: string; body: string | null }) => {
    const [path = ''] = url.split('?');
    calls.push({ method, path, body: JSON.parse(body ?? '{}') as Call['body'] });
    if (method === 'PUT') return Promise.resolve(answerOf({ ...stateOf(path), release: 8 }));
    if (path.startsWith('/api/example_queries')) return Promise.resolve(answerOf({ queries: [], is_tracked: false }));
    if (path.endsWith('/preview')) return Promise.resolve(answerOf(found));
    if (path.startsWith('/api/result-settings/')) return Promise.resolve(answerOf(stateOf(path)));
    if (path.startsWith('/api/layout-columns')) return Promise.resolve(answerOf({ columns: choices }));
    return Promise.resolve(answerOf([]));
  });
  setCollections(1, [{ id: 1, name: 'Products', item_count: 5 }]);
  await renderAt(address, () => <ResultSettingsPage />);
  await screen.findByRole('switch', { name: 'Name: shown' });
  return { sent: (method: string) => calls.findLast((one) => one.method === method)?.body };
}
const button = (name: string) => screen.getByRole('button', { name });
const bar = () => screen.queryByRole('region', { name: 'Unsaved changes' });
const rows = (list: string) =>
  within(screen.getByRole('list', { name: list }))
    .getAllByRole('listitem')
    .map((row) => row.getAttribute('data-card'));
function unfold() {
  const hidden = document.querySelector('details');
  if (hidden === null || hidden.open) return;
  hidden.open = true;
  fireEvent(hidden, new Event('toggle'));
}
const shown = (name: string) => {
  unfold();
  return screen.getByRole<HTMLInputElement>('switch', { name: `${name}: shown` });
};

it('shows what the shop gets with unsaved settings', async () => {
  const { sent } = await open('/?q=kettle');
  const preview = await screen.findByRole('region', { name: 'Preview' });
  await within(preview).findByText('12 results · Results per page: 2 · Sort: Relevance');
  for (const text of ['Maker', 'Nora', '890 – 1,490', 'Costs', 'Glass kettle', 'Steel kettle'])
    expect(within(preview).getAllByText(text).length).toBeGreaterThan(0);
  expect(within(preview).queryByText('9')).toBeNull();
  expect(sent('POST')).toMatchObject({ c: 1, q: 'kettle', per_page: null });
  fireEvent.click(shown('Price'));
  await waitFor(() => {
    const { results } = sent('POST') as { readonly results: readonly { readonly field: string; readonly is_shown: boolean }[] };
    expect(results.find(({ field: name }) => name === 'price')).toMatchObject({ is_shown: false });
  });
  expect(sent('PUT')).toBeUndefined();
});

it('has nothing to save when a change is undone or discarded', async () => {
  await open('/');
  fireEvent.click(shown('Brand'));
  fireEvent.click(shown('Brand'));
  expect(bar()).toBeNull();
  fireEvent.click(screen.getByRole('button', { name: 'More about Name' }));
  fireEvent.change(screen.getByLabelText('Label: Name'), { target: { value: 'Called' } });
  fireEvent.change(screen.getByLabelText('Max. length: Name'), { target: { value: '5' } });
  expect(screen.getByText('Enter a whole number from 10, or leave it empty.')).toBeTruthy();
  expect(button('Save and publish').hasAttribute('disabled')).toBe(true);
  fireEvent.click(button('Discard'));
  expect(bar()).toBeNull();
  fireEvent.click(screen.getByRole('button', { name: 'More about Name' }));
  expect(screen.getByLabelText<HTMLInputElement>('Label: Name').value).toBe('');
  expect(screen.getByLabelText<HTMLInputElement>('Max. length: Name').value).toBe('');
});

it('keeps one field shown, hides private ones, and cuts texts only', async () => {
  await open('/');
  fireEvent.click(shown('Brand'));
  fireEvent.click(shown('Price'));
  expect(shown('Name').disabled).toBe(true);
  expect(screen.getByText('Choose at least one field.')).toBeTruthy();
  expect(shown('margin').disabled).toBe(true);
  expect(screen.getByText('Private fields are never sent.')).toBeTruthy();
  expect(screen.getByText('3 hidden fields')).toBeTruthy();
  for (const name of ['Brand', 'Price']) {
    expect(screen.queryByLabelText(`Max. length: ${name}`)).toBeNull();
    fireEvent.click(shown(name));
  }
  for (const name of ['Price', 'Brand']) fireEvent.click(screen.getByRole('button', { name: `More about ${name}` }));
  expect(screen.queryByLabelText('Max. length: Price')).toBeNull();
  expect(screen.getByLabelText('Max. length: Brand')).toBeTruthy();
});

it('orders, adds and removes blocks, also those of a deleted collection', async () => {
  const { sent } = await open('/?tab=autocomplete');
  await screen.findByText('Its collection no longer exists.');
  expect(rows('Panel layout')).toEqual(['phrases', 'items 1', 'items 9']);
  const phrases = screen.getByRole('list', { name: 'Panel layout' }).querySelector('li')!;
  act(() => phrases.focus());
  fireEvent.keyDown(phrases, { key: 'ArrowDown', altKey: true });
  expect(rows('Panel layout')).toEqual(['items 1', 'phrases', 'items 9']);
  fireEvent.click(button('Move up: Phrases'));
  fireEvent.click(button('Remove: Deleted collection'));
  expect(rows('Panel layout')).toEqual(['phrases', 'items 1']);
  fireEvent.click(screen.getByRole('combobox', { name: 'Add block' }));
  fireEvent.click(await screen.findByRole('option', { name: 'Products · Brand' }));
  expect(rows('Panel layout')).toEqual(['phrases', 'items 1', 'values 1 brand']);
  await act(async () => button('Save and publish').click());
  expect(sent('PUT')?.['layout_columns']).toMatchObject([
    { kind: 'phrases' },
    { kind: 'items' },
    { kind: 'values', field: 'brand' },
  ]);
});

it('keeps changes when the tab is switched', async () => {
  await open('/?tab=autocomplete');
  fireEvent.click(shown('Brand'));
  fireEvent.click(screen.getByRole('tab', { name: 'Search' }));
  await waitFor(() => expect(shown('Brand').checked).toBe(true));
  expect(hasUnsaved(true)).toBe(true);
  fireEvent.click(screen.getByRole('tab', { name: 'Autocomplete' }));
  await waitFor(() => expect(shown('Brand').checked).toBe(false));
});

it('names the filters that the shop has by default, first on the page', async () => {
  await open('/', { own: { usual_facets: ['category', 'price', 'brand'] } });
  expect(screen.getByText('By default: Category, Price, Brand')).toBeTruthy();
  expect(screen.getByText('Filters').compareDocumentPosition(screen.getByText('Fields'))).toBe(Node.DOCUMENT_POSITION_FOLLOWING);
  fireEvent.click(screen.getByRole('combobox', { name: 'Add filter' }));
  fireEvent.click(await screen.findByRole('option', { name: 'Brand' }));
  expect(screen.queryByText(/^By default/)).toBeNull();
});

it('draws hidden fields only when they are unfolded', async () => {
  await open('/');
  expect(screen.getByText(/^1 hidden field/)).toBeTruthy();
  expect(screen.queryByLabelText('margin: shown')).toBeNull();
  expect(shown('margin').checked).toBe(false);
});

it('marks what the schema no longer allows, and refuses to save it', async () => {
  await open('/', { own: { sort: [{ field: 'name', order: 'asc' }] } });
  expect(screen.getByText('Long text can’t be sorted. Choose another field.')).toBeTruthy();
  fireEvent.click(shown('Brand'));
  expect(button('Save and publish').hasAttribute('disabled')).toBe(true);
  fireEvent.click(button('Remove: Name ↑'));
  expect(button('Save and publish').hasAttribute('disabled')).toBe(false);
});

it('filters thousands of fields and hides those found', async () => {
  const many = [field('name'), ...Array.from({ length: 3_000 }, (_, at) => field(`extra ${at}`))];
  await open('/', { own: { fields: many, results: listed(many) } });
  await waitFor(() => expect(rows('Fields')).toHaveLength(12));
  fireEvent.change(screen.getByLabelText('Search the list'), { target: { value: 'extra 299' } });
  expect(rows('Fields')).toHaveLength(11);
  fireEvent.click(screen.getByLabelText('Move up: extra 2990'));
  expect(rows('Fields').slice(0, 2)).toEqual(['extra 2990', 'extra 299']);
  fireEvent.click(screen.getByText('Hide all found'));
  expect(screen.getByText('2,990 of 3,001 shown')).toBeTruthy();
  expect(screen.getByText('11 hidden fields')).toBeTruthy();
});

const move = (id: string, at: number, shown = 'abcde') =>
  movedRows('abcde'.split(''), (id) => id, { id, at, shown: shown.split('') }).join('');

it('moves a row before another, also among filtered rows', () => {
  expect(move('d', 1)).toBe('adbce');
  expect(move('b', 3)).toBe('acbde');
  expect(move('d', 0, 'bd')).toBe('adbce');
  expect(move('b', 2, 'bd')).toBe('acdbe');
  expect(move('b', 1, 'b')).toBe('acdeb');
});
