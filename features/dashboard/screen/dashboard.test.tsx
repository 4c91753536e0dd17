import { fireEvent, screen, waitFor, within } from '@testing-library/react';
import { expect, it } from 'vitest';
import { toPage } from '#contract/page.ts';
import type { Section } from '#contract/permission.ts';
import { answerCalls, type Answered, failing, to } from '#ui/test-calls.ts';
import { renderAt } from '#ui/test-frame.tsx';
import { listSearchTrends } from '#features/analytics/search-trends/search-trends.contract.ts';
import { readStatisticsContext } from '#features/analytics/statistics/statistics.contract.ts';
import { contextOf, everyGroup, signInTo, totalsOf } from '#features/analytics/statistics/screen/test-statistics.tsx';
import type { Import } from '#features/data/imports/imports.contract.ts';
import { readTrialQueries } from '#contract/preview.ts';
import {
  type ProjectState,
  readProjectState,
  readTotalQueries,
  readTotalQueriesWithoutResults,
} from '#features/dashboard/dashboard.contract.ts';
import DashboardPage from './dashboard.page.tsx';

const tracked: ProjectState = {
  item_count: 994,
  feed_count: 1,
  last_feed: null,
  troubled_feeds: [],
  front_called_at: 1,
  is_tracked: true,
  has_synonym: true,
  has_curation: true,
};
const trend = {
  query: 'kettle',
  item_count: 0,
  count: 1_204,
  compared_count: 1_204,
  previous_count: 1_075,
  users: 388,
  is_estimated: false,
  clicks: 458,
  days: [],
};

async function opened(state: Partial<ProjectState>, groups: readonly Section[] = everyGroup, ...others: readonly Answered[]) {
  signInTo(groups);
  const calls = answerCalls(
    to(readProjectState, { ...tracked, ...state }),
    to(readStatisticsContext, contextOf()),
    to(readTotalQueries, totalsOf(5_000)),
    to(readTotalQueriesWithoutResults, totalsOf(250)),
    to(listSearchTrends, toPage([trend], 1, 10)),
    to(readTrialQueries, ['kettle']),
    ...others,
  );
  const { router } = await renderAt('/dashboard', () => <DashboardPage />);
  return { calls, router };
}
const card = async (name: string) => within((await screen.findByRole('heading', { name })).closest('section')!);

it('a shop that nobody has searched in is led to connect, and shows no figures', async () => {
  await opened({ is_tracked: false, front_called_at: null });
  await screen.findByText('Waiting for the first call…');
  expect(screen.queryByText('Total queries')).toBeNull();
});

it('a first import is told instead of what needs items', async () => {
  const last_import = {
    id: 3,
    state: 'running',
    step: 'download',
    failure: null,
    warnings: [],
    counts: null,
  } as unknown as Import;
  await opened({ item_count: 0, is_tracked: false, last_feed: { id: 2, name: 'Feed', last_import } }, ['search', 'developer']);
  await screen.findByRole('heading', { name: 'The first import is running' });
  expect(screen.queryByText('Waiting for the first call…')).toBeNull();
});

it('figures lead to where they are listed, with the same days', async () => {
  await opened({});
  const [total, without] = [await card('Total queries'), await card('Total queries without results')];
  const hrefOf = (link: HTMLElement) => new URL(link.getAttribute('href')!, 'http://x');
  const searches = await total.findByRole('link', { name: '5,000' });
  expect(hrefOf(searches).pathname).toBe('/analytics/history-query/search');
  expect(hrefOf(searches).searchParams.get('range')).toBe('7-days');
  const unfound = await without.findByRole('link', { name: '250' });
  expect(hrefOf(unfound).pathname).toBe('/analytics/searches-without-results');
  // Of all searches.
  await without.findByText('5%');
});

it('a card that fails leaves the others as they are, and is asked for again', async () => {
  const { calls } = await opened({}, everyGroup, to(readTotalQueriesWithoutResults, failing(500, 'internal')));
  const without = await card('Total queries without results');
  await without.findByText('This could not be loaded.');
  await (await card('Total queries')).findByRole('link', { name: '5,000' });
  calls.answer(to(readTotalQueriesWithoutResults, totalsOf(250)));
  fireEvent.click(without.getByRole('button', { name: 'Try again' }));
  await without.findByRole('link', { name: '250' });
});

it('a query that finds nothing is fixed where it is seen', async () => {
  const { router } = await opened({});
  fireEvent.click(await screen.findByRole('button', { name: 'Fix this problem' }));
  await waitFor(() => expect(router.state.location.search).toMatchObject({ fix: 'kettle' }));
});

it('shows the to-do list alone without the right to figures', async () => {
  const { calls } = await opened({}, ['data']);
  await screen.findByRole('heading', { name: 'To do' });
  expect(screen.queryByText('Total queries')).toBeNull();
  expect(calls.askedOf(readTotalQueries)).toEqual([]);
});

it('a dashboard that can’t be loaded says so', async () => {
  await opened({}, everyGroup, to(readProjectState, failing(500, 'internal')));
  await screen.findByText('This could not be loaded.');
});
