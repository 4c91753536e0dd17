import { screen, waitFor } from '@testing-library/react';
import { QueryClientProvider, useQuery } from '@tanstack/react-query';
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { call } from '#ui/calls/api.ts';
import { query } from '#ui/calls/queries.ts';
import { setSession } from '#ui/state/session.ts';
import { renderAt } from '#ui/test-frame.tsx';
import { queryClient } from '#apps/console/query-client.ts';
import { pingSearch } from '#features/data/collections/collections.contract.ts';
import { ConnectionBar } from './connection-bar.tsx';
import { LiveState } from './top-bar/project-state.tsx';

beforeEach(() => {
  vi.useFakeTimers({ shouldAdvanceTime: true });
});
afterEach(() => {
  vi.useRealTimers();
  queryClient.clear();
});

const told = 'No connection to the server. Trying again …';

function Screen() {
  const { data, error } = useQuery(query(pingSearch, {}), queryClient);
  return <p>{data ? 'loaded' : error ? 'failed' : 'waits'}</p>;
}

it('reports a server that does not answer, retries, and repeats the failed calls', async () => {
  let isUp = false;
  const answer = () => new Response(JSON.stringify({ err: 0, msg: '', data: { is_live: true }, errors: [] }));
  vi.stubGlobal('fetch', async () => {
    if (!isUp) throw new TypeError('Failed to fetch');
    return answer();
  });
  await renderAt('/dashboard', () => (
    <QueryClientProvider client={queryClient}>
      <ConnectionBar />
      <Screen />
    </QueryClientProvider>
  ));
  expect(await screen.findByText(told)).toBeTruthy();
  await vi.advanceTimersByTimeAsync(20_000);
  expect(screen.getByText('failed')).toBeTruthy();
  isUp = true;
  await vi.advanceTimersByTimeAsync(10_000);
  await waitFor(() => expect(screen.getByText('loaded')).toBeTruthy());
  expect(screen.queryByText(told)).toBeNull();
});

it('stops showing search as running once a call gets no response', async () => {
  let isUp = true;
  const answer = (url: string) => (url.includes('ping') ? { is_live: true } : []);
  vi.stubGlobal('fetch', async (url: string) => {
    if (!isUp) throw new TypeError('Failed to fetch');
    return new Response(JSON.stringify({ err: 0, msg: '', data: answer(String(url)), errors: [] }));
  });
  const rights = { is_admin: false, is_owner: true, user_groups: [] };
  const person = { id: 1, name: 'Jana', surname: 'Nováková', email: 'jana@example.com', ...rights };
  const project = { id: 5, name: 'Shop', url: '', language: 'cs', token: 'public', time_zone: 'Europe/Prague', owner: null };
  setSession({ person, project });
  await renderAt('/dashboard', () => (
    <QueryClientProvider client={queryClient}>
      <ConnectionBar />
      <LiveState />
    </QueryClientProvider>
  ));
  expect(await screen.findByText('Running')).toBeTruthy();
  isUp = false;
  // As a form saves: no query and no mutation knows of it.
  await call(pingSearch, {}).catch(() => undefined);
  expect(await screen.findByText('No connection')).toBeTruthy();
  expect(screen.getByText(told)).toBeTruthy();
  isUp = true;
  await vi.advanceTimersByTimeAsync(10_000);
  expect(await screen.findByText('Running')).toBeTruthy();
});

it('does not report a refused call as a lost connection', async () => {
  const refusal = { err: 1, msg: '', data: null, errors: [{ field: '', code: 'notAllowed', message: 'No.' }] };
  vi.stubGlobal('fetch', async () => new Response(JSON.stringify(refusal), { status: 403 }));
  await renderAt('/dashboard', () => (
    <QueryClientProvider client={queryClient}>
      <ConnectionBar />
      <Screen />
    </QueryClientProvider>
  ));
  expect(await screen.findByText('failed')).toBeTruthy();
  expect(screen.queryByText(told)).toBeNull();
});
