import { act, fireEvent, screen, waitFor, within } from '@testing-library/react';
import { expect, it, vi } from 'vitest';
import { setCollections } from '#ui/collection/collection.ts';
import { hasUnsaved } from '#ui/state/unsaved.ts';
import { renderAt } from '#ui/test-frame.tsx';
import ResultSettingsPage from './result-settings.page.tsx';

const field = (name: string, own: object = {}) => ({
  name,
  type: 'text',
  is_archived: false,
  is_counted: false,
  is_path: false,
  found_count: 5,
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
const found = { total_count: 0, took: 1, query_id: 'x', items: [], facets: [] };

interface Call {
  readonly method: string;
  readonly path: string;
  readonly body: Record<string, unknown>;
}
const answerOf = (data: unknown) => new Response(JSON.stringify({ err: 0, msg: '', errors: [], data }));
const refused = (status: number, errors: readonly object[]) =>
  new Response(JSON.stringify({ err: 1, msg: '', errors, data: null }), { status });

/** A server that keeps nothing; `saves` are answered first to last. */
async function open(address: string, { saves = [], own = {} }: { saves?: Response[]; own?: object } = {}) {
  const calls: Call[] = [];
  const state = { ...settings, layout_columns: columns, sort: [], facets: [], ...own };
  vi.stubGlobal('fetch', (url: string, { method, body }: { method: string; body: string | null }) => {
    const [path = ''] = url.split('?');
    calls.push({ method, path, body: JSON.parse(body ?? '{}') as Call['body'] });
    if (method === 'PUT') return Promise.resolve(saves.shift() ?? answerOf({ ...state, release: 8 }));
    if (path.endsWith('/query')) return Promise.resolve(answerOf({ ...found, columns: [], collections: [], suggestions: [] }));
    if (path.startsWith('/api/result-settings/')) return Promise.resolve(answerOf(state));
    if (path.startsWith('/api/layout-columns')) return Promise.resolve(answerOf({ columns: choices }));
    if (path.startsWith('/api/example_queries')) return Promise.resolve(answerOf({ queries: ['kettle'], is_tracked: false }));
    return Promise.resolve(answerOf([]));
  });
  setCollections(1, [{ id: 1, name: 'Products', item_count: 5 }]);
  await renderAt(address, () => <ResultSettingsPage />);
  await screen.findByRole('switch', { name: 'name: shown' });
  return { calls, state, sent: (method: string) => calls.findLast((one) => one.method === method)?.body };
}
const button = (name: string) => screen.getByRole('button', { name });
const bar = () => screen.queryByRole('region', { name: 'Unsaved changes' });
const rows = (list: string) =>
  within(screen.getByRole('list', { name: list }))
    .getAllByRole('listitem')
    .map((row) => row.getAttribute('data-card'));
const shown = (name: string) => screen.getByRole<HTMLInputElement>('switch', { name: `${name}: shown` });

it('a change is tried by the sample before it is saved, and saved as it was tried', async () => {
  const { sent, calls } = await open('/?tab=search&q=kettle');
  expect(bar()).toBeNull();
  fireEvent.click(shown('brand'));
  expect(bar()?.textContent).toContain('Hidden fields + brand');
  expect(hasUnsaved(true)).toBe(true);
  await waitFor(() => expect(sent('POST')?.['results']).toMatchObject([{}, { field: 'brand', is_shown: false }, {}, {}]));
  expect(sent('POST')).toMatchObject({ q: 'kettle', collection_id: 1 });
  expect(calls.filter(({ method }) => method === 'PUT')).toEqual([]);
  await act(async () => button('Save and publish').click());
  expect(sent('PUT')).toMatchObject({ updated_at: 100, results: sent('POST')?.['results'] });
  expect(sent('PUT')).not.toHaveProperty('layout_columns');
  expect(await screen.findByText('Saved. Live now, release 8.')).toBeTruthy();
});

it('a change that is taken back, or discarded, is none', async () => {
  await open('/?tab=search');
  fireEvent.click(shown('brand'));
  fireEvent.click(shown('brand'));
  expect(bar()).toBeNull();
  fireEvent.change(screen.getByLabelText('Label: name'), { target: { value: 'Called' } });
  fireEvent.change(screen.getByLabelText('Max. length: name'), { target: { value: '5' } });
  expect(screen.getByText('A whole number, 10 or more, or empty.')).toBeTruthy();
  expect(button('Save and publish').hasAttribute('disabled')).toBe(true);
  fireEvent.click(button('Discard'));
  expect(bar()).toBeNull();
  expect(screen.getByLabelText<HTMLInputElement>('Label: name').value).toBe('');
  expect(screen.getByLabelText<HTMLInputElement>('Max. length: name').value).toBe('');
});

it('the last shown field stays, an archived one is never sent, and only texts are cut', async () => {
  await open('/?tab=search');
  fireEvent.click(shown('brand'));
  fireEvent.click(shown('price'));
  expect(shown('name').disabled).toBe(true);
  expect(screen.getByText('At least one field is needed.')).toBeTruthy();
  expect(shown('margin').disabled).toBe(true);
  expect(screen.getByText('Private fields are never sent.')).toBeTruthy();
  expect(screen.getByLabelText<HTMLInputElement>('Max. length: price').disabled).toBe(true);
  expect(screen.getByLabelText<HTMLInputElement>('Max. length: brand').disabled).toBe(false);
});

it('blocks are ordered by keys and buttons, and one of a deleted collection says so and can go', async () => {
  const { sent } = await open('/');
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
  fireEvent.click(await screen.findByRole('option', { name: 'Products · brand' }));
  expect(rows('Panel layout')).toEqual(['phrases', 'items 1', 'values 1 brand']);
  await act(async () => button('Save and publish').click());
  expect(sent('PUT')?.['layout_columns']).toMatchObject([
    { kind: 'phrases' },
    { kind: 'items' },
    { kind: 'values', field: 'brand' },
  ]);
});

it('changes of one tab outlive a look at the other', async () => {
  await open('/');
  fireEvent.click(shown('brand'));
  fireEvent.click(screen.getByRole('tab', { name: 'Search' }));
  await waitFor(() => expect(shown('brand').checked).toBe(true));
  expect(hasUnsaved(true)).toBe(true);
  fireEvent.click(screen.getByRole('tab', { name: 'Autocomplete' }));
  await waitFor(() => expect(shown('brand').checked).toBe(false));
});

it('what somebody else saved first is shown beside the own changes, and replaced only on request', async () => {
  const conflict = { field: '', code: 'changedMeanwhile', message: '', parameters: { person: 'Jana Nová', at: 200 } };
  const { sent, state } = await open('/?tab=search', { saves: [refused(409, [conflict])] });
  fireEvent.click(shown('brand'));
  Object.assign(state, { per_page: 5, updated_at: 200 });
  await act(async () => button('Save and publish').click());
  const alert = await screen.findByRole('alert');
  expect(alert.textContent).toContain('Jana Nová saved this in the meantime');
  await waitFor(() => expect(alert.textContent).toContain('Results per page'));
  const cells = within(alert)
    .getAllByRole('row')
    .map((row) => row.textContent);
  expect(cells).toContain('Results per pageResults per page – → 5not changed');
  expect(shown('brand').checked).toBe(false);
  await act(async () => fireEvent.click(await screen.findByRole('button', { name: 'Replace it' })));
  await waitFor(() => expect(sent('PUT')).toMatchObject({ updated_at: 200, per_page: null }));
});

it('what the schema no longer allows is marked at its place, and neither tried nor saved', async () => {
  const { calls } = await open('/?tab=search&q=kettle', { own: { sort: [{ field: 'name', order: 'asc' }] } });
  expect(screen.getByText('Not sortable: it is text in many words.')).toBeTruthy();
  expect(screen.getByText('The sample waits until the marked places are right.')).toBeTruthy();
  fireEvent.click(shown('brand'));
  expect(button('Save and publish').hasAttribute('disabled')).toBe(true);
  fireEvent.click(button('Remove: name'));
  expect(button('Save and publish').hasAttribute('disabled')).toBe(false);
  await waitFor(() => expect(calls.some(({ method }) => method === 'POST')).toBe(true));
});

it('of thousands of fields a part is on screen, all can be found, and those that are found are hidden together', async () => {
  const many = [field('name'), ...Array.from({ length: 3_000 }, (_, at) => field(`extra ${at}`))];
  await open('/?tab=search', { own: { fields: many, results: listed(many) } });
  expect(rows('Fields')).toHaveLength(40);
  fireEvent.change(screen.getByLabelText('Filter fields'), { target: { value: 'extra 299' } });
  expect(rows('Fields')).toHaveLength(11);
  fireEvent.click(screen.getByText('Hide all found'));
  expect(screen.getByText('2,990 of 3,001 shown')).toBeTruthy();
  fireEvent.click(screen.getByLabelText('Move up: extra 2990'));
  expect(rows('Fields').slice(0, 2)).toEqual(['extra 2990', 'extra 299']);
});
