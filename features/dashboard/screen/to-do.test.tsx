import { cleanup, screen, within } from '@testing-library/react';
import { expect, it, vi } from 'vitest';
import type { Import } from '#features/data/imports/imports.contract.ts';
import { listMyInvitations } from '#features/access-management/invitations/invitations.contract.ts';
import { countOpenQueries } from '#features/analytics/fix-problem/fix-problem.contract.ts';
import { countAlerts } from '#features/developer/check-items/check-items.contract.ts';
import { readWaiting } from '#features/search-settings/releases/releases.contract.ts';
import { setSession } from '#ui/state/session.ts';
import { renderAt } from '#ui/test-frame.tsx';
import type { FeedState, ProjectState } from '#features/dashboard/dashboard.contract.ts';
import { ToDo } from './to-do.tsx';

const project = { id: 5, name: 'Shop', url: '', language: 'en', token: 'public', time_zone: 'UTC', owner: null };
const groups = { analytics: 1, search: 2, data: 3, developer: 4 } as const;

const feed = (id: number, state: Import['state'], failure: Import['failure'] = null): FeedState => ({
  id,
  name: `Feed ${id}`,
  last_import: { id, state, failure } as Import,
});
const tracked: ProjectState = {
  item_count: 10,
  feed_count: 1,
  last_feed: null,
  troubled_feeds: [],
  front_called_at: 1,
  is_tracked: true,
  has_synonym: true,
  has_curation: true,
};

interface Told {
  readonly state?: Partial<ProjectState>;
  readonly waiting?: readonly object[];
  readonly alerts?: number;
  readonly problems?: number;
  readonly invitations?: readonly object[];
  readonly as?: readonly (keyof typeof groups)[];
}

/** What the card lists, by the first words of each row. */
async function listed({
  state = {},
  waiting = [],
  alerts = 0,
  problems = 0,
  invitations = [],
  as = ['analytics', 'search', 'data', 'developer'],
}: Told): Promise<string[]> {
  const rights = { is_admin: false, is_owner: false, user_groups: as.map((name) => ({ id: groups[name] })) };
  setSession({ person: { id: 1, name: 'Jana', surname: 'N', email: 'jana@example.com', ...rights }, project });
  const answers: Readonly<Record<string, unknown>> = {
    [readWaiting.path]: { rows: waiting, time_zone: 'UTC', next_midnight: 1 },
    [countAlerts.path]: { count: alerts },
    [countOpenQueries.path]: { count: problems, start: '2026-11-18', end: '2026-11-25' },
    [listMyInvitations.path]: invitations,
  };
  vi.stubGlobal('fetch', async (url: string) => {
    const data = answers[new URL(url, 'http://console').pathname];
    return data === undefined
      ? Response.json({ err: 1, msg: 'Unasked', errors: [], data: null }, { status: 403 })
      : Response.json({ err: 0, msg: '', errors: [], data });
  });
  await renderAt('/dashboard', () => <ToDo state={{ ...tracked, ...state }} />);
  await vi.waitFor(() => expect(screen.queryByText('All good.') ?? screen.queryByRole('list')).not.toBeNull());
  // What is asked for apart comes a moment later.
  if (waiting.length > 0 && as.includes('search')) await screen.findByText(/wait/);
  if (alerts > 0 && as.includes('developer')) await screen.findByText(/on alert/);
  if (problems > 0 && as.includes('analytics')) await screen.findByText(/without results/);
  if (invitations.length > 0) await screen.findByText(/You are invited/);
  return screen.queryAllByRole('listitem').map(({ textContent }) => textContent ?? '');
}

const atMidnight = { goes_live: 'atMidnight', source: 'curations', collection_id: 7 };
const draft = { goes_live: 'onPublish', source: 'boosts', collection_id: 7 };

it('what is broken comes before what waits, which comes before an invitation', async () => {
  const rows = await listed({
    state: {
      troubled_feeds: [
        feed(1, 'onHold'),
        feed(2, 'failed', { code: 'feedGone', details: { host: 'shop.example', status: 404 } }),
      ],
    },
    waiting: [atMidnight, atMidnight, draft, draft],
    alerts: 3,
    invitations: [{ id: 4, project_name: 'Corner shop', invited_by: 'Nora' }],
  });
  expect(rows).toEqual([
    expect.stringMatching(/^Import failed: Feed 2.*404/),
    'Import on hold: Feed 1',
    '3 check items on alert',
    '2 changes wait for midnightRegenerate',
    'A draft of boosts is not published',
    'You are invited to “Corner shop”by NoraDeclineAccept',
  ]);
  const href = (name: string | RegExp) => screen.getByRole('link', { name }).getAttribute('href');
  expect(href('Import on hold: Feed 1')).toBe('/data/import/edit?id=1');
  expect(href('A draft of boosts is not published')).toBe('/search-settings/boost-manager?c=7');
  expect(href('2 changes wait for midnight')).toBe('/search-settings/releases?waiting=1');
});

it('queries without results wait to be fixed, after what broke, and lead to the list of the days that were counted', async () => {
  const rows = await listed({ alerts: 3, problems: 12, waiting: [atMidnight] });
  expect(rows).toEqual([
    '3 check items on alert',
    expect.stringMatching(/^12 queries without results to fixNovember 18.*25, 2026$/),
    '1 changes wait for midnightRegenerate',
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
