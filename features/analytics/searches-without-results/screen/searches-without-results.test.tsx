import { fireEvent, screen, waitFor, within } from '@testing-library/react';
import { expect, it } from 'vitest';
import { toPage } from '#contract/page.ts';
import type { Section } from '#contract/permission.ts';
import { answerCalls, failing, to } from '#ui/test-calls.ts';
import { renderAt } from '#ui/test-frame.tsx';
import {
  acceptFixes,
  dismissQueries,
  proposeFixes,
  reopenQueries,
  undoFixes,
} from '#features/analytics/fix-problem/fix-problem.contract.ts';
import { readSearchHistory } from '#features/analytics/search-history/search-history.contract.ts';
import { readStatisticsContext } from '#features/analytics/statistics/statistics.contract.ts';
import { contextOf, everyGroup, signInTo } from '#features/analytics/statistics/screen/test-statistics.tsx';
import {
  listSearchesWithoutResults,
  type SearchWithoutResults,
} from '#features/analytics/searches-without-results/searches-without-results.contract.ts';
import SearchesWithoutResultsPage from './searches-without-results.page.tsx';

const problem = (query: string, more: Partial<SearchWithoutResults> = {}): SearchWithoutResults => ({
  query,
  queries: 214,
  item_count: 0,
  found_as: null,
  users_affected: 168,
  is_estimated: false,
  last_at: Date.now(),
  rule: null,
  changed_at: 5,
  ...more,
});
const counts = { open: 41, corrected: 2, fixed: 6, dismissed: 3 };
const synonym = { kind: 'synonym' as const, term: 'ledincka', to: ['fridge'] };

async function opened({
  address = '/x',
  groups = everyGroup as readonly Section[],
  rows = [problem('ledincka'), problem('sun')],
}: {
  readonly address?: string;
  readonly groups?: readonly Section[];
  readonly rows?: readonly SearchWithoutResults[];
} = {}) {
  signInTo(groups);
  const calls = answerCalls(
    to(readStatisticsContext, contextOf()),
    to(listSearchesWithoutResults, { ...toPage([...rows], 41, 20), counts }),
    to(proposeFixes, [
      { query: 'ledincka', proposal: { fix: synonym, evidence: [], total_count: 38, items: [], searches: 0 } },
      { query: 'sun', proposal: null },
    ]),
    to(dismissQueries, { queries: [{ query: 'sun', changed_at: 6 }] }),
    to(acceptFixes, {
      fixed: [{ query: 'ledincka', rule: { source: 'synonyms', id: 4 }, changed_at: 8, release: 3 }],
      changed: [],
      refused: [],
    }),
    to(undoFixes, { queries: ['ledincka'] }),
    to(reopenQueries, { queries: ['sun'] }),
  );
  const { router } = await renderAt(address, () => <SearchesWithoutResultsPage />);
  return { calls, router };
}
const rowOf = async (name: string) => within(await screen.findByRole('row', { name: new RegExp(name) }));

it('an open problem has its best proposal beside it, and is fixed or dismissed', async () => {
  const { calls, router } = await opened();
  const row = await rowOf('ledincka');
  await row.findByText('→ fridge · 38 items');
  const dismiss = (await rowOf('sun')).getByRole('button', { name: 'Dismiss query' });
  for (let click = 1; click <= 2; click += 1) fireEvent.click(dismiss);
  await waitFor(() => expect(calls.askedOf(dismissQueries)).toEqual([{ queries: [{ query: 'sun', seen: 5 }] }]));
  await screen.findByText(/dismissed\.$/);
  fireEvent.click(screen.getByRole('button', { name: 'Undo' }));
  await waitFor(() => expect(calls.askedOf(reopenQueries)).toEqual([{ queries: ['sun'] }]));
  fireEvent.click((await rowOf('sun')).getByRole('button', { name: 'Fix this problem' }));
  await waitFor(() => expect(router.state.location.search).toMatchObject({ fix: 'sun' }));
});

