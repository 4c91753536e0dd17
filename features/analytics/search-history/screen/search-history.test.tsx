import { cleanup, fireEvent, screen, waitFor, within } from '@testing-library/react';
import { beforeEach, expect, it } from 'vitest';
import { toPage } from '#contract/page.ts';
import { answerCalls, to } from '#ui/test-calls.ts';
import { renderAt } from '#ui/test-frame.tsx';
import { readStatisticsContext } from '#features/analytics/statistics/statistics.contract.ts';
import { contextOf, everyGroup, range, signInTo, totalsOf } from '#features/analytics/statistics/screen/test-statistics.tsx';
import { History, type HistoryOf } from './history.tsx';
import { listSingleSearches, readSearchHistory } from '#features/analytics/search-history/search-history.contract.ts';

beforeEach(() => signInTo(everyGroup));

const query = (name: string, ended_in_search: number | null) => ({
  query: name,
  count: 1_204,
  users: 388,
  is_estimated: false,
  ended_in_search,
});

const single = (id: number, text: string, clicks: number, next: string | null) => ({
  id,
  at: Date.parse(range.start),
  query: text,
  item_count: 3,
  found_as: null,
  clicks,
  purchases: 0,
  next,
});

async function opened(resultObject: HistoryOf, ended: number | null = null, address = '/x') {
  const calls = answerCalls(
    to(readStatisticsContext, contextOf()),
    to(listSingleSearches, {
      ...toPage([single(2, 'kettel', 2, 'kettle'), single(1, 'toaster', 0, null)], 2, 20),
      kept_days: 90,
    }),
    to(readSearchHistory, {
      top_queries: [query('kettle', ended)],
      top_no_results: [query('ledincka', ended === null ? null : 0)],
      total_queries: totalsOf(12_480),
      total_no_results: totalsOf(612),
      took_time: { mean: 6.2, p95: 140 },
      ended_in_search: ended,
    }),
  );
  const { router } = await renderAt(address, () => <History resultObject={resultObject} />);
  await screen.findByText('ledincka');
  return { calls, router };
}
const headsOf = (table: string) =>
  within(screen.getByRole('table', { name: table }))
    .getAllByRole('columnheader')
    .map(({ textContent }) => textContent);

it('says its figures, and that searches were slower than usual', async () => {
  await opened('search');
  for (const shown of ['12,480', '612', '4.9%', '6 ms', '140 ms p95', 'slower than usual'])
    expect(screen.getAllByText(new RegExp(shown)).length).toBeGreaterThan(0);
});

it('a search that finds nothing is fixed where it is seen; nobody can fix what was only typed', async () => {
  const { router } = await opened('search');
  fireEvent.click(screen.getByRole('button', { name: 'Fix this problem' }));
  await waitFor(() => expect(router.state.location.search).toMatchObject({ fix: 'ledincka' }));
  expect(screen.queryByText('Ended in a search')).toBeNull();
  cleanup();
  await opened('autocomplete', 0.42);
  expect(screen.queryByRole('button', { name: 'Fix this problem' })).toBeNull();
});

it('of what was typed the share is told that ended in a search, of all and of each query, where it is known', async () => {
  await opened('autocomplete', 0.42);
  expect(headsOf('Top queries')).toEqual(['Query', 'Searches', 'Unique visitors', 'Ended in a search']);
  expect(within(screen.getByRole('table', { name: 'Top queries' })).getByRole('row', { name: /kettle/ }).textContent).toContain(
    '42%',
  );
  expect(screen.getByRole('row', { name: /ledincka/ }).textContent).toContain('0%');
  cleanup();
  await opened('autocomplete', null);
  expect(headsOf('Top queries')).toEqual(['Query', 'Searches', 'Unique visitors']);
});

it('asks for what it is about, whatever another screen was', async () => {
  const { calls } = await opened('autocomplete', 0.1, '/x?range=30-days&statsResultObject=search');
  expect(calls.askedOf(readSearchHistory)[0]).toMatchObject({ result_object: 'autocomplete' });
  expect(calls.askedOf(listSingleSearches)[0]).toMatchObject({ result_object: 'autocomplete', order: 'desc' });
  expect(screen.queryByLabelText('Result type')).toBeNull();
});

it('lists single searches with what came next, and those without results by a filter', async () => {
  const { calls, router } = await opened('search');
  const table = within(await screen.findByRole('table', { name: 'Single searches' }));
  expect(table.getByRole('row', { name: /kettel/ }).textContent).toContain('2 clicks · searched for “kettle”');
  expect(table.getByRole('row', { name: /toaster/ }).textContent).toContain('nothing');
  fireEvent.change(screen.getByLabelText('Queries'), { target: { value: 'without_results' } });
  await waitFor(() => expect(router.state.location.search).toMatchObject({ only: 'without_results' }));
  await waitFor(() => expect(calls.askedOf(listSingleSearches).at(-1)).toMatchObject({ only: 'without_results' }));
});

it('a query leads to its own page, and the lists to all of theirs', async () => {
  await opened('search');
  const hrefOf = (name: string) => new URL(screen.getByRole('link', { name }).getAttribute('href')!, 'http://x');
  expect(hrefOf('kettle').pathname).toBe('/analytics/trending-searches/item');
  expect(hrefOf('kettle').searchParams.get('startDate')).toBe(range.start);
  expect(hrefOf('All: Top queries').pathname).toBe('/analytics/trending-searches');
  expect(hrefOf('All: Top queries without results').pathname).toBe('/analytics/searches-without-results');
});
