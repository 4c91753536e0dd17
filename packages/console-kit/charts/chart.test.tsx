import { fireEvent, screen, waitFor, within } from '@testing-library/react';
import { beforeAll, expect, it } from 'vitest';
import { Chart } from './chart.tsx';
import { startI18n } from '#console-kit/text/i18n.ts';
import { renderAt } from '#console-kit/test-frame.tsx';

beforeAll(() => startI18n(async () => ({})));

const Searches = () => (
  <Chart
    label="Searches by day"
    pointLabel="Day"
    series={[{ name: 'count', label: 'Searches', look: 'main' }]}
    points={[
      { tick: '1', title: 'March 1', values: { count: 1200 } },
      { tick: '2', title: 'March 2', values: { count: null } },
      { tick: '3', title: 'March 3', values: { count: 0 } },
    ]}
    table={<p>Exact figures</p>}
  />
);

it('says its figures to those who do not see it, and a gap is not 0', async () => {
  await renderAt('/x', () => <Searches />);
  const table = await screen.findByRole('table', { name: 'Searches by day' });
  const rows = within(table).getAllByRole('row');
  expect(rows.map(({ textContent }) => textContent)).toEqual(['DaySearches', 'March 11,200', 'March 2–', 'March 30']);
});

it('has its table one click away, which the address keeps', async () => {
  const { router } = await renderAt('/x?page=2', () => <Searches />);
  fireEvent.click(await screen.findByRole('button', { name: 'Show as a table', expanded: false }));
  await screen.findByText('Exact figures');
  expect(router.state.location.search).toEqual({ table: 'shown' });
  fireEvent.click(screen.getByRole('button', { name: 'Hide the table', expanded: true }));
  await waitFor(() => expect(screen.queryByText('Exact figures')).toBeNull());
});
