import { fireEvent, screen, waitFor, within } from '@testing-library/react';
import { Replace } from 'lucide-react';
import * as z from 'zod/mini';
import { afterEach, beforeAll, expect, it, vi } from 'vitest';
import { crud } from '#contract/crud.ts';
import { errorText } from '#contract/errors.ts';
import { requiredText } from '#contract/fields.ts';
import { toPage } from '#contract/page.ts';
import { timedRuleFields, timedStates } from '#contract/rows/rule-fields.ts';
import { setSession } from '#ui/state/session.ts';
import { startI18n } from '#ui/text/i18n.ts';
import { renderAt } from '#ui/test-frame.tsx';
import { CrudPage } from './crud-page.tsx';

const words = crud({
  name: 'synonym',
  paths: { list: '/api/words', one: '/api/words/{id}' },
  needs: 'search',
  input: z.object({ word: requiredText(), ...timedRuleFields }),
  filters: { state: z.optional(z.enum(timedStates)) },
  sorts: ['word'],
  unique: ['word'],
  maximumRows: 10,
});
const day = 86_400_000;
const [past, future] = [Date.now() - 9 * day, Date.parse('2098-07-01T18:30Z')];
const row = { is_active: true, valid_from: null, valid_to: null, created_at: 1, updated_at: 1, updated_by: 'Jana' };
const rows = [
  { ...row, id: 1, word: 'acts', valid_from: past },
  { ...row, id: 2, word: 'off', is_active: false, valid_to: past },
  { ...row, id: 3, word: 'coming', valid_from: future },
  { ...row, id: 4, word: 'ended', valid_to: past },
];
const asked: { readonly url: URL; readonly body: unknown }[] = [];
let refusal: { readonly field: string; readonly code: 'endsBeforeStart' } | null = null;

beforeAll(async () => {
  await startI18n(async () => ({}));
  const rights = { is_admin: false, is_owner: true, user_groups: [] };
  const project = { id: 5, name: 'Shop', url: '', language: 'cs', time_zone: 'Europe/Prague', token: 'public', owner: null };
  setSession({ person: { id: 1, name: 'Jana', surname: 'N', email: 'jana@example.com', ...rights }, project });
});
afterEach(() => {
  asked.length = 0;
  refusal = null;
});

async function show(address: string) {
  vi.stubGlobal('fetch', async (path: string, { body = null, method }: RequestInit) => {
    const url = new URL(path, 'http://x');
    asked.push({ url, body: typeof body === 'string' ? JSON.parse(body) : null });
    if (method === 'PUT' && refusal)
      return Response.json(
        { err: 1, msg: '', data: null, errors: [{ ...refusal, message: errorText(refusal.code) }] },
        { status: 422 },
      );
    const shown = url.searchParams.get('state') === 'ended' ? [] : rows;
    const one = rows.find(({ id }) => url.pathname.endsWith(`/${id}`));
    return Response.json({ err: 0, msg: '', data: one ?? toPage(shown, shown.length, 20), errors: [] });
  });
  return renderAt(address, () => (
    <CrudPage
      calls={words}
      icon={Replace}
      words={{
        title: 'Words',
        purpose: 'For tests.',
        search: 'Search words',
        add: 'Add word',
        empty: 'None',
        why: 'Yet.',
      }}
      fields={{ word: { label: 'Word' } }}
      help="Help"
    />
  ));
}

it('says why rules do nothing, and that the others are live', async () => {
  await show('/words');
  await screen.findByText('acts');
  const states = [...document.querySelectorAll('[data-title="State"]')].map(({ textContent }) => textContent);
  expect(states).toEqual(['Live', 'Off', 'From Jul 1, 2098', 'Ended']);
});

it('the choice of a state stands in the address, and where it leaves nothing it can be taken back', async () => {
  const { router } = await show('/words?page=1');
  const filter = await screen.findByLabelText('State');
  expect([...filter.querySelectorAll('option')].map(({ textContent }) => textContent)).toEqual([
    'State: All',
    'Live',
    'Off',
    'Begins later',
    'Ended',
  ]);
  fireEvent.change(filter, { target: { value: 'ended' } });
  await screen.findByText('No rows for these filters');
  expect(router.state.location.search).toMatchObject({ state: 'ended' });
  fireEvent.click(screen.getByRole('button', { name: 'Clear filters' }));
  await screen.findByText('acts');
  expect(router.state.location.search).not.toHaveProperty('state');
});

it.each([
  [1, 'Live now.'],
  [2, 'Saved.'],
  [3, 'Saved.'],
])('rule %s is told as it acts once it is saved', async (id, told) => {
  await show(`/words?edit=${id}`);
  const drawer = await screen.findByRole('dialog', { name: rows.find((one) => one.id === id)!.word });
  const word = await within(drawer).findByLabelText<HTMLInputElement>(/^Word/);
  fireEvent.change(word, { target: { value: 'another' } });
  fireEvent.submit(word.closest('form') as HTMLFormElement);
  expect(await screen.findByText(told)).toBeTruthy();
});

it('dates and times are typed by the clocks of the project, and a refused one is seen', async () => {
  await show('/words?edit=3');
  const drawer = await screen.findByRole('dialog', { name: 'coming' });
  const part = await within(drawer).findByRole('button', { name: /^Validity/ });
  expect(part.textContent).toContain('from Jul 1, 2098, 8:30 PM');
  expect(part.getAttribute('aria-expanded')).toBe('false');
  fireEvent.click(part);
  const from = await within(drawer).findByLabelText<HTMLInputElement>('From');
  expect(from.value).toBe('2098-07-01T20:30');
  fireEvent.change(from, { target: { value: '2098-12-24T18:00' } });
  fireEvent.change(within(drawer).getByLabelText('To'), { target: { value: '2098-12-01T00:00' } });
  fireEvent.click(part);
  refusal = { field: 'valid_to', code: 'endsBeforeStart' };
  fireEvent.submit(from.closest('form') as HTMLFormElement);
  await within(drawer).findByText('The end is before the start. Choose a later end.');
  expect(asked.at(-1)?.body).toMatchObject({
    valid_from: Date.parse('2098-12-24T17:00Z'),
    valid_to: Date.parse('2098-11-30T23:00Z'),
    updated_at: 1,
  });
  await waitFor(() => expect(part.getAttribute('aria-expanded')).toBe('true'));
});
