import { screen, within } from '@testing-library/react';
import { beforeEach, expect, it, vi } from 'vitest';
import { toPage } from '#contract/page.ts';
import { releasedKinds } from '#apps/console/released-kinds.ts';
import { setSession } from '#ui/state/session.ts';
import { renderAt } from '#ui/test-frame.tsx';
import { ReleasesPage } from './releases.page.tsx';

const release = (number: number, change: object = {}) => ({
  number,
  is_live: false,
  live_since: Date.now(),
  reason: 'synonym',
  user: 'Jana N',
  restored: null,
  can_restore: true,
  name: '',
  comment: '',
  counts: { synonyms: { changed: 2, added: 1 }, unknown: { deleted: 1 } },
  ...change,
});
const releases = [
  release(4, { name: 'Black Friday', comment: 'Early', is_live: true, can_restore: false, reason: 'restore', restored: 2 }),
  release(3, { user: null, reason: 'midnight' }),
  release(2, { user: null, reason: 'synonym' }),
  release(1, { can_restore: false }),
];
const skipped = [
  { source: 'synonyms', id: 7, collection_id: null, name: 'hoover', reason: 'broken' },
  { source: 'character-filters', id: 8, collection_id: null, name: '×', reason: 'broken' },
];
const changes = [
  { source: 'synonyms', id: 7, collection_id: null, kind: 'changed', name: 'hoover', before: null, after: null, is_live: false },
];
const synonym = { synonyms: ['pan'], synonym_type_id: 2 };
const turned = (id: number, term: string, isOn = false) => ({
  ...changes[0],
  id,
  name: term,
  kind: isOn ? 'turnedOn' : 'turnedOff',
  before: { term, ...synonym, is_active: !isOn },
  after: { term, ...synonym, is_active: isOn },
});
const days = { before: { start: '2026-11-03', end: '2026-11-09' }, after: { start: '2026-11-11', end: '2026-11-17' } };
const share = (before: number, after: number, verdict: string) => ({ before, after, low: 0, high: 0, verdict });
const effect = {
  ...days,
  compared: 40,
  touched: 3,
  unfound: share(1, 0.05, 'less'),
  clicked: share(0.3, 0.31, 'none'),
  bought: share(0.02, 0.05, 'more'),
  turnover: { before: 0.2, after: 0.5 },
  other_releases: 2,
};
const effects = {
  currency: 'EUR',
  releases: [
    { number: 4, effect: null, due: '2099-12-07' },
    { number: 3, effect, due: '2026-11-18' },
    { number: 2, effect: { ...effect, unfound: share(1, 0.05, 'few') }, due: '2026-11-18' },
  ],
};
const asked: string[] = [];

beforeEach(() => {
  const rights = { is_admin: false, is_owner: false, user_groups: [{ id: 2 }] };
  setSession({ person: { id: 1, name: 'Jana', surname: 'N', email: 'jana@example.com', ...rights }, project: null });
});

async function show(address: string) {
  vi.stubGlobal('fetch', async (url: string) => {
    asked.push(url);
    const { pathname } = new URL(url, 'http://console.test');
    const data = pathname.endsWith('/compare')
      ? {
          from: 2,
          to: 3,
          counts: { synonyms: { turnedOn: 1, turnedOff: 1 } },
          changes: [turned(8, 'hood'), turned(9, 'jug', true)],
        }
      : pathname.endsWith('/3')
        ? { ...releases[1], changes, previous: { number: 2, can_restore: true } }
        : pathname.endsWith('/1')
          ? { ...releases[3], changes, previous: null }
          : pathname.endsWith('/impact/releases')
            ? effects
            : { ...toPage(releases, 4, 20), skipped, people: [{ id: 5, name: 'Jana N' }] };
    return Response.json({ err: 0, msg: '', data, errors: [] });
  });
  await renderAt(address, () => <ReleasesPage kinds={releasedKinds} />);
  await screen.findByText('Midnight');
}

it('every release says who made it and why, and what it changed', async () => {
  await show('/releases');
  const rows = [...document.querySelectorAll('tbody tr')].map((row) =>
    [...row.querySelectorAll('td')].slice(0, -1).map((cell) => cell.textContent),
  );
  expect(rows.map(([number, , ...told]) => [number, ...told])).toEqual([
    [
      '4\u00A0· Black FridayEarly',
      'Jana N\u00A0· restored release 2',
      'Added: 1 synonyms · Changed: 2 synonyms · Deleted: 1 changes',
      'Live',
    ],
    ['3', 'Midnight', 'Added: 1 synonyms · Changed: 2 synonyms · Deleted: 1 changes', ''],
    ['2', 'Somebody who left', 'Added: 1 synonyms · Changed: 2 synonyms · Deleted: 1 changes', ''],
    ['1', 'Jana N', 'Added: 1 synonyms · Changed: 2 synonyms · Deleted: 1 changes', ''],
  ]);
});

