import { cleanup, fireEvent, screen, waitFor, within } from '@testing-library/react';
import { beforeEach, expect, it } from 'vitest';
import { addDays } from '#contract/days.ts';
import { toPage } from '#contract/page.ts';
import type { OutputOf } from '#contract/endpoint.ts';
import type { Section } from '#contract/permission.ts';
import { answerCalls, to } from '#ui/test-calls.ts';
import { renderAt } from '#ui/test-frame.tsx';
import { readStatisticsContext } from '#features/analytics/statistics/statistics.contract.ts';
import { contextOf, everyGroup, range, signInTo } from '#features/analytics/statistics/screen/test-statistics.tsx';
import { type Impact, readQueryImpact } from '#features/analytics/impact/impact.contract.ts';
import { fixits } from '#features/search-settings/fixit/fixit.contract.ts';
import {
  readQueryNow,
  listSearchTrends,
  readSearchTrend,
  type SearchTrend,
} from '#features/analytics/search-trends/search-trends.contract.ts';
import QueryPage from './query.page.tsx';
import SearchTrendsPage from './search-trends.page.tsx';

beforeEach(() => signInTo(everyGroup));

const trend = (query: string, item_count: number, more: Partial<SearchTrend> = {}): SearchTrend => ({
  query,
  item_count,
  found_as: null,
  fixed: null,
  count: 1_204,
  compared_count: 1_204,
  previous_count: 1_075,
  users: 388,
  is_estimated: false,
  clicks: 458,
  purchases: 41,
  turnover: 12_345.5,
  days: [],
  previous_days: null,
  ...more,
});
const listed = [
  trend('kettle', 128),
  trend('fridge', 0, { users: 20_500, is_estimated: true, clicks: null }),
  trend('call [number]', 0),
];

async function openList(address = '/x', groups: readonly Section[] = everyGroup) {
  signInTo(groups);
  const calls = answerCalls(to(readStatisticsContext, contextOf()), to(listSearchTrends, toPage(listed, 45, 20)));
  const { router } = await renderAt(address, () => <SearchTrendsPage />);
  await screen.findByRole('link', { name: 'kettle' });
  return { calls, router };
}
const rowOf = (name: string) => within(screen.getByRole('row', { name: new RegExp(name) }));

it('each query leads to its own page with the same days, and says its figures', async () => {
  await openList();
  const { pathname, searchParams } = new URL(screen.getByRole('link', { name: 'kettle' }).getAttribute('href')!, 'http://x');
  expect(pathname).toBe('/analytics/trending-searches/item');
  expect(Object.fromEntries(searchParams)).toMatchObject({ q: 'kettle', startDate: range.start, endDate: range.end });
  const cells = screen.getByRole('row', { name: /kettle/ }).textContent;
  for (const shown of ['1,204', '+129', '388', '128', '38%']) expect(cells).toContain(shown);
  expect(rowOf('fridge').getByTitle('Estimated, within 2%.').textContent).toBe('≈ 20,500');
  expect(rowOf('fridge').getByTitle('not tracked').textContent).toBe('–');
});

it('turnover is shown in its currency where amounts are known, and a query says its conversion', async () => {
  await openList();
  expect(screen.queryByRole('button', { name: 'Turnover' })).toBeNull();
  cleanup();
  const sold = contextOf({ currency: 'CZK', sold_since: { purchases: range.start, turnover: range.start, sales: null } });
  const calls = answerCalls(
    to(readStatisticsContext, sold),
    to(listSearchTrends, toPage([trend('kettle', 3), trend('pan', 1, { turnover: null })], 2, 20)),
    to(readSearchTrend, detail),
    to(readQueryImpact, { impact }),
    to(readQueryNow, { items: [], total_count: 0, took: 1, redirect: null, rules: [] }),
    to(fixits.list, toPage([], 0, 20)),
  );
  await renderAt('/x', () => <SearchTrendsPage />);
  fireEvent.click(await screen.findByRole('button', { name: 'Turnover' }));
  await waitFor(() => expect(calls.askedOf(listSearchTrends).at(-1)).toMatchObject({ sort: 'turnover' }));
  expect(rowOf('kettle').getByText('CZK 12,345.50')).toBeTruthy();
  expect(screen.getByRole('row', { name: /pan/ }).textContent).toContain('–');
  cleanup();
  await renderAt('/x?q=kettle', () => <QueryPage />);
  expect((await screen.findByText('Conversion')).nextSibling?.textContent).toContain('12.5%');
  expect(screen.getByText('CZK 1,290.50')).toBeTruthy();
});

