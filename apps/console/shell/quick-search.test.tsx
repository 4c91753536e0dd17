import { QueryClientProvider } from '@tanstack/react-query';
import { fireEvent, screen, waitFor } from '@testing-library/react';
import { afterEach, beforeAll, beforeEach, expect, it } from 'vitest';
import { setSession } from '#console-kit/session/session.ts';
import { writeStored } from '#console-kit/state/stored.ts';
import { startI18n } from '#console-kit/text/i18n.ts';
import { renderAt } from '#console-kit/test-frame.tsx';
import { queryClient } from '#console/query-client.ts';
import { screens } from '#console/screens.ts';
import QuickSearchDialog from './quick-search-dialog.tsx';

beforeAll(() => startI18n(async () => ({})));
beforeEach(() => {
  const rights = { is_admin: false, is_owner: false, user_groups: [{ id: 2 }] };
  setSession({ person: { id: 1, name: 'Jana', surname: 'N', email: 'jana@example.com', ...rights }, project: null });
});
afterEach(() => localStorage.clear());

async function show() {
  const { router } = await renderAt('/dashboard', () => (
    <QueryClientProvider client={queryClient}>
      <QuickSearchDialog onClose={() => {}} />
    </QueryClientProvider>
  ));
  return { router, input: await screen.findByLabelText('Search screens and items') };
}
/** What somebody of the group for search settings can add, in the order of the menu. */
const added = screens.flatMap(({ needs, adds }) => (needs === 'search' && adds !== undefined ? adds : []));
const lines = () => [...document.querySelectorAll('[role=option], [role=presentation]')].map(({ textContent }) => textContent);

it('begins with where the person was last and what they can add, as far as their rights go', async () => {
  writeStored('recent', JSON.stringify(['/dashboard', '/data/import', '/search-settings/synonyms', '/gone']));
  await show();
  expect(lines()).toEqual(['Recent', 'Synonyms', 'Actions', ...added, 'Add project']);
});

it('what a browser keeps may be spoiled', async () => {
  writeStored('recent', '{"a":');
  await show();
  expect(lines()).toEqual(['Actions', ...added, 'Add project']);
});

it('an action is found by its words, and opens the form', async () => {
  const { router, input } = await show();
  fireEvent.change(input, { target: { value: 'ADD SYN' } });
  await waitFor(() => expect(lines()).toEqual(['Actions', 'Add synonym']));
  fireEvent.keyDown(input, { key: 'Enter' });
  await waitFor(() => expect(router.latestLocation.href).toBe('/search-settings/synonyms?edit=new'));
});
