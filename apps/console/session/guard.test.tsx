import { MantineProvider } from '@mantine/core';
import { render, screen } from '@testing-library/react';
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { Toasts } from '#ui/dialog/toasts.tsx';
import { currentSession, onSessionEnd, setSession, startSession } from '#ui/state/session.ts';
import { beginTab, nameProject, tabProject, tabSession } from '#ui/state/tab.ts';
import { guardScreen } from './guard.ts';
import { queryClient } from '#apps/console/query-client.ts';
import { verifyProblems } from './addresses.ts';

const person = { id: 1, name: 'Jana', surname: 'Nováková', email: 'jana@example.com', is_admin: false, is_owner: false };
const shops = [
  { id: 5, name: 'Shop', url: '', language: 'cs', time_zone: 'UTC', token: 'public', owner: 'Olga Owner' },
  { id: 6, name: 'Garden', url: '', language: 'cs', token: 'green', owner: null },
];
const enter = (needs: 'member' | 'search' | 'admin', query = '?page=2&p=5') =>
  guardScreen(
    { needs, title: 'Synonyms' },
    { location: { href: `/asked${query}`, pathname: '/asked', searchStr: query }, cause: 'enter' },
  );

/** A server that verifies with these groups in the shop whose token a call carries; null stands for one that isn't there. */
function serve(
  verified: {
    readonly groups: readonly number[];
    readonly status?: number;
    readonly lost?: string;
    readonly hasProject?: boolean;
  } | null,
) {
  vi.stubGlobal('fetch', async (url: string, { headers }: { headers: Record<string, string> }) => {
    if (!verified || url === verified.lost) throw new TypeError('Failed to fetch');
    const { groups, status = 200 } = verified;
    const answer = (data: unknown, code = status) => {
      const errors = code === 200 ? [] : [{ field: '', code: code === 404 ? 'notFound' : 'internal', message: '' }];
      const shop = shops.find(({ token }) => token === headers['x-client-id']) ?? null;
      return Response.json({ err: code === 200 ? 0 : 1, msg: '', data, errors, sales_channel: shop }, { status: code });
    };
    if (url === '/api/collections') return answer([]);
    if (url === '/api/sales_channel/default') return answer(verified.hasProject === false ? null : shops[0]);
    if (url === '/api/sales_channels') return answer(shops);
    const read = /^\/api\/sales_channel\/(\d+)$/.exec(url);
    if (!read) return answer({ ...person, user_groups: groups.map((id) => ({ id })) });
    const shop = shops.find(({ id }) => id === Number(read[1]));
    return shop ? answer(shop) : answer(null, 404);
  });
}

/** Where the guard sends to; null when the screen may be shown. */
const sentTo = (work: Promise<void>) =>
  work.then(
    () => null,
    (redirect: { options: { to?: string; href?: string } }) => redirect.options.to ?? redirect.options.href,
  );

beforeEach(() => {
  startSession('session');
  beginTab('');
});
afterEach(() => {
  vi.restoreAllMocks();
  startSession('');
  queryClient.clear();
});

it('who is not signed in goes to sign-in, and back afterwards', async () => {
  localStorage.clear();
  beginTab('');
  expect(await sentTo(enter('member', '?page=2'))).toBe('/login?return=%2Fasked%3Fpage%3D2');
});

it('who has the right sees the screen', async () => {
  serve({ groups: [2] });
  expect(await sentTo(enter('search'))).toBeNull();
});

it('who lacks the right goes to the dashboard, and is told whom to ask', async () => {
  serve({ groups: [3] });
  render(
    <MantineProvider env="test">
      <Toasts />
    </MantineProvider>,
  );
  expect(await sentTo(enter('search'))).toBe('/dashboard');
  expect(await screen.findByText('“Synonyms” is for the group Search settings. Ask Olga Owner.')).toBeTruthy();
});

it('who has no project is told so, and not to ask an owner', async () => {
  serve({ groups: [], hasProject: false });
  render(
    <MantineProvider env="test">
      <Toasts />
    </MantineProvider>,
  );
  expect(await sentTo(enter('search', '?page=2'))).toBe('/dashboard');
  expect(await screen.findByText('“Synonyms” opens once you have a project.')).toBeTruthy();
});

it('a screen of administrators sends nobody to an owner of the project', async () => {
  serve({ groups: [2] });
  render(
    <MantineProvider env="test">
      <Toasts />
    </MantineProvider>,
  );
  expect(await sentTo(enter('admin'))).toBe('/dashboard');
  expect(await screen.findByText('“Synonyms” is for administrators of this server.')).toBeTruthy();
});

it('a server that failed is told on its own page', async () => {
  serve({ groups: [], status: 500 });
  expect(await sentTo(enter('member', '?page=2'))).toBe('/custom-error/error-1?return=%2Fasked%3Fpage%3D2');
});