it('sorting, narrowing and pages are in the address, from where the list is asked for', async () => {
  const { calls, router } = await openList('/x?only=without_results&page=2');
  expect(calls.askedOf(listSearchTrends)[0]).toMatchObject({ only: 'without_results', page: '2', sort: 'count', order: 'desc' });
  fireEvent.click(screen.getByRole('button', { name: 'Unique visitors' }));
  await waitFor(() => expect(router.state.location.search).toMatchObject({ sort: 'users', order: 'asc' }));
  await waitFor(() => expect(calls.askedOf(listSearchTrends).at(-1)).toMatchObject({ sort: 'users', order: 'asc' }));
  fireEvent.change(screen.getByLabelText('Queries'), { target: { value: 'growing' } });
  await waitFor(() => expect(calls.askedOf(listSearchTrends).at(-1)).toMatchObject({ only: 'growing', page: '1' }));
  expect(router.state.location.search).toMatchObject({ only: 'growing' });
});

it('sorts as usual when the address names an unknown column', async () => {
  const { calls } = await openList('/x?sort=nonsense&order=asc');
  expect(calls.askedOf(listSearchTrends)[0]).toMatchObject({ sort: 'count', order: 'desc' });
});

it('a query that finds nothing is to be fixed, any other one to be tried or curated', async () => {
  const { router } = await openList();
  expect(rowOf('kettle').queryByRole('button', { name: 'Fix this problem' })).toBeNull();
  fireEvent.click(rowOf('kettle').getByRole('button', { name: 'Add curation' }));
  await waitFor(() => expect(router.state.location.pathname).toBe('/search-settings/curations/edit'));
  expect(router.state.location.search).toMatchObject({ id: 'new', query: 'kettle' });
  cleanup();
  const again = await openList();
  fireEvent.click(rowOf('fridge').getByRole('button', { name: 'Fix this problem' }));
  await waitFor(() => expect(again.router.state.location.search).toMatchObject({ fix: 'fridge' }));
});

it('what is personal in a query is masked, so nothing can be done about it', async () => {
  await openList();
  expect(rowOf('call').queryAllByRole('button')).toEqual([]);
  cleanup();
  await openQuery({ item_count: 0 }, everyGroup, '/x?q=call [number]');
  expect(screen.getByText(/^This query contains personal data/)).toBeTruthy();
  for (const name of ['Fix this problem', 'Add curation']) expect(screen.queryByText(name)).toBeNull();
});

const days = Array.from({ length: 8 }, (_, at) => ({ x: addDays(range.start, at), y: 3 }));
const figures = { count: 24, users: 20, clicks: 12, purchases: 3, sold_searches: 24, turnover: 1_290.5 };
const detail = {
  query: 'kettle',
  timeline: days,
  previous_timeline: days,
  count: 24,
  users: 20,
  is_estimated: false,
  item_count: 128,
  found_as: null,
  fixed: null,
  clicks: 12,
  purchases: 3,
  sold_searches: 24,
  turnover: 1_290.5,
  turnover_timeline: days,
  mean_position: 3.21,
  compared: { now: figures, before: figures },
  clicked_items: [],
  other_forms: [{ query: 'kettles', count: 96 }],
  searched_next: [],
};
const impact: Impact = {
  state: 'ready',
  release: { number: 42, live_since: 2, by: 'Jana' },
  before: { start: '2026-11-03', end: '2026-11-09' },
  after: { start: '2026-11-11', end: '2026-11-17' },
  has_clicks: true,
  has_purchases: false,
  other_releases: [41],
  queries: [
    {
      query: 'kettle',
      before: { searches: 200, unfound: 0, clicked: 60, bought: 0, turnover: 0 },
      after: { searches: 200, unfound: 0, clicked: 110, bought: 0, turnover: 0 },
    },
  ],
};
const marks = [
  { day: range.start, kind: 'import', number: 31, feed_id: 3, by: null, at: 1 },
  { day: addDays(range.start, 1), kind: 'release', number: 42, feed_id: null, by: 'Jana', at: 2 },
  { day: addDays(range.start, 1), kind: 'import', number: 32, feed_id: 3, by: null, at: 3 },
  { day: addDays(range.start, 1), kind: 'import', number: 33, feed_id: 3, by: null, at: 4 },
  { day: addDays(range.start, 2), kind: 'import', number: 34, feed_id: 3, by: null, at: 5 },
  { day: addDays(range.start, 2), kind: 'import', number: 35, feed_id: 4, by: null, at: 6 },
  // Of one day in the project, and of two by the clocks of whoever looks at it.
  { day: addDays(range.start, 3), kind: 'release', number: 43, feed_id: null, by: null, at: Date.parse('2026-03-01T12:00:00Z') },
  { day: addDays(range.start, 3), kind: 'release', number: 44, feed_id: null, by: null, at: Date.parse('2026-03-02T12:00:00Z') },
] as const;

