import { Button } from '@mantine/core';
import { fireEvent, screen, waitFor } from '@testing-library/react';
import * as z from 'zod/mini';
import { expect, it, vi } from 'vitest';
import { crud } from '#contract/crud.ts';
import { toPage } from '#contract/page.ts';
import { useCrud } from './crud.ts';
import { renderAt } from '#ui/test-frame.tsx';

const StopwordInput = z.object({ term: z.string() });
const stopwords = crud({
  name: 'synonym',
  paths: { list: '/api/stopwords', one: '/api/stopwords/{id}' },
  needs: 'search',
  input: StopwordInput,
  unique: ['term'],
  maximumRows: 100,
  sorts: ['term'],
});

/** A server that keeps stopwords in memory, and the calls it got. */
function serveStopwords(terms: readonly string[], refuses: readonly string[] = []) {
  let rows = terms.map((term, place) => ({ id: place + 1, term }));
  const all = rows;
  const calls: string[] = [];
  const answer = (data: unknown) => new Response(JSON.stringify({ err: 0, msg: '', data, errors: [] }));
  const refusal = { err: 1, msg: '', data: null, errors: [{ field: '', code: 'notAllowed', message: 'No.' }] };
  vi.stubGlobal('fetch', async (url: string, { method = 'GET', body }: RequestInit) => {
    calls.push(`${method} ${url}`);
    if (refuses.includes(method)) return new Response(JSON.stringify(refusal), { status: 403 });
    if (method === 'GET') return answer(toPage(rows, rows.length, 20));
    if (method === 'DELETE') rows = rows.filter(({ id }) => id !== Number(url.split('/').at(-1)));
    if (url.endsWith('/restore')) {
      const { ids } = JSON.parse(body as string) as { readonly ids: readonly number[] };
      rows = all.filter((row) => rows.includes(row) || ids.includes(row.id));
    }
    return answer(method === 'DELETE' ? {} : { items: [] });
  });
  return calls;
}

function Stopwords() {
  const state = useCrud(stopwords, { nameOf: ({ term }) => term });
  return (
    <ul aria-label={`opened: ${state.opened.item?.term ?? state.opened.key ?? 'nothing'}`}>
      {state.list.rows?.map((row) => (
        <li key={row.id}>
          {row.term}
          <Button onClick={() => void state.remove([row.id], row.term)}>Delete {row.term}</Button>
          <Button onClick={() => state.open(row)}>Edit {row.term}</Button>
          <Button onClick={state.close}>Close {row.term}</Button>
        </li>
      ))}
    </ul>
  );
}

const terms = () => screen.queryAllByRole('listitem').map((item) => item.firstChild?.textContent);

it('a deleted item is gone, and comes back to its place by Undo', async () => {
  serveStopwords(['the', 'a']);
  await renderAt('/stopwords', () => <Stopwords />);
  fireEvent.click(await screen.findByText('Delete the'));
  await waitFor(() => expect(terms()).toEqual(['a']));
  expect(screen.getByRole('status').textContent).toContain('“the” was deleted.');
  fireEvent.click(screen.getByText('Undo'));
  await waitFor(() => expect(terms()).toEqual(['the', 'a']));
});

it('a delete that is refused is told, and the item stays', async () => {
  serveStopwords(['the'], ['DELETE']);
  await renderAt('/stopwords', () => <Stopwords />);
  fireEvent.click(await screen.findByText('Delete the'));
  await waitFor(() => expect(screen.getByRole('status').textContent).toContain('You don’t have access to this.'));
  expect(terms()).toEqual(['the']);
});

it('nobody comes back to a form that is closed', async () => {
  serveStopwords(['the']);
  const { router } = await renderAt('/stopwords', () => <Stopwords />);
  fireEvent.click(await screen.findByText('Edit the'));
  await waitFor(() => expect(router.state.location.search).toEqual({ edit: '1' }));
  fireEvent.click(screen.getByText('Close the'));
  await waitFor(() => expect(router.state.location.search).toEqual({}));
  router.history.back();
  await router.load();
  expect(router.state.location.search).toEqual({});
});

it('nobody comes back to a form that a link opened', async () => {
  serveStopwords(['the']);
  const { router } = await renderAt('/before', () => <Stopwords />);
  await router.navigate({ href: '/stopwords?edit=1' });
  fireEvent.click(await screen.findByText('Close the'));
  await waitFor(() => expect(router.state.location.href).toBe('/stopwords'));
  router.history.back();
  await waitFor(() => expect(router.state.location.pathname).toBe('/before'));
});

it('search, sort and page of the address are what is asked for', async () => {
  const calls = serveStopwords(['the']);
  await renderAt('/stopwords?search=t&sort=term&order=desc', () => <Stopwords />);
  await screen.findByText('the');
  expect(calls).toEqual(['GET /api/stopwords?search=t&order=desc&page=1&per_page=20&sort=term']);
});

it('a page beyond the end leads to the last one', async () => {
  serveStopwords(['the']);
  const { router } = await renderAt('/stopwords?page=9', () => <Stopwords />);
  await waitFor(() => expect(router.state.location.search).toEqual({ page: '1' }));
});

it('the opened record is in the address', async () => {
  serveStopwords(['the', 'a']);
  const { router } = await renderAt('/stopwords', () => <Stopwords />);
  fireEvent.click(await screen.findByText('Edit a'));
  expect(await screen.findByLabelText('opened: a')).toBeTruthy();
  expect(router.state.location.href).toBe('/stopwords?edit=2');
});
