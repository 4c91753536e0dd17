import { fireEvent, screen, waitFor } from '@testing-library/react';
import { beforeAll, expect, it, vi } from 'vitest';
import { toPage } from '#contract/page.ts';
import { ConfirmDialog } from '#ui/dialog/confirm.tsx';
import { setSession } from '#ui/state/session.ts';
import { renderAt } from '#ui/test-frame.tsx';
import { startI18n } from '#ui/text/i18n.ts';
import CharFiltersPage from './chars-filter.page.tsx';

beforeAll(async () => {
  await startI18n(async () => ({}));
  const rights = { is_admin: false, is_owner: true, user_groups: [] };
  const project = { id: 5, name: 'Shop', url: '', language: 'cs', time_zone: 'Europe/Prague', token: 'public', owner: null };
  setSession({ person: { id: 1, name: 'Jana', surname: 'N', email: 'jana@example.com', ...rights }, project });
});

const asked: string[] = [];
const idle = { id: 3, from: 'a', to: 'A', is_active: true, updated_at: 5, updated_by: null };
/** What the check answers for the one query that there is. */
let checked: object = {};
async function opened() {
  asked.length = 0;
  vi.stubGlobal('fetch', async (path: string, { method = 'GET' }: RequestInit) => {
    asked.push(`${method} ${path.split('?')[0]}`);
    const queries = { source: 'searches', queries: [{ collection_id: 1, q: 'kettle', searches: 9, is_frequent: true }] };
    const nothing = {
      q: 'kettle',
      live_total_count: 4,
      total_count: 4,
      live_redirect: null,
      redirect: null,
      variants: [],
      items: [],
      gone: [],
      check_items: [],
    };
    const data = path.includes('/queries')
      ? queries
      : path.includes('/check')
        ? [{ ...nothing, is_changed: false, ...checked }]
        : method === 'POST'
          ? { ...idle, id: 4 }
          : toPage([idle], 1, 20);
    return Response.json({ err: 0, msg: '', data, errors: [] });
  });
  await renderAt('/?edit=new', () => (
    <>
      <CharFiltersPage />
      <ConfirmDialog />
    </>
  ));
  const typed = await screen.findByLabelText(/^Typed/);
  return (from: string) => fireEvent.change(typed, { target: { value: from } });
}
const told = () => document.body.textContent.match(/Changes every query .* stay the same\./)?.[0];

it('whoever replaces a letter or a digit is told what that does before it is saved', async () => {
  const type = await opened();
  type('e');
  expect(told()).toBe('Changes every query with “e”. Items stay the same.');
  type(' 7 ');
  expect(told()).toBe('Changes every query with “7”. Items stay the same.');
  for (const from of ['', '×', '&', 'c++']) {
    type(from);
    expect(told()).toBeUndefined();
  }
});

it('one that would become itself is refused at the field, and nothing is sent', async () => {
  const type = await opened();
  type('a');
  fireEvent.change(screen.getByLabelText(/^Replaced by/), { target: { value: 'A' } });
  fireEvent.submit(document.querySelector('form')!);
  expect(await screen.findByText('It would replace itself. Enter something else.')).toBeTruthy();
  expect(asked.some((one) => one.startsWith('POST'))).toBe(false);
});

it('before a replacement goes live, what visitors would notice is compared, and asked where that is much', async () => {
  const save = async (type: (from: string) => void) => {
    type('k');
    fireEvent.change(screen.getByLabelText(/^Replaced by/), { target: { value: 'q' } });
    fireEvent.submit(document.querySelector('form')!);
  };
  const isSaved = () => asked.includes('POST /api/char-filter');
  checked = { is_changed: true, total_count: 0 };
  await save(await opened());
  expect(await screen.findByText(/1 queries would find nothing/)).toBeTruthy();
  expect(isSaved()).toBe(false);
  fireEvent.click(screen.getByText('Back to editing'));
  await waitFor(() => expect(screen.queryByText('Do it anyway')).toBeNull());
  expect(screen.getByLabelText<HTMLInputElement>(/^Typed/).value).toBe('k');
  expect([isSaved(), screen.queryByRole('alert')]).toEqual([false, null]);

  fireEvent.submit(document.querySelector('form')!);
  fireEvent.submit((await screen.findByText('Do it anyway')).closest('form')!);
  await waitFor(() => expect(isSaved()).toBe(true));
});

it('a replacement that visitors hardly notice is saved at once', async () => {
  checked = {};
  const type = await opened();
  type('×');
  fireEvent.submit(document.querySelector('form')!);
  await waitFor(() => expect(asked).toContain('POST /api/char-filter'));
  expect(asked).toContain('POST /api/chars-filter/check');
});