async function openQuery(
  more: Partial<typeof detail> = {},
  groups: readonly Section[] = everyGroup,
  address = '/x?q=kettle&table=shown',
  context: Parameters<typeof contextOf>[0] = {},
) {
  signInTo(groups);
  const calls = answerCalls(
    to(readStatisticsContext, contextOf({ marks: [...marks], ...context })),
    to(readSearchTrend, { ...detail, ...more }),
    to(readQueryImpact, { impact }),
    to(readQueryNow, { items: [], total_count: 0, took: 1, redirect: null, rules: [] }),
    to(fixits.list, toPage([], 0, 20)),
  );
  const { router } = await renderAt(address, () => <QueryPage />);
  await screen.findByText('3.2');
  return { ...calls, router };
}

it('offers no fix any more once a replacing term has been added', async () => {
  const { answer, askedOf } = await openQuery({ item_count: 0 }, everyGroup, '/x?q=kettle&edit=new&term=kettle');
  expect(screen.getByText('Fix this problem')).toBeTruthy();
  fireEvent.change(await screen.findByLabelText(/^Replace with/), { target: { value: 'pot' } });
  const fixed = { item_count: 4, at: null };
  answer(
    to(readSearchTrend, { ...detail, item_count: 0, fixed }),
    to(fixits.create, { id: 7 } as OutputOf<typeof fixits.create>),
  );
  fireEvent.click(within(screen.getByRole('dialog')).getByRole('button', { name: 'Save and publish' }));
  await waitFor(() => expect(askedOf(fixits.create)).toMatchObject([{ term: 'kettle', catalog_term: 'pot' }]));
  await waitFor(() => expect(screen.queryByText('Fix this problem')).toBeNull());
});

it('releases and imports lead to where they are told, from the chart and from its table, one mark of each a day', async () => {
  await openQuery();
  const inChart = within(screen.getByRole('list', { name: 'Changes' })).getAllByRole('link');
  const table = await screen.findByRole('table', { name: 'Searches by day' });
  const inTable = await within(table).findAllByRole('link');
  const hrefs = [
    '/data/import/edit?id=3&import=31',
    '/search-settings/releases?release=42',
    '/data/import/edit?id=3',
    '/data/import',
    '/search-settings/releases?from=2026-03-01&to=2026-03-02',
  ];
  expect(inChart.map((link) => link.getAttribute('href'))).toEqual(hrefs);
  // The newest day comes first there.
  expect(inTable.map((link) => link.getAttribute('href'))).toEqual([4, 3, 1, 2, 0].map((place) => hrefs[place]));
  const labels = ['1 imports', 'Release 42, Jana', '2 imports', '2 imports', '2 releases'];
  expect(inChart.map((link) => link.getAttribute('aria-label'))).toEqual(labels);
});

it('what came of the newest release that changed what it finds is said as sure as it is', async () => {
  await openQuery();
  const part = within(await screen.findByRole('region', { name: 'Before and after' }));
  expect(part.getByText('More searches end in a click.')).toBeTruthy();
  expect(part.getByText(/^30% before, 55% after\. 95% confidence: /)).toBeTruthy();
  expect(part.getByText('No-result rate: no significant change.')).toBeTruthy();
  expect(part.getByRole('link', { name: '41' })).toBeTruthy();
});

it('who may open neither releases nor imports is told of them without a link', async () => {
  await openQuery({}, ['analytics']);
  expect(screen.queryByRole('list', { name: 'Changes' })).toBeNull();
  const told = within(screen.getByRole('table', { name: 'Searches by day' })).getAllByRole('link');
  expect(told.map((one) => one.getAttribute('aria-disabled'))).toEqual(Array.from({ length: 5 }, () => 'true'));
});

it('shows one number of results, and no chart of a turnover of 0', async () => {
  const sold_since = { purchases: range.start, turnover: range.start, sales: null };
  const turnover_timeline = days.map(({ x }) => ({ x, y: 0 }));
  await openQuery({ turnover: 0, turnover_timeline }, everyGroup, '/x?q=kettle', { currency: 'CZK', sold_since });
  await screen.findByText(/^0 results/);
  expect(screen.queryByText('by the newest search')).toBeNull();
  expect(screen.queryByText('128')).toBeNull();
  expect(screen.getByText('Turnover')).toBeTruthy();
  expect(screen.queryByRole('heading', { name: /^Turnover/ })).toBeNull();
});
