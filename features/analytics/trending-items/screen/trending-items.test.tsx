import { cleanup, fireEvent, screen, waitFor, within } from '@testing-library/react';
import { expect, it } from 'vitest';
import { addDays } from '#contract/days.ts';
import { toPage } from '#contract/page.ts';
import type { Section } from '#contract/permission.ts';
import { answerCalls, failing, to } from '#ui/test-calls.ts';
import { renderAt } from '#ui/test-frame.tsx';
import { readStatisticsContext } from '#features/analytics/statistics/statistics.contract.ts';
import { contextOf, everyGroup, range, signInTo } from '#features/analytics/statistics/screen/test-statistics.tsx';
import TrendingItemPage from './trending-item.page.tsx';
import {
  listTrendingItems,
  readTrendingItem,
  type TrendingItem,
  type TrendingItemDetail,
} from '#features/analytics/trending-items/trending-items.contract.ts';
import TrendingItemsPage from './trending-items.page.tsx';

const row = (id: string, is_there: boolean): TrendingItem => ({
  item: is_there ? { id, name: 'Kettle Alfa' } : { id },
  collection_id: 7,
  is_there,
  shown: 4_120,
  clicks: 610,
  carts: 96,
  purchases: 41,
  turnover: 8_200,
  compared_clicks: 610,
  previous_clicks: 575,
  days: [300, 310],
  previous_days: [275, 300],
});
const query = (text: string, clicks: number) => ({
  query: text,
  searches: 90,
  clicks,
  purchases: 3,
  turnover: 600,
  mean_position: 2,
  position_now: null,
});
const days = Array.from({ length: 8 }, (_, at) => ({ x: addDays(range.start, at), y: 3 }));
const counts = { shown: 4_120, clicks: 610, carts: 96, purchases: 41, turnover: 8_200 };
const detail: TrendingItemDetail = {
  item: { id: 'k1', name: 'Kettle Alfa' },
  is_there: true,
  timeline: days,
  previous_timeline: days,
  totals: counts,
  compared: { now: counts, before: counts },
  // A check item takes no query as long as the first one.
  queries: [query('k'.repeat(201), 300), query('kettle', 200)],
};
const watching = { c: '7', edit: 'new', elastic_item_id: 'k1', term: 'kettle' };

async function openList({ address = '/x', groups = everyGroup as readonly Section[], isStockKnown = true } = {}) {
  signInTo(groups);
  const page = { ...toPage([row('k1', true), row('gone', false)], 30, 20), is_stock_known: isStockKnown };
  const calls = answerCalls(to(readStatisticsContext, contextOf()), to(listTrendingItems, page), to(readTrendingItem, detail));
  const { router } = await renderAt(address, () => <TrendingItemsPage />);
  await screen.findByText('Kettle Alfa');
  return { calls, router };
}
const rowOf = (name: string) => within(screen.getByRole('row', { name: new RegExp(name) }));

it('a shop that says nothing of stock is offered nothing, unless the address asks for it', async () => {
  await openList({ isStockKnown: false });
  expect(screen.queryByLabelText('Items')).toBeNull();
  cleanup();
  const { calls } = await openList({ isStockKnown: false, address: '/x?only=out_of_stock' });
  expect(calls.askedOf(listTrendingItems)[0]).toMatchObject({ only: 'out_of_stock' });
  expect(screen.getByLabelText('Items')).toHaveProperty('value', 'out_of_stock');
});

it('an item that was clicked more often than it was shown has no click rate, and it says why', async () => {
  signInTo(everyGroup);
  const rows = [
    { ...row('k1', true), shown: 0 },
    { ...row('k2', true), shown: 0, clicks: 0 },
  ];
  answerCalls(to(readStatisticsContext, contextOf()), to(listTrendingItems, { ...toPage(rows, 2, 20), is_stock_known: false }));
  await renderAt('/x', () => <TrendingItemsPage />);
  expect((await screen.findByTitle('More clicks than reported views.')).textContent).toBe('–');
  expect(screen.getByTitle('not shown').textContent).toBe('–');
});

