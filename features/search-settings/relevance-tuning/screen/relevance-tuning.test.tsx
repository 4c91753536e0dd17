import { act, cleanup, fireEvent, screen, waitFor, within } from '@testing-library/react';
import { expect, it, vi } from 'vitest';
import { setCollections } from '#ui/collection/collection.ts';
import { hasUnsaved } from '#ui/state/unsaved.ts';
import { renderAt } from '#ui/test-frame.tsx';
import RelevanceTuningPage from './relevance-tuning.page.tsx';

const tuning = {
  searchable: true,
  weight: 10,
  wildcard: 0.8,
  phrase_weight: 2,
  user_phrase_check: '0',
  boostable: false,
  fuzzy: true,
  shingle: true,
  stemmer: true,
};
const field = (id: number, name: string, own: object = {}) => ({
  id,
  collection_id: 1,
  field_name: name,
  type: 'text',
  ...tuning,
  boosts: [],
  found_count: 5,
  is_archived: false,
  is_counted: false,
  is_long: false,
  built: { searchable: true, stemmer: true },
  ...own,
});
const beside = {
  relevant_rate: 70,
  in_stock_first: true,
  learning: 'careful',
  has_stock: true,
  has_meaning: false,
  fuses_meaning: false,
  item_count: 5,
  language: 'en',
  has_stemmer: true,
  updated_at: 100,
  updated_by: null,
  release: 7,
  defaults: null,
};
const fields = [
  field(1, 'name'),
  field(2, 'notes', { weight: 1 }),
  field(3, 'empty', { weight: 0.5, found_count: 0 }),
  field(4, 'margin', { searchable: false, weight: 0 }),
];

interface Call {
  readonly method: string;
  readonly url: string;
  readonly body: Record<string, unknown>;
}

/** A server that keeps nothing; `answers` are given first to last to what is saved. */
async function open(answers: readonly Response[] = [], address = '/', more: Partial<typeof beside> = {}) {
  const calls: Call[] = [];
  const saves = [...answers];
  const state = { fields, beside: { ...beside, ...more } };
  vi.stubGlobal('fetch', (url: string, { method, body }: { method: string; body: string | null }) => {
    calls.push({ method, url, body: JSON.parse(body ?? '{}') as Call['body'] });
    if (method === 'PUT') return Promise.resolve(saves.shift() ?? answerOf(state.fields, state.beside));
    if (url.startsWith('/api/relevance_tuning?')) return Promise.resolve(answerOf(state.fields, state.beside));
    if (url.startsWith('/api/relevance_tuning/matches')) return Promise.resolve(answerOf({ counts: [90, 70, 2], needed: 2 }));
    if (url.startsWith('/api/publish_gate')) return Promise.resolve(answerOf({ source: 'phrases', queries: [] }));
    if (url.startsWith('/api/example_queries')) return Promise.resolve(answerOf({ queries: [], is_tracked: false }));
    return Promise.resolve(answerOf([]));
  });
  setCollections(1, [{ id: 1, name: 'Products', item_count: 5 }]);
  await renderAt(address, () => <RelevanceTuningPage />);
  await waitFor(() => searched('Name'));
  const put = () => calls.findLast(({ method }) => method === 'PUT')?.body;
  return { calls, state, put };
}
const answerOf = (data: unknown, more: object = {}) =>
  new Response(JSON.stringify({ err: 0, msg: '', errors: [], ...more, data }));
const failureOf = (code: string, parameters = {}, status = 409) =>
  new Response(JSON.stringify({ err: 1, msg: '', data: null, errors: [{ field: '', code, message: code, parameters }] }), {
    status,
  });

/** Looking for roles goes through the whole page each time. */
function one(selector: string, isIt: (element: HTMLElement) => boolean = () => true): HTMLElement {
  const found = [...document.querySelectorAll<HTMLElement>(selector)].find(isIt);
  if (!found) throw new Error(`There is no ${selector}.`);
  return found;
}
const weightOf = (name: string) => one(`[role=slider][aria-label="Weight of ${name}"]`);
const searched = (name: string) => one(`[role=switch][aria-label="${name}: searched"]`);
const bar = () => one('[data-save-bar]');
const noBar = () => expect(document.querySelector('[data-save-bar]')).toBeNull();
/** Its name goes on with what it does. */
const switchOf = (name: string) =>
  one('[role=switch]', (element) => element.closest('label')?.textContent.startsWith(name) === true);
const button = (name: string) => one('button', (element) => (element.getAttribute('aria-label') ?? element.textContent) === name);
const press = (name: string) => fireEvent.click(button(name));

it('arrows change a weight by a tenth; changes are shown and can be reset field by field', async () => {
  await open();
  fireEvent.keyDown(weightOf('notes'), { key: 'ArrowRight' });
  fireEvent.click(searched('Name'));
  expect(within(bar()).getByText('2 changes')).toBeTruthy();
  expect(bar().textContent).toContain('Name: Searched On → Off · notes 1.0 → 1.1');
  expect(hasUnsaved()).toBe(true);
  press('Reset Name');
  press('Reset notes');
  noBar();
});

it('saving checks first, then sends only the changed fields, with the version that was edited', async () => {
  const { put } = await open();
  fireEvent.keyDown(weightOf('notes'), { key: 'ArrowRight' });
  press('Save and publish');
  await waitFor(() => expect(put()).toBeTruthy());
  expect(put()).toEqual({
    collection_id: 1,
    relevant_rate: 70,
    in_stock_first: true,
    learning: 'careful',
    fuses_meaning: false,
    fields: [{ id: 2, ...tuning, weight: 1.1 }],
    updated_at: 100,
    expected: { checked: 0, changed: 0, changed_share: 0, emptied: 0, queries: [] },
  });
  expect(await screen.findByText('Live now. 0% of searches changed.')).toBeTruthy();
  noBar();
});

