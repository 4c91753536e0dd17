import { fireEvent, screen } from '@testing-library/react';
import { afterEach, beforeAll, expect, it, vi } from 'vitest';
import { toPage } from '#contract/page.ts';
import { setSession } from '#console-kit/session/session.ts';
import { renderAt } from '#console-kit/test-frame.tsx';
import { startI18n } from '#console-kit/text/i18n.ts';
import CharFiltersPage from './chars-filter.page.tsx';

beforeAll(async () => {
  await startI18n(async () => ({}));
  const rights = { is_admin: false, is_owner: true, user_groups: [] };
  const project = { id: 5, name: 'Shop', url: '', language: 'cs', time_zone: 'Europe/Prague', token: 'public', owner: null };
  setSession({ person: { id: 1, name: 'Jana', surname: 'N', email: 'jana@example.com', ...rights }, project });
});
afterEach(() => vi.unstubAllGlobals());

const asked: string[] = [];
async function opened() {
  vi.stubGlobal('fetch', async (_path: string, { method = 'GET' }: RequestInit) => {
    asked.push(method);
    return Response.json({ err: 0, msg: '', data: toPage([], 0, 20), errors: [] });
  });
  await renderAt('/?edit=new', () => <CharFiltersPage />);
  const typed = await screen.findByLabelText(/^Typed/);
  return (from: string) => fireEvent.change(typed, { target: { value: from } });
}
const told = () => document.body.textContent.match(/This changes every query .* stay as they are\./)?.[0];

it('whoever replaces a letter or a digit is told what that does before it is saved', async () => {
  const type = await opened();
  type('e');
  expect(told()).toBe('This changes every query that has “e”. Items stay as they are.');
  type(' 7 ');
  expect(told()).toBe('This changes every query that has “7”. Items stay as they are.');
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
  expect(await screen.findByText('It is replaced by itself, so nothing would change. Put in something else.')).toBeTruthy();
  expect(asked).not.toContain('POST');
});
