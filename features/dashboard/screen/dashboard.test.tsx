import { fireEvent, screen, within, cleanup } from '@testing-library/react';
import { expect, it, vi } from 'vitest';
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
  type FeedState,
} from '#features/dashboard/dashboard.contract.ts';
import DashboardPage from './dashboard.page.tsx';
import { listMyInvitations } from '#features/access-management/invitations/invitations.contract.ts';
import { countOpenQueries } from '#features/analytics/fix-problem/fix-problem.contract.ts';
import { countAlerts } from '#features/developer/check-items/check-items.contract.ts';
import { readWaiting } from '#features/search-settings/releases/waiting.contract.ts';
import { ToDo } from './to-do.tsx';

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
  found_as: null,
  fixed: null,
  clicks: 458,
  purchases: 41,
  turnover: 12_345.5,
  days: [],
  previous_days: null,
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

const feed = (id: number, state: Import['state'], failure: Import['failure'] = null): FeedState => ({
  id,
  name: `Feed ${id}`,
  last_import: { id, state, failure } as Import,
});
interface Told {
  readonly state?: Partial<ProjectState>;
  readonly waiting?: readonly object[];
  readonly alerts?: number;
  readonly problems?: number;
  readonly invitations?: readonly object[];
  readonly as?: readonly Section[];
}

/** The rows of the card. */
async function listed({
  state = {},
  waiting = [],
  alerts = 0,
  problems = 0,
  invitations = [],
  as = everyGroup,
}: Told): Promise<string[]> {
  signInTo(as);
  answerCalls(
    { endpoint: readWaiting, answer: { rows: waiting, planned: [], time_zone: 'UTC', next_midnight: 1 } },
    { endpoint: countAlerts, answer: { count: alerts } },
    { endpoint: countOpenQueries, answer: { count: problems, start: '2026-11-18', end: '2026-11-25' } },
    { endpoint: listMyInvitations, answer: invitations },
  );
  await renderAt('/dashboard', () => <ToDo state={{ ...tracked, ...state }} />);
  await vi.waitFor(() => expect(screen.queryByText('All good.') ?? screen.queryByRole('list')).not.toBeNull());
  // Other calls answer a moment later.
  if (waiting.length > 0 && as.includes('search')) await screen.findByText(/live yet/);
  if (alerts > 0 && as.includes('developer')) await screen.findByText(/on alert/);
  if (problems > 0 && as.includes('analytics')) await screen.findByText(/without results/);
  if (invitations.length > 0) await screen.findByText(/invites you/);
  return screen.queryAllByRole('listitem').map(({ textContent }) => textContent ?? '');
}

const atMidnight = { goes_live: 'atMidnight', source: 'curations', collection_id: 7, planned: null };
const draft = { ...atMidnight, goes_live: 'onPublish', source: 'boosts' };
const planned = { ...draft, planned: 3 };

it('lists broken things before waiting ones, and invitations last', async () => {
  const rows = await listed({
    state: {
      troubled_feeds: [
        feed(1, 'onHold'),
        feed(2, 'failed', { code: 'feedGone', details: { host: 'shop.example', status: 404 } }),
      ],
    },
    waiting: [atMidnight, atMidnight, draft, planned],
    alerts: 3,
    invitations: [{ id: 4, project_name: 'Corner shop', invited_by: 'Nora' }],
  });
  expect(rows).toEqual([
    expect.stringMatching(/^Import failed: Feed 2.*404/),
    'Import on hold: Feed 1',
    '3 check items on alert',
    "3 changes aren't live yetPublish",
    'Nora invites you to Corner shopDeclineAccept',
  ]);
  const href = (name: string | RegExp) => screen.getByRole('link', { name }).getAttribute('href');
  expect(href('Import on hold: Feed 1')).toBe('/data/import/edit?id=1');
  expect(href("3 changes aren't live yet")).toBe('/dashboard?waiting=1');
});

it('queries without results wait to be fixed, after what broke, and lead to the list of the days that were counted', async () => {
  const rows = await listed({ alerts: 3, problems: 12, waiting: [atMidnight] });
  expect(rows).toEqual([
    '3 check items on alert',
    expect.stringMatching(/^12 queries without results to fixNovember 18.*25, 2026$/),
    "1 changes aren't live yetPublish",
  ]);
  const { pathname, searchParams } = new URL(screen.getByRole('link', { name: /^12 queries/ }).getAttribute('href')!, 'http://x');
  expect(pathname).toBe('/analytics/searches-without-results');
  expect(Object.fromEntries(searchParams)).toMatchObject({ startDate: '2026-11-18', endDate: '2026-11-25' });
});

it('nobody is asked to do what they may not do', async () => {
  const told = {
    state: { troubled_feeds: [feed(1, 'onHold')] },
    waiting: [atMidnight],
    alerts: 3,
    problems: 12,
    as: [],
  } satisfies Told;
  expect(await listed(told)).toEqual([]);
  expect(screen.getByText('All good.')).toBeTruthy();
});

it('more than six would be a list that nobody reads', async () => {
  const feeds = Array.from({ length: 9 }, (_, at) => feed(at, 'failed'));
  expect(await listed({ state: { troubled_feeds: feeds } })).toHaveLength(6);
});

it('a beginning is offered until it is made, and no longer than until somebody searches', async () => {
  const fresh = { is_tracked: false, has_synonym: false, has_curation: false };
  expect(await listed({ state: fresh })).toEqual([
    expect.stringMatching(/^Add your first synonym/),
    expect.stringMatching(/^Add your first curation/),
  ]);
  cleanup();
  expect(await listed({ state: { ...fresh, has_synonym: true } })).toHaveLength(1);
  cleanup();
  expect(await listed({ state: { ...fresh, item_count: 0, feed_count: 0 } })).toEqual([
    expect.stringMatching(/^Import your products/),
  ]);
  cleanup();
  expect(await listed({ state: { ...fresh, is_tracked: true } })).toEqual([]);
});

it('a row that is done where it stands is no link to elsewhere', async () => {
  await listed({ invitations: [{ id: 4, project_name: 'Corner shop', invited_by: 'Nora' }] });
  const row = screen.getByRole('listitem');
  expect(within(row).queryByRole('link')).toBeNull();
  expect(within(row).getByRole('button', { name: 'Accept' })).toBeTruthy();
});
