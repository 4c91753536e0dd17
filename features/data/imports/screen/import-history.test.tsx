import { screen, waitFor, cleanup } from '@testing-library/react';
import { expect, it, vi } from 'vitest';
import { renderAt } from '#ui/test-frame.tsx';
import type { PastImport, Import } from '#features/data/imports/imports.contract.ts';
import { historyPoints, ImportHistory } from './import-history.tsx';
import { ImportState } from './import-state.panel.tsx';

const past = (id: number, changes: Partial<PastImport> = {}): PastImport => ({
  id,
  state: 'done',
  started_at: Date.UTC(2026, 10, id, 12),
  duration_ms: 95_000,
  imported_count: id * 10,
  error_count: id,
  warning_count: 0,
  failure: null,
  counts: null,
  ...changes,
});
const failed = (id: number) => past(id, { state: 'failed', imported_count: 0 });

const asked: URL[] = [];
function serve(...items: readonly PastImport[]): void {
  vi.stubGlobal('fetch', async (address: string) => {
    asked.push(new URL(address, 'http://localhost'));
    const data = { items, total_count: items.length, total_pages: 1 };
    return new Response(JSON.stringify({ err: 0, msg: '', data, errors: [] }));
  });
}
const show = (address = '/feed') => renderAt(address, () => <ImportHistory feedId={7} />);

it('hides the history of a single import', async () => {
  serve(past(1));
  await show();
  await vi.waitFor(() => expect(screen.queryByText('Import history')).toBeNull());
});

it('draws two successful imports, and lists them otherwise', async () => {
  serve(past(3), failed(2), past(1));
  const { unmount } = await show();
  await screen.findByRole('figure', { name: 'Items by import' });
  unmount();
  serve(failed(2), past(1));
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

it('draws ended imports from the oldest to the newest, with gaps for failed ones', () => {
  const at = (moment: number) => new Date(moment).toISOString();
  const formats = {
    shortDay: (moment: number) => at(moment).slice(5, 10),
    time: (moment: number) => at(moment).slice(11, 16),
    moment: at,
  };
  const pointsOf = (...imports: readonly PastImport[]) => historyPoints(imports, formats, (state) => state);
  const running = past(4, { state: 'running', duration_ms: null });
  expect(pointsOf(running, past(3), failed(2), past(1))).toEqual([
    { tick: '11-01', title: '2026-11-01T12:00:00.000Z', values: { imported: 10, skipped: 1 } },
    { tick: '11-02', title: '2026-11-02T12:00:00.000Z · failed', values: { imported: null, skipped: null } },
    { tick: '11-03', title: '2026-11-03T12:00:00.000Z', values: { imported: 30, skipped: 3 } },
  ]);
  const later = past(1, { started_at: Date.UTC(2026, 10, 1, 14, 30) });
  expect(pointsOf(later, past(1)).map(({ tick }) => tick)).toEqual(['12:00', '14:30']);
});

const waiting: Import = {
  id: 1,
  state: 'waiting',
  step: 'download',
  received_bytes: 0,
  total_bytes: null,
  read_count: 0,
  imported_count: 0,
  error_count: 0,
  warning_count: 0,
  seconds_left: null,
  failure: null,
  warnings: [],
  counts: null,
  started_at: null,
  finished_at: null,
};

it('an import says whether it waits for its turn or for room on the disk', async () => {
  await renderAt('/', () => <ImportState last={waiting} />);
  await screen.findByText('Queued');
  cleanup();
  await renderAt('/', () => <ImportState last={{ ...waiting, waits_for_room: true }} />);
  await screen.findByText('Waits for room on the disk');
  expect(screen.queryByText('Queued')).toBeNull();
});
