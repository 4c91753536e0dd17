import { screen, waitFor } from '@testing-library/react';
import { expect, it, vi } from 'vitest';
import { renderAt } from '#ui/test-frame.tsx';
import type { PastImport } from '#features/data/imports/import-history.contract.ts';
import { ImportHistory } from './import-history.tsx';

const past = (id: number, state: PastImport['state'], imported_count: number): PastImport => ({
  id,
  state,
  started_at: Date.now() - 3_600_000,
  duration_ms: 95_000,
  imported_count,
  error_count: 0,
  warning_count: 0,
  failure: null,
  counts: null,
});

const asked: URL[] = [];
function serve(...items: readonly PastImport[]): void {
  vi.stubGlobal('fetch', async (address: string) => {
    asked.push(new URL(address, 'http://localhost'));
    const data = { items, total_count: items.length, total_pages: 1 };
    return new Response(JSON.stringify({ err: 0, msg: '', data, errors: [] }));
  });
}

const show = (address = '/feed') => renderAt(address, () => <ImportHistory feedId={7} />);

it('is not there after a first import, of which the page says all', async () => {
  serve(past(1, 'done', 100));
  await show();
  await vi.waitFor(() => expect(screen.queryByText('Import history')).toBeNull());
  expect(screen.queryByRole('figure')).toBeNull();
  expect(screen.queryByRole('table')).toBeNull();
  expect(screen.queryByRole('button')).toBeNull();
});

it('says how many items there are now and how that changed', async () => {
  serve(past(3, 'done', 1210), past(2, 'failed', 0), past(1, 'done', 1200));
  await show();
  await screen.findByText('10 more than in the one before');
  expect(screen.getAllByText('1,210').length).toBeGreaterThan(0);
  expect(screen.getByText('1 failed')).toBeTruthy();
  expect(screen.getByRole('figure', { name: 'Items by import' })).toBeTruthy();
});

it('lists imports of which too few went well for a chart', async () => {
  serve(past(2, 'failed', 0), past(1, 'done', 1200));
  await show();
  await screen.findByText('Failed');
  expect(screen.getAllByText('1 min 35 sec')).toHaveLength(2);
  expect(screen.queryByRole('figure')).toBeNull();
});

it('asks for the days of the address in the time zone of the person, and leads out of days without imports', async () => {
  serve();
  asked.length = 0;
  const { router } = await show('/feed?from=2026-03-01&to=2026-03-05');
  const leave = await screen.findByRole('button', { name: 'Show all imports' });
  const { timeZone } = Intl.DateTimeFormat().resolvedOptions();
  expect(Object.fromEntries(asked[0]!.searchParams)).toMatchObject({ from: '2026-03-01', to: '2026-03-05', time_zone: timeZone });
  leave.click();
  await waitFor(() => expect(router.state.location.search).toEqual({}));
});

it('tells a failure and asks again', async () => {
  vi.stubGlobal('fetch', async () => new Response('<html>', { status: 500 }));
  await show();
  const again = await screen.findByRole('button', { name: 'Try again' });
  serve(past(2, 'failed', 0), past(1, 'done', 100));
  again.click();
  await screen.findByText(/Once two imports have gone well/);
});