it('changes saved by somebody else are shown beside the edits, and overwritten only on request', async () => {
  const { state, put } = await open([failureOf('changedMeanwhile', { person: 'Jana Nová', at: 200 })]);
  fireEvent.keyDown(weightOf('notes'), { key: 'ArrowRight' });
  state.fields = [field(1, 'name', { weight: 4 }), field(2, 'notes', { weight: 3 }), ...fields.slice(2)];
  state.beside = { ...beside, updated_at: 200 };
  press('Save and publish');
  expect(await screen.findByText(/Jana Nová saved this/)).toBeTruthy();
  await waitFor(() => one('tr', (row) => row.textContent === 'notes: Weight1.0 → 3.01.1'));
  one('tr', (row) => row.textContent === 'Name: Weight10.0 → 4.0not changed');
  expect(document.querySelectorAll('[role=alert] tbody tr').length).toBe(2);
  expect(weightOf('notes').getAttribute('aria-valuenow')).toBe('1.1');
  expect(weightOf('Name').getAttribute('aria-valuenow')).toBe('4');
  await act(async () => press('Keep mine on top'));
  await waitFor(() => expect(put()).toMatchObject({ updated_at: 200, fields: [{ id: 2, weight: 1.1 }] }));
});

it('the match rate shows how many words must match, rounded like the engine', async () => {
  await open();
  expect(screen.getByText('Needed words: 1 of 2 · 2 of 3 · 2 of 4 · 3 of 5')).toBeTruthy();
  const rate = one('[role=slider][aria-label="Match rate"]');
  for (let stop = 0; stop < 3; stop += 1) fireEvent.keyDown(rate, { key: 'ArrowRight' });
  expect(screen.getByText('Needed words: 2 of 2 · 3 of 3 · 4 of 4 · 5 of 5')).toBeTruthy();
  expect(bar().textContent).toContain('Match rate 70% → ALL');
});

it('the match rate shows how many items a query of several words finds', async () => {
  const { calls } = await open([], '/?q=red+garden+hose');
  const example = await screen.findByRole('region', { name: 'Example' });
  expect(example.textContent).toContain('“red garden hose”');
  for (const line of ['at least 3 of 3 words2 items', 'at least 2 of 3 words70 items', 'at least 1 of 3 words90 items'])
    expect(example.textContent).toContain(line);
  expect(within(example).getByText('2 words are needed: 70 items are found.')).toBeTruthy();
  const rate = one('[role=slider][aria-label="Match rate"]');
  for (let stop = 0; stop < 3; stop += 1) fireEvent.keyDown(rate, { key: 'ArrowRight' });
  await within(example).findByText('Fewer than 60 items have 3 words, so 2 is enough: 70 items are found.');
  const asked = () =>
    calls.flatMap(({ url, body }) => (url.endsWith('/matches') ? [[body['q'], body['relevant_rate']].join(' ')] : []));
  await waitFor(() => expect(asked()).toEqual(['red garden hose 70', 'red garden hose 100']));
});

it('turns off lowering items out of stock, and says when no field says what is in stock', async () => {
  const { state, put } = await open();
  expect(screen.getByText('Lowers scores of items out of stock by 15%. Clearly better matches stay first.')).toBeTruthy();
  fireEvent.click(switchOf('Lower items out of stock'));
  expect(bar().textContent).toContain('Lower items out of stock On → Off');
  state.beside = { ...beside, has_stock: false };
  press('Save and publish');
  await waitFor(() => expect(put()).toMatchObject({ in_stock_first: false, fields: [] }));
  expect(await screen.findByText(/Does nothing yet/)).toBeTruthy();
});

it('changes how far visitors’ choices move items', async () => {
  const { put } = await open();
  expect(screen.getByText('A score changes at most ×1.5.')).toBeTruthy();
  fireEvent.click(screen.getByRole('radio', { name: 'Off' }));
  expect(screen.getByText('Visitors’ choices change nothing.')).toBeTruthy();
  expect(bar().textContent).toContain('Learning from visitors Careful → Off');
  press('Save and publish');
  await waitFor(() => expect(put()).toMatchObject({ learning: 'off', fields: [] }));
});

it('ranks by words and meaning together, only where the collection is searched by meaning', async () => {
  await open();
  expect(screen.queryByText('By words and meaning together')).toBeNull();
  cleanup();
  const { put } = await open([], '/', { has_meaning: true });
  fireEvent.click(screen.getByRole('radio', { name: 'By words and meaning together' }));
  expect(screen.getByText(/All queries are sent to the model\./)).toBeTruthy();
  expect(bar().textContent).toContain('Search by meaning By words, and rescue by meaning → By words and meaning together');
  press('Save and publish');
  await waitFor(() => expect(put()).toMatchObject({ fuses_meaning: true, fields: [] }));
});

it('a field that no item has shows a warning, and an opened field shows all of its properties', async () => {
  await open([], '/?field=empty');
  expect(await screen.findByText('Searched, but filled in for 0 items.')).toBeTruthy();
  expect(screen.getByText(/1 warning/)).toBeTruthy();
  for (const name of ['Beginnings of words', 'Words side by side', 'Typos', 'Joined words', 'May be used by boosts'])
    expect(switchOf(name)).toBeTruthy();
  fireEvent.click(switchOf('Beginnings of words'));
  fireEvent.click(switchOf('Beginnings of words'));
  noBar();
});
