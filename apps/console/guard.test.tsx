import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { onSessionEnd, startSession } from '#console-kit/session.ts';
import { guardScreen } from './guard.ts';

const person = { id: 1, name: 'Jana', surname: 'Nováková', email: 'jana@example.com', is_admin: false, is_owner: false };
const project = { id: 5, name: 'Shop', url: '', language: 'cs', token: 'public' };
const enter = (needs: 'member' | 'search') => guardScreen({ needs }, { location: { href: '/asked?page=2' }, cause: 'enter' });

/** A server that verifies with these groups; null stands for one that isn't there. */
function serve(verified: { readonly groups: readonly number[]; readonly status?: number } | null) {
  vi.stubGlobal('fetch', async (url: string) => {
    if (!verified) throw new TypeError('Failed to fetch');
    const { groups, status = 200 } = verified;
    const data = url === '/api/collections' ? [] : { ...person, user_groups: groups.map((id) => ({ id })) };
    const isFailure = status !== 200;
    return new Response(
      JSON.stringify({ err: isFailure ? 1 : 0, msg: '', data: isFailure ? null : data, errors: [], sales_channel: project }),
      { status },
    );
  });
}

/** Where the guard sends to; null when the screen may be shown. */
const sentTo = (work: Promise<void>) =>
  work.then(
    () => null,
    (redirect: { options: { to?: string; href?: string } }) => redirect.options.to ?? redirect.options.href,
  );

beforeEach(() => startSession('session'));
afterEach(() => {
  localStorage.clear();
  vi.unstubAllGlobals();
});

it('who is not signed in goes to sign-in, and back afterwards', async () => {
  localStorage.clear();
  expect(await sentTo(enter('member'))).toBe('/login?return=%2Fasked%3Fpage%3D2');
});

it('who has the right sees the screen', async () => {
  serve({ groups: [2] });
  expect(await sentTo(enter('search'))).toBeNull();
});

it('who lacks the right goes to the dashboard', async () => {
  serve({ groups: [3] });
  expect(await sentTo(enter('search'))).toBe('/dashboard');
});

it('a server that failed is told on its own page', async () => {
  serve({ groups: [], status: 500 });
  expect(await sentTo(enter('member'))).toBe('/custom-error/error-1?return=%2Fasked%3Fpage%3D2');
});

it('a server that is starting is told on its own page', async () => {
  serve({ groups: [], status: 503 });
  expect(await sentTo(enter('member'))).toBe('/custom-error/error-5?return=%2Fasked%3Fpage%3D2');
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
