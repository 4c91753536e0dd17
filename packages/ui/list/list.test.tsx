import { fireEvent, screen, waitFor, act, renderHook, render } from '@testing-library/react';
import * as z from 'zod/mini';
import { expect, it, vi } from 'vitest';
import { MantineProvider } from '@mantine/core';
import { type QueryClient, useQueryClient } from '@tanstack/react-query';
import { pageOf, PageQuery } from '#contract/page.ts';
import { endpoint } from '#contract/endpoint.ts';
import { Search } from 'lucide-react';
import { setSession } from '#ui/state/session.ts';
import { useList, useShortList } from './list.ts';
import { PlainTable } from './table.tsx';
import { renderAt } from '#ui/test-frame.tsx';
import { useSelection } from './selection.ts';
import { Count } from './table-footer.tsx';
import { SearchInput } from './search-input.tsx';

const listShops = endpoint('GET /api/shops', {
  needs: 'user',
  summary: 'Lists shops',
  output: z.array(z.object({ name: z.string() })),
});

const pageShops = endpoint('GET /api/pages', {
  needs: 'user',
  summary: 'Lists shops by page',
  input: PageQuery,
  output: pageOf(z.object({ name: z.string() })),
});

const serveShops = (...names: readonly string[]) =>
  vi.stubGlobal('fetch', async () => {
    const data = names.map((name) => ({ name }));
    return new Response(JSON.stringify({ err: 0, msg: '', data, errors: [] }));
  });

function Shops() {
  const list = useShortList(listShops, {}, { name: ({ name }) => name });
  return (
    <button type="button" onClick={() => list.setSearch('zidle')}>
      {`${list.rows?.map(({ name }) => name).join(' ')} of ${list.totalCount}, ${list.isEmpty ? 'empty' : 'some'}`}
    </button>
  );
}

const shown = (text: string) => waitFor(() => expect(screen.getByRole('button').textContent).toBe(text));

it('finds without regard to case and diacritics', async () => {
  serveShops('Židle', 'Stoly', 'ZIDLE 2');
  const { router } = await renderAt('/shops', () => <Shops />);
  await shown('Židle Stoly ZIDLE 2 of 3, some');
  fireEvent.click(screen.getByRole('button'));
  await shown('Židle ZIDLE 2 of 2, some');
  expect(router.state.location.search).toEqual({ search: 'zidle' });
});

it('says no more that there are no rows as soon as there are some', async () => {
  const listed = (...names: readonly string[]) => ({
    items: names.map((name) => ({ name })),
    total_count: names.length,
    total_pages: 1,
  });
  vi.stubGlobal('fetch', async () => Response.json({ err: 0, msg: '', errors: [], data: listed() }));
  const drawn: string[] = [];
  let client: QueryClient | undefined;
  await renderAt('/pages', () => {
    client = useQueryClient();
    const list = useList(pageShops, {});
    drawn.push(`${list.newestRows?.length} ${list.isEmpty ? 'empty' : 'some'}`);
    return <p>{list.rows?.length}</p>;
  });
  await screen.findByText('0');
  client!.setQueriesData({ queryKey: [pageShops.path] }, listed('Stoly'));
  await screen.findByText('1');
  expect(drawn).toContain('0 empty');
  expect(drawn).not.toContain('1 empty');
});

it('sorts numbers in names by their value', async () => {
  serveShops('Shop 10', 'Shop 9', 'Shop 1');
  await renderAt('/shops?sort=name&order=desc', () => <Shops />);
  await shown('Shop 10 Shop 9 Shop 1 of 3, some');
});

it('shows the last page where the address asks for one beyond it', async () => {
  serveShops(...Array.from({ length: 21 }, (_, index) => `S${index}`));
  await renderAt('/shops?page=9', () => <Shops />);
  await shown('S20 of 21, some');
});

it('tells nothing there at all from nothing found', async () => {
  serveShops('Stoly');
  await renderAt('/shops?search=lampa', () => <Shops />);
  await shown(' of 0, some');
});

it('says once what the rows do not offer without a right', async () => {
  const person = { is_admin: false, is_owner: false, user_groups: [{ id: 1 }] };
  setSession({ person, project: { owner: 'Olga' } } as never);
  const tester = { label: 'Try it', icon: Search, run: () => undefined, needs: 'developer' } as const;
  await renderAt('/shops', () => (
    <PlainTable
      label="Shops"
      columns={[{ name: 'name', title: 'Name', cell: (name: string) => name }]}
      rows={['One', 'Two']}
      keyOf={(name) => name}
      actions={() => [tester, { label: 'Open it', icon: Search, run: () => undefined }]}
    />
  ));
  expect(screen.queryByRole('button', { name: 'Try it' })).toBeNull();
  expect(screen.getAllByRole('button', { name: 'Open it' })).toHaveLength(2);
  expect(screen.getAllByText('Try it: Needs the group Developer. Ask Olga.')).toHaveLength(1);
});

const start = (shown: readonly number[] = [1, 2, 3, 4, 5]) =>
  renderHook(({ rows }) => useSelection(rows), { initialProps: { rows: shown } });
const chosen = ({ result }: ReturnType<typeof start>) => [...result.current.ids].toSorted((a, b) => a - b);

it('a range reaches from the row that was chosen last, up or down', () => {
  const selection = start();
  act(() => selection.result.current.choose(4));
  act(() => selection.result.current.choose(2, true));
  expect(chosen(selection)).toEqual([2, 3, 4]);
  act(() => selection.result.current.choose(3, true));
  expect(chosen(selection)).toEqual([4]);
});

it('rows of another page stay chosen, and the box of the head is about this page', () => {
  const selection = start();
  act(() => selection.result.current.choose(1));
  selection.rerender({ rows: [6, 7] });
  expect(selection.result.current.areAllShown).toBe(false);
  act(() => selection.result.current.chooseShown());
  expect(chosen(selection)).toEqual([1, 6, 7]);
  act(() => selection.result.current.chooseShown());
  expect(chosen(selection)).toEqual([1]);
});

it.each([
  [{ of: 1_234 }, '1,234', null],
  [{ of: 17_384, isEstimated: true }, '≈ 17,384', 'Estimated, within 2%.'],
  [{ of: null, isEstimated: true }, '–', 'not tracked'],
])('%o is “%s”, and says “%s” to who points at it', (props, text, title) => {
  const { container } = render(
    <MantineProvider env="test">
      <p>
        <Count {...props} />
      </p>
    </MantineProvider>,
  );
  expect(container.querySelector('p')?.textContent).toBe(text);
  expect(container.querySelector('[title]')?.getAttribute('title') ?? null).toBe(title);
});

it('a text that is too long is refused at the field and never sent, and what was typed stays', async () => {
  const sent: string[] = [];
  await renderAt('/', () => <SearchInput label="Search" most={5} list={{ search: '', setSearch: (text) => sent.push(text) }} />);
  const input = screen.getByLabelText<HTMLInputElement>('Search');
  const type = (value: string) => fireEvent.change(input, { target: { value } });
  type('rake');
  type('rakes!');
  expect(screen.getByText(/at most 5 characters.*6/)).toBeTruthy();
  expect(input.value).toBe('rakes!');
  type('rakes');
  expect(screen.queryByText(/at most 5/)).toBeNull();
  await waitFor(() => expect(sent).toEqual(['rakes']));
});
