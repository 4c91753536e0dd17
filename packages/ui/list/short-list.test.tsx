import { fireEvent, screen, waitFor } from '@testing-library/react';
import * as z from 'zod/mini';
import { expect, it, vi } from 'vitest';
import { endpoint } from '#contract/endpoint.ts';
import { useShortList } from './short-list.ts';
import { renderAt } from '#ui/test-frame.tsx';

const listShops = endpoint('GET /api/shops', {
  needs: 'user',
  summary: 'Lists shops',
  output: z.array(z.object({ name: z.string() })),
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