it('a server that is starting is told on its own page', async () => {
  serve({ groups: [], status: 503 });
  expect(await sentTo(enter('member', '?page=2'))).toBe('/custom-error/error-5?return=%2Fasked%3Fpage%3D2');
});

it('an account that is refused is told so, with what the server said, until it is let in', async () => {
  serve({ groups: [], status: 403 });
  expect(await sentTo(enter('member'))).toBe('/custom-error/error-4?return=%2Fasked%3Fpage%3D2%26p%3D5');
  expect(verifyProblems().map(({ code }) => code)).toEqual(['internal']);
  serve({ groups: [2] });
  await enter('search');
  expect(verifyProblems()).toEqual([]);
});

it('a connection that is lost after the session was verified signs nobody out', async () => {
  serve({ groups: [2], lost: '/api/sales_channel/default' });
  expect(await sentTo(enter('search', '?page=2'))).toBe('/custom-error/error-2?return=%2Fasked%3Fpage%3D2');
  expect(tabSession()).toBe('session');
});

it('a first check without any answer signs out', async () => {
  serve(null);
  const ended = new Promise((resolve) => onSessionEnd(resolve));
  void enter('member');
  expect(await ended).toBe('unreachable');
});

it('a later check without any answer keeps the place', async () => {
  serve({ groups: [2] });
  await enter('search');
  serve(null);
  expect(await sentTo(enter('search'))).toBeNull();
});

it('shows a later screen before its check is answered, and loads the page again if its right is gone', async () => {
  serve({ groups: [2] });
  await enter('search');
  const reload = vi.spyOn(location, 'reload').mockImplementation(() => undefined);
  expect(await sentTo(enter('search'))).toBeNull();
  await vi.waitFor(() => expect(currentSession()?.person.user_groups).toEqual([{ id: 2 }]));
  expect(reload).not.toHaveBeenCalled();
  serve({ groups: [3] });
  expect(await sentTo(enter('search'))).toBeNull();
  await vi.waitFor(() => expect(reload).toHaveBeenCalledOnce());
});

it('leaves a screen whose later check is refused', async () => {
  serve({ groups: [2] });
  await enter('search');
  const assign = vi.spyOn(location, 'assign').mockImplementation(() => undefined);
  serve({ groups: [2], status: 403 });
  expect(await sentTo(enter('search'))).toBeNull();
  await vi.waitFor(() => expect(assign).toHaveBeenCalledWith('/custom-error/error-4?return=%2Fasked%3Fpage%3D2%26p%3D5'));
});

it('an address without a project gets the default one, and keeps it', async () => {
  serve({ groups: [2] });
  expect(await sentTo(enter('search', '?page=2'))).toBe('/asked?page=2&p=5');
  expect(await sentTo(enter('search', '?page=2&p=5'))).toBeNull();
  expect(tabProject()).toMatchObject({ id: 5, token: 'public' });
});

it('an address of another project of mine selects it, whatever was used last', async () => {
  serve({ groups: [2] });
  await enter('search', '?p=5');
  beginTab('?p=6');
  startSession('session');
  expect(await sentTo(enter('search', '?p=6'))).toBeNull();
  expect(currentSession()?.project).toMatchObject({ id: 6, name: 'Garden' });
});

it('an address of another project reloads the page once one is shown', async () => {
  serve({ groups: [2] });
  await enter('search', '?p=5');
  expect(await sentTo(enter('search', '?p=6'))).toBe('/asked?p=6');
  expect(tabProject()).toMatchObject({ id: 5 });
});

it('a project that is not mine is said to be refused, and none is selected instead', async () => {
  serve({ groups: [2] });
  beginTab('?p=7');
  expect(await sentTo(enter('search', '?p=7'))).toBeNull();
  expect(currentSession()).toMatchObject({ project: null, isProjectRefused: true });
  expect(tabProject()).toBeNull();
});

it('a project that the person before has used is not asked for, so the default one is selected', async () => {
  serve({ groups: [2] });
  localStorage.setItem('client_id', 'of the person before');
  localStorage.setItem('project_id', '7');
  beginTab('');
  nameProject();
  expect(location.search).toBe('?p=7');
  expect(await sentTo(enter('search', '?page=2&p=7'))).toBe('/asked?page=2&p=5');
  expect(currentSession()).toMatchObject({ project: { id: 5 } });
});

it('a screen whose right is missing in the refused project sends nowhere else', async () => {
  serve({ groups: [] });
  setSession({ person: { ...person, user_groups: [] }, project: null, isProjectRefused: true });
  startSession('session');
  beginTab('?p=7');
  expect(await sentTo(enter('search', '?p=7'))).toBeNull();
});