it('filters in the address are sent to the server', async () => {
  asked.length = 0;
  await show('/releases?kind=synonyms&person=5&from=2026-03-28&to=2026-03-29&page=2');
  const list = asked.find((url) => url.includes('source='));
  const query = new URL(list ?? '', 'http://console.test').searchParams;
  const days = (Number(query.get('until')) - Number(query.get('from'))) / 86_400_000;
  expect([query.get('source'), query.get('user_id'), query.get('order'), query.get('page')]).toEqual([
    'synonyms',
    '5',
    'desc',
    '2',
  ]);
  expect(Math.round(days)).toBe(2);
});

it('a left-out rule links to its row, for people who may open it', async () => {
  await show('/releases');
  const notice = within(screen.getByRole('alert'));
  expect(notice.getByRole('link', { name: 'hoover' }).getAttribute('href')).toBe('/search-settings/synonyms?edit=7');
  expect(notice.getByRole('link', { name: '×' }).getAttribute('aria-disabled')).toBe('true');
});

it('offers to restore a release in its row, unless it is live or only a record', async () => {
  await show('/releases');
  const offered = screen
    .getAllByRole('button', { name: 'Restore' })
    .map((button) => [button.dataset['tip'], button.getAttribute('aria-disabled')]);
  expect(offered).toEqual([
    ['This release is live.', 'true'],
    ['Restore', 'false'],
    ['Restore', 'false'],
    ['Kept as a record only (older than 30 days).', 'true'],
  ]);
});

it("a release that is only a record is shown and can't be restored", async () => {
  await show('/releases?release=1');
  const drawer = within(await screen.findByRole('dialog', { name: 'Release 1' }));
  const restore = await drawer.findByRole('button', { name: 'Restore release 1' });
  expect([restore, drawer.getByRole('button', { name: 'Restore' })].map((one) => one.title)).toEqual(
    Array.from({ length: 2 }, () => 'Kept as a record only (older than 30 days).'),
  );
  expect(restore.hasAttribute('disabled')).toBe(true);
  expect(drawer.getByText('hoover')).toBeTruthy();
});

it("two releases are compared by the address, and a rule that was turned off doesn't look deleted", async () => {
  await show('/releases?release=3&with=2');
  const drawer = within(await screen.findByRole('dialog', { name: 'Release 3' }));
  await drawer.findByText('What changed from release 2 to release 3:');
  expect(asked.some((url) => url.includes('/api/releases/3/compare?with=2'))).toBe(true);
  const told = drawer.getAllByRole('listitem').map(({ textContent }) => textContent);
  expect(told[0]).toContain('Turned offhoodTurned off, and kept: “hood” also finds “pan”.');
  expect(told[1]).toContain('Turned onjugTurned on: “jug” also finds “pan”.');
  expect(drawer.getByRole('link', { name: 'Try a query with release 3' }).getAttribute('href')).toContain('release=3');
});

it('says what searches did after each release, once there is enough to say', async () => {
  const rights = { is_admin: false, is_owner: true, user_groups: [] };
  setSession({ person: { id: 1, name: 'Jana', surname: 'N', email: 'jana@example.com', ...rights }, project: null });
  await show('/releases?release=3');
  const effectIn = (number: string) =>
    [...document.querySelectorAll('tbody tr')]
      .find((row) => row.querySelector('td')?.textContent === number)
      ?.querySelectorAll('td')[4]?.textContent;
  await vi.waitFor(() => expect(effectIn('3')).toBe('No results 100% → 5%Clicks 30% → 31%Turnover per search €0.20 → €0.50'));
  expect(effectIn('2')).toBe('Too few searches to tell');
  expect(effectIn('1')).toBe('');
  expect(document.querySelector('tbody tr')?.textContent).toContain('Will be measured on Dec 7, 2099');
  const part = await screen.findByRole('region', { name: 'Measured effect' });
  expect(part.textContent).toContain(
    'in the 3 of 40 frequent queries that it changed. 2 other releases went live in these days.',
  );
});