it('an item is watched for the query that brings most clicks and isn’t too long', async () => {
  const { router } = await openList();
  fireEvent.click(rowOf('Kettle Alfa').getByRole('button', { name: 'Add check item' }));
  await waitFor(() => expect(router.state.location.pathname).toBe('/developer/check-items'));
  expect(router.state.location.search).toMatchObject(watching);
});

it('an item whose queries can’t be asked for is watched all the same, for one that is typed', async () => {
  const { calls, router } = await openList();
  calls.answer(to(readTrendingItem, failing(503, 'searchDown')));
  fireEvent.click(rowOf('Kettle Alfa').getByRole('button', { name: 'Add check item' }));
  await waitFor(() => expect(router.state.location.pathname).toBe('/developer/check-items'));
  expect(router.state.location.search).toMatchObject({ c: '7', edit: 'new', elastic_item_id: 'k1' });
  expect(router.state.location.search).not.toHaveProperty('term');
});

it('an item is promoted for one of its queries, or another one', async () => {
  const { router } = await openList();
  fireEvent.click(rowOf('Kettle Alfa').getByRole('button', { name: 'Promote for a query' }));
  const dialog = await screen.findByRole('dialog', { name: 'Promote for a query' });
  fireEvent.click(await within(dialog).findByRole('button', { name: 'kettle' }));
  await waitFor(() => expect(router.state.location.pathname).toBe('/search-settings/curations/edit'));
  expect(router.state.location.search).toMatchObject({ id: 'new', query: 'kettle', promote: 'k1', c: '7' });
});

it('does nothing to what is gone, and says once what somebody has no right to', async () => {
  await openList();
  for (const name of ['Promote for a query', 'Add check item'])
    expect(rowOf('gone').getByRole('button', { name }).getAttribute('data-tip')).toBe('No longer in the catalogue');
  cleanup();
  await openList({ groups: ['analytics'] });
  expect(rowOf('Kettle Alfa').queryByRole('button', { name: 'Add check item' })).toBeNull();
  expect(screen.getAllByText(/Add check item.*Developer.*Nora/)).toHaveLength(1);
});

async function openItem(more: Partial<TrendingItemDetail> = {}, address = '/x?id=k1&c=7') {
  signInTo(everyGroup);
  const calls = answerCalls(to(readStatisticsContext, contextOf()), to(readTrendingItem, { ...detail, ...more }));
  const { router } = await renderAt(address, () => <TrendingItemPage />);
  await screen.findByRole('table', { name: 'Queries that lead here' });
  return { calls, router };
}

it('an item’s own page leads to a check item, each of its queries to one of its own', async () => {
  const { router } = await openItem();
  const { pathname, searchParams } = new URL(
    screen.getByRole('link', { name: 'Add check item' }).getAttribute('href')!,
    'http://x',
  );
  expect([pathname, Object.fromEntries(searchParams)]).toEqual(['/developer/check-items', watching]);
  fireEvent.click(rowOf('kettle').getByRole('button', { name: 'More' }));
  fireEvent.click(await screen.findByRole('menuitem', { name: 'Add check item' }));
  await waitFor(() => expect(router.state.location.search).toMatchObject(watching));
});

it('of an item that is gone the figures stay', async () => {
  await openItem({ item: { id: 'k1' }, is_there: false });
  expect(screen.getByRole('heading', { level: 1 }).textContent).toBe('k1');
  expect(screen.getByText('No longer in the catalogue')).toBeTruthy();
  for (const name of ['Documents', 'Add check item']) expect(screen.queryByRole('link', { name })).toBeNull();
  expect(screen.getByRole('button', { name: 'Promote for a query' }).getAttribute('aria-disabled')).toBe('true');
  expect(screen.getByText('4,120')).toBeTruthy();
});