it('accepts a proposal by one click, and undoes it by another', async () => {
  const { calls } = await opened();
  fireEvent.click(await (await rowOf('ledincka')).findByRole('button', { name: 'Add synonym' }));
  await screen.findByText('Live now.');
  expect(calls.askedOf(acceptFixes)).toMatchObject([{ fixes: [{ query: 'ledincka', seen: 5, fix: synonym }] }]);
  fireEvent.click(screen.getByRole('button', { name: 'Undo' }));
  await waitFor(() => expect(calls.askedOf(undoFixes)).toEqual([{ fixes: [{ query: 'ledincka', seen: 8, release: 3 }] }]));
});

it('its states are in the address, each with how many there are', async () => {
  const { calls, router } = await opened({ address: '/x?page=2' });
  await rowOf('sun');
  expect(screen.getByRole('radio', { name: 'Open problems 41' })).toHaveProperty('checked', true);
  fireEvent.click(screen.getByRole('radio', { name: 'Dismissed problems 3' }));
  await waitFor(() => expect(router.state.location.search).toMatchObject({ state: 'dismissed' }));
  expect(router.state.location.search).not.toHaveProperty('page');
  await waitFor(() => expect(calls.askedOf(listSearchesWithoutResults).at(-1)).toMatchObject({ state: 'dismissed' }));
  fireEvent.click(await (await rowOf('sun')).findByRole('button', { name: 'Reopen' }));
  await waitFor(() => expect(calls.askedOf(reopenQueries)).toEqual([{ queries: ['sun'] }]));
});

it('adds the correction of a corrected query as a synonym, by one click', async () => {
  const rows = [problem('ledincka', { item_count: 38, found_as: 'fridge' }), problem('sun', { item_count: 4, found_as: '' })];
  const { calls, router } = await opened({ rows });
  fireEvent.click(await screen.findByRole('radio', { name: 'Corrected problems 2' }));
  await waitFor(() => expect(router.state.location.search).toMatchObject({ state: 'corrected' }));
  await waitFor(() => expect(calls.askedOf(listSearchesWithoutResults).at(-1)).toMatchObject({ state: 'corrected' }));
  (await rowOf('sun')).getByRole('link', { name: '4, by some of its words' });
  expect((await rowOf('sun')).queryByRole('button', { name: 'Add synonym' })).toBeNull();
  const row = await rowOf('ledincka');
  row.getByRole('link', { name: '38, as fridge' });
  fireEvent.click(await row.findByRole('button', { name: 'Add synonym' }));
  await waitFor(() =>
    expect(calls.askedOf(acceptFixes)).toMatchObject([{ fixes: [{ query: 'ledincka', seen: 5, fix: synonym }] }]),
  );
});

it('what is fixed says what it finds now, with its rule, and offers nothing', async () => {
  const rows = [problem('ledincka', { rule: { source: 'synonyms', id: 4 }, item_count: 38 })];
  await opened({ address: '/x?state=fixed', rows });
  const row = await rowOf('ledincka');
  await row.findByText('Fixed · finds 38 now');
  expect(row.getByRole('link', { name: 'Synonym' }).getAttribute('href')).toBe('/search-settings/synonyms?edit=4');
  expect(row.queryAllByRole('button')).toEqual([]);
});

it('several are chosen and dismissed at once; accepting their proposals takes the right to change rules', async () => {
  const { calls } = await opened({ groups: ['analytics'] });
  fireEvent.click((await rowOf('sun')).getByRole('checkbox'));
  fireEvent.click((await rowOf('ledincka')).getByRole('checkbox'));
  const accept = await screen.findByRole('button', { name: 'Accept' });
  expect(accept.getAttribute('aria-disabled') ?? accept.getAttribute('disabled')).not.toBeNull();
  fireEvent.click(screen.getAllByRole('button', { name: 'Dismiss query' })[0]!);
  await waitFor(() => expect(calls.askedOf(dismissQueries)[0]?.queries).toHaveLength(2));
});

it('why there is nothing is asked apart, and may fail apart', async () => {
  signInTo(everyGroup);
  answerCalls(
    to(readStatisticsContext, contextOf()),
    to(listSearchesWithoutResults, { ...toPage([], 0, 20), counts }),
    to(readSearchHistory, failing(500, 'internal')),
  );
  await renderAt('/x', () => <SearchesWithoutResultsPage />);
  await screen.findByText('This could not be loaded.');
});
