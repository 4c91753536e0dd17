import { cleanup, screen } from '@testing-library/react';
import { expect, it } from 'vitest';
import { renderAt } from '#ui/test-frame.tsx';
import type { Import } from '#features/data/imports/imports.contract.ts';
import { ImportState } from './import-state.panel.tsx';

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
