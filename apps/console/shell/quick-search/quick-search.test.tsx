import { QueryClientProvider } from '@tanstack/react-query';
import { cleanup, fireEvent, screen, waitFor } from '@testing-library/react';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { setCollections } from '#ui/collection/collection.ts';
import { setOwnProjects, setSession } from '#ui/state/session.ts';
import { writeStored } from '#ui/state/stored.ts';
import { renderAt } from '#ui/test-frame.tsx';
import { queryClient } from '#apps/console/query-client.ts';
import { screens } from '#apps/console/screens.ts';
import { LoadReleasedKinds } from '#ui/releases/released-kinds.tsx';
import { releasedKinds } from '#apps/console/released-kinds.ts';
import { QuickSearch } from './quick-search.tsx';

const loadKinds = () => Promise.resolve(releasedKinds);

beforeEach(() => {
  const rights = { is_admin: false, is_owner: false, user_groups: [{ id: 2 }] };
  setSession({ person: { id: 1, name: 'Jana', surname: 'N', email: 'jana@example.com', ...rights }, project: null });
});

const opening = { key: 'k', ctrlKey: true };

async function show(keys: readonly object[] = [opening]) {
  const { router } = await renderAt('/dashboard', () => (
    <QueryClientProvider client={queryClient}>
      <LoadReleasedKinds value={loadKinds}>
        <QuickSearch />
      </LoadReleasedKinds>
    </QueryClientProvider>
  ));
  for (const key of keys) fireEvent.keyDown(document.body, key);
  return { router, input: await screen.findByLabelText('Search screens and items') };
}
/** What somebody of the group for search settings can add, in the order of the menu. */
const added = screens.flatMap(({ needs, adds }) => (needs === 'search' && adds !== undefined ? adds : []));
const typed = (query: string) => [`With “${query}”`, 'Try it in the query tester', 'Add synonym', 'Add curation'];
const option = (text: string) =>
  screen.getByText((_, element) => element?.role === 'option' && element.textContent.startsWith(text));
const lines = () => [...document.querySelectorAll('[role=option], [role=presentation]')].map(({ textContent }) => textContent);

it('starts with recent screens and the things the person may add', async () => {
  writeStored('recent', JSON.stringify(['/dashboard', '/data/import', '/search-settings/synonyms', '/gone']));
  await show();
  expect(lines()).toEqual(['Recent', 'Synonyms', 'Actions', ...added, 'Add project']);
});

it("ignores corrupt recent screens in the browser's storage", async () => {
  writeStored('recent', '{"a":');
  await show();
  expect(lines()).toEqual(['Actions', ...added, 'Add project']);
});

it('takes letters that are typed before its field has the focus', async () => {
  const { input } = await show([opening, { key: 'k' }, { key: 'e' }, { key: 'Tab' }]);
  expect(input).toHaveProperty('value', 'ke');
});

it('keeps the choice of the keys in view', async () => {
  const scrolled = vi.spyOn(Element.prototype, 'scrollIntoView').mockImplementation(() => Promise.resolve() as never);
  const { input } = await show();
  for (const _ of [1, 2]) fireEvent.keyDown(input, { key: 'ArrowDown' });
  expect(scrolled.mock.contexts.at(-1)).toBe(document.querySelector('[aria-selected=true]'));
  scrolled.mockRestore();
});

it('finds an action by its words and opens its form', async () => {
  const { router, input } = await show();
  fireEvent.change(input, { target: { value: 'ADD SYN' } });
  await waitFor(() => expect(lines()).toEqual(['Actions', 'Add synonym']));
  fireEvent.keyDown(input, { key: 'Enter' });
  await waitFor(() => expect(router.latestLocation.href).toBe('/search-settings/synonyms?edit=new'));
});

describe('once two letters are typed', () => {
  beforeEach(() => {
    vi.stubGlobal('fetch', async (url: string) => {
      const data = url.startsWith('/api/quick_search?') && url.includes('kettle') ? [{ id: 'k7', name: 'Red kettle' }] : [];
      return Response.json({ err: 0, msg: '', data, errors: [] });
    });
    setCollections(5, [{ id: 3, name: 'Products', item_count: 5 }]);
  });
  afterEach(() => {
    // A page that stands asks again for what is forgotten.
    cleanup();
    queryClient.clear();
    vi.unstubAllGlobals();
    setOwnProjects([]);
  });

  it.each([
    [1, '/dashboard?dialog=item&shown=k7&c=3'],
    [2, '/developer/documents?c=3&item=k7'],
  ])('an item is found by group %i, too, and leads to what that person may see of it', async (group, address) => {
    const person = { id: 1, name: 'Jana', surname: 'N', email: 'jana@example.com', is_admin: false, is_owner: false };
    setSession({ person: { ...person, user_groups: [{ id: group }] }, project: null });
    const { router, input } = await show();
    fireEvent.change(input, { target: { value: 'kettle' } });
    fireEvent.click(await waitFor(() => option('Red kettle')));
    await waitFor(() => expect(router.latestLocation.href).toBe(address));
  });

  it('a query is found with its figures, and the rules that act on it', async () => {
    const person = { id: 1, name: 'Jana', surname: 'N', email: 'jana@example.com', is_admin: false, is_owner: true };
    setSession({ person: { ...person, user_groups: [] }, project: null });
    const answers: Record<string, object> = {
      '/api/widget/trending-searches': {
        items: [{ query: 'kettles', count: 70, item_count: 3 }],
        total_count: 1,
        total_pages: 1,
      },
      '/api/widget/query_now': {
        items: [],
        total_count: 3,
        took: 1,
        redirect: null,
        rules: [
          { source: 'boosts', id: 1, name: 'Availability' },
          { source: 'synonyms', id: 4, name: 'kettel' },
        ],
      },
    };
    vi.stubGlobal('fetch', async (url: string) =>
      Response.json({ err: 0, msg: '', data: answers[url.split('?')[0]!] ?? [], errors: [] }),
    );
    const { router, input } = await show();
    fireEvent.change(input, { target: { value: 'kettle' } });
    await waitFor(() =>
      expect(lines()).toEqual([
        'Queries',
        'kettles70 searches in 7 days · 3 items',
        'Rules',
        'kettelSynonyms',
        ...typed('kettle'),
      ]),
    );
    expect([...document.querySelectorAll('mark')].map(({ textContent }) => textContent)).toEqual(['kettle']);
    fireEvent.click(option('kettles'));
    await waitFor(() => expect(router.latestLocation.href).toBe('/analytics/trending-searches/item?q=kettles'));
  });

  it('offers what can be done with a query that nothing matches', async () => {
    const { router, input } = await show();
    fireEvent.change(input, { target: { value: 'sneakers' } });
    await waitFor(() => expect(lines()).toEqual(typed('sneakers')));
    fireEvent.click(screen.getByText('Add curation'));
    await waitFor(() => expect(router.latestLocation.search).toMatchObject({ id: 'new', query: 'sneakers' }));
  });

  it('another project is found by its name', async () => {
    const rights = { is_admin: false, is_owner: true, user_groups: [] };
    setOwnProjects([{ id: 8, name: 'Garden shop', token: 'green', type: 'search_plugin', is_live: true, rights }]);
    const { input } = await show();
    fireEvent.change(input, { target: { value: 'garden' } });
    await waitFor(() => expect(lines()).toEqual(['Projects', 'Garden shop', ...typed('garden')]));
  });
});
