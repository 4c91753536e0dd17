import { fireEvent, screen, waitFor, within } from '@testing-library/react';
import { beforeAll, expect, it } from 'vitest';
import { toPage } from '#contract/page.ts';
import { setCollections } from '#ui/collection/collection.ts';
import { ConfirmDialog } from '#ui/dialog/confirm.tsx';
import { setSession } from '#ui/state/session.ts';
import { answerCalls, to } from '#ui/test-calls.ts';
import { renderAt } from '#ui/test-frame.tsx';
import { startI18n } from '#ui/text/i18n.ts';
import { charFilters, checkCharFilters, readCharFilterQueries } from './chars-filter.contract.ts';
import CharFiltersPage from './chars-filter.page.tsx';

beforeAll(async () => {
  await startI18n(async () => ({}));
  // Without one, nothing is previewed.
  setCollections(5, []);
  const rights = { is_admin: false, is_owner: true, user_groups: [] };
  const project = { id: 5, name: 'Shop', url: '', language: 'cs', time_zone: 'Europe/Prague', token: 'public', owner: null };
  setSession({ person: { id: 1, name: 'Jana', surname: 'N', email: 'jana@example.com', ...rights }, project });
});

/** The form of a new replacement, and how many items the only query would find with it. */
async function opened(total_count: number) {
  const filter = { id: 3, from: 'a', to: 'A', is_active: true, created_at: 5, updated_at: 5, updated_by: null };
  const kettle = { q: 'kettle', live_total_count: 4, live_redirect: null, redirect: null, items: [], gone: [], check_items: [] };
  const { askedOf } = answerCalls(
    to(charFilters.list, toPage([filter], 1, 20)),
    to(charFilters.create, { ...filter, id: 4 }),
    to(readCharFilterQueries, {
      source: 'searches',
      waiting_version: '',
      queries: [{ collection_id: 1, q: 'kettle', is_category: false, searches: 9, is_frequent: true }],
    }),
    to(checkCharFilters, [{ ...kettle, total_count, is_changed: total_count !== 4 }]),
  );
  await renderAt('/?edit=new', () => (
    <>
      <CharFiltersPage />
      <ConfirmDialog />
    </>
  ));
  const typed = await screen.findByLabelText(/^Typed/);
  return {
    type: (from: string) => fireEvent.change(typed, { target: { value: from } }),
    savedCount: () => askedOf(charFilters.create).length,
  };
}
const save = () => fireEvent.submit(document.querySelector('form')!);

it('warns when a letter or a digit is replaced', async () => {
  const { type } = await opened(4);
  const warning = () => document.body.textContent.match(/Changes every query .* stay the same\./)?.[0];
  type('e');
  expect(warning()).toBe('Changes every query with “e”. Items stay the same.');
  for (const from of ['', '×', '&', 'c++']) {
    type(from);
    expect(warning()).toBeUndefined();
  }
});

it('says when no frequent query has the characters', async () => {
  const { type } = await opened(4);
  type('×');
  expect(await screen.findByText('No frequent query has “×”. Type one to try.')).toBeTruthy();
  type('ETT');
  expect(screen.queryByText(/No frequent query has/)).toBeNull();
});

it('asks before it saves a replacement that visitors would notice', async () => {
  const { type, savedCount } = await opened(0);
  type('k');
  save();
  expect(await screen.findByText(/1 queries would find nothing/)).toBeTruthy();
  fireEvent.click(within(screen.getByText('Do it anyway').closest('form')!).getByText('Cancel'));
  await waitFor(() => expect(screen.queryByText('Do it anyway')).toBeNull());
  expect([savedCount(), screen.queryByRole('alert')]).toEqual([0, null]);
  save();
  fireEvent.submit((await screen.findByText('Do it anyway')).closest('form')!);
  await waitFor(() => expect(savedCount()).toBe(1));
});

it('saves a replacement at once if no visitor would notice', async () => {
  const { type, savedCount } = await opened(4);
  type('×');
  save();
  await waitFor(() => expect(savedCount()).toBe(1));
});
