import { fireEvent, screen } from '@testing-library/react';
import { beforeEach, expect, it, vi } from 'vitest';
import { sectionGroups } from '#contract/permission.ts';
import { setSession } from '#ui/state/session.ts';
import { renderAt } from '#ui/test-frame.tsx';
import type { Impact } from '#features/analytics/impact/impact.contract.ts';
import { ImpactPart } from './impact.panel.tsx';

beforeEach(() => signIn(sectionGroups.analytics));

/** Somebody in one group of permissions. */
const signIn = (group: number) =>
  setSession({
    person: {
      id: 1,
      name: 'Jana',
      surname: 'N',
      email: 'jana@example.com',
      is_admin: false,
      is_owner: false,
      user_groups: [{ id: group }],
    },
    project: null,
  });

const counts = (searches: number, unfound: number, clicked: number) => ({
  searches,
  unfound,
  clicked,
  bought: clicked / 2,
  turnover: 10 * clicked,
});
const ready: Impact = {
  state: 'ready',
  release: { number: 42, live_since: Date.parse('2026-11-10'), by: 'Jana N' },
  before: { start: '2026-11-03', end: '2026-11-09' },
  after: { start: '2026-11-11', end: '2026-11-17' },
  has_clicks: true,
  has_purchases: true,
  other_releases: [],
  queries: [
    { query: 'mobyl', before: counts(200, 200, 0), after: counts(200, 10, 90) },
    ...Array.from({ length: 44 }, (_, at) => ({ query: `query ${at}`, before: counts(9, 1, 3), after: counts(9, 1, 3) })),
  ],
};

/** The part, opened; it says how many queries were asked about at once. */
async function opened(impact: Impact, touched: (queries: readonly string[]) => readonly string[] = () => []) {
  const parts: number[] = [];
  vi.stubGlobal('fetch', (_address: string, init?: RequestInit) => {
    const isAsked = init?.method === 'POST';
    const { queries } = isAsked ? (JSON.parse(init.body as string) as { queries: string[] }) : { queries: [] };
    if (isAsked) parts.push(queries.length);
    const data = isAsked ? touched(queries) : impact;
    return Promise.resolve(new Response(JSON.stringify({ err: 0, msg: '', errors: [], data })));
  });
  await renderAt('/', () => <ImpactPart of={{ number: 42 }} />);
  fireEvent.click(await screen.findByRole('button', { name: 'Before and after' }));
  return parts;
}

it('says what got better, how sure that is, and for which queries', async () => {
  const parts = await opened(ready, (queries) => queries.filter((query) => query === 'mobyl'));
  expect(await screen.findByText('Fewer searches find nothing.')).toBeTruthy();
  expect(screen.getByText('More searches end in a click.')).toBeTruthy();
  expect(screen.getByText('More searches end in a purchase.')).toBeTruthy();
  expect(screen.getByText(/^100% before, 5% after\. 95% confidence: −98 to −92/)).toBeTruthy();
  expect(screen.getByText(/^It changes what 1 of 45 quer/)).toBeTruthy();
  expect(screen.getByText(/^Other queries in the same days: without results 11.1% → 11.1%/)).toBeTruthy();
  expect(screen.getByText('100% → 5%')).toBeTruthy();
  expect(parts).toEqual([20, 20, 5]);
});

it('says nothing of clicks where they were not tracked, and nothing at all of few searches', async () => {
  const queries = [{ query: 'mobyl', before: counts(20, 20, 0), after: counts(20, 0, 0) }];
  await opened({ ...ready, has_clicks: false, queries }, (all) => all);
  expect(await screen.findByText('No-result rate: too few searches.')).toBeTruthy();
  expect(screen.getByText('Clicks were not tracked on all of these days.')).toBeTruthy();
  expect(screen.queryByText(/click rate/i)).toBeNull();
});

it('names the other releases of these days', async () => {
  await opened({ ...ready, other_releases: [40, 41, 43, 44, 45, 46] }, (queries) => queries.slice(0, 1));
  expect(await screen.findByText(/^6 other releases went live/)).toBeTruthy();
  expect(screen.getAllByRole('link').map((link) => link.textContent)).toEqual(
    expect.arrayContaining(['41', '43', '44', '45', '46']),
  );
  expect(screen.queryByRole('link', { name: '40' })).toBeNull();
});

it('says why there is nothing to compare', async () => {
  await opened(ready);
  expect(await screen.findByText(/^It changes the first results of none of 45 queries/)).toBeTruthy();
});

it.each([
  ['early', /^Come back after a whole day/],
  ['untracked', 'No searches were tracked before it went live.'],
  ['off', 'It is not live.'],
] as const)('a state of its own: %s', async (state, text) => {
  const parts = await opened({ ...ready, state, before: null, after: null, queries: [] });
  expect(await screen.findByText(text)).toBeTruthy();
  expect(parts).toEqual([]);
});

it('offers nothing to people who may not see figures', async () => {
  signIn(sectionGroups.search);
  const { container } = await renderAt('/', () => <ImpactPart of={{ number: 42 }} />);
  expect(container.querySelector('button')).toBeNull();
});
