import { fireEvent, screen } from '@testing-library/react';
import type { ComponentType } from 'react';
import { beforeEach, describe, expect, it } from 'vitest';
import { addDays } from '#contract/days.ts';
import { answerCalls, type Answered, failing, to } from '#ui/test-calls.ts';
import { renderAt } from '#ui/test-frame.tsx';
import AutocompleteHistoryPage from './search-history/screen/autocomplete-history.page.tsx';
import { readSearchHistory } from '#features/analytics/search-history/search-history.contract.ts';
import SearchHistoryPage from './search-history/screen/search-history.page.tsx';
import QueryPage from './search-trends/screen/query.page.tsx';
import { listSearchTrends, readSearchTrend, readQueryNow } from './search-trends/search-trends.contract.ts';
import SearchTrendsPage from './search-trends/screen/search-trends.page.tsx';
import { listSearchesWithoutResults } from '#features/analytics/searches-without-results/searches-without-results.contract.ts';
import SearchesWithoutResultsPage from './searches-without-results/screen/searches-without-results.page.tsx';
import { readStatisticsContext } from '#features/analytics/statistics/statistics.contract.ts';
import { contextOf, everyGroup, range, signInTo, today, totalsOf, untracked } from './statistics/screen/test-statistics.tsx';
import { fixits } from '#features/search-settings/fixit/fixit.contract.ts';
import TrendingItemPage from './trending-items/screen/trending-item.page.tsx';
import { listTrendingItems, readTrendingItem } from '#features/analytics/trending-items/trending-items.contract.ts';
import TrendingItemsPage from './trending-items/screen/trending-items.page.tsx';

beforeEach(() => signInTo(everyGroup));

const nothing = { items: [], total_count: 0, total_pages: 0 };
const days = Array.from({ length: 8 }, (_, at) => ({ x: addDays(range.start, at), y: 0 }));
const noHistory = {
  top_queries: [],
  top_no_results: [],
  total_queries: totalsOf(0),
  total_no_results: totalsOf(0),
  took_time: { mean: null, p95: null },
  ended_in_search: null,
};
const noSearches = {
  query: 'kettle',
  timeline: days,
  previous_timeline: days,
  count: 0,
  users: 0,
  compared: null,
  is_estimated: false,
  item_count: null,
  found_as: null,
  fixed: null,
  clicks: 0,
  purchases: null,
  sold_searches: null,
  turnover: null,
  turnover_timeline: days,
  mean_position: null,
  clicked_items: [],
  other_forms: [],
  searched_next: [],
};
const counts = { shown: 0, clicks: 0, carts: 0, purchases: 0, turnover: null };
const noEvents = {
  item: { id: 'k1', name: 'Kettle Alfa' },
  is_there: true,
  timeline: days,
  previous_timeline: days,
  totals: counts,
  compared: null,
  queries: [],
};

interface Screen {
  readonly page: ComponentType;
  readonly address?: string;
  /** What it asks for, as it is answered where nobody did anything. */
  readonly empty: Answered;
  readonly says: string;
  /** What else its figures and lists need. */
  readonly others?: readonly Answered[];
  readonly isOfEvents?: boolean;
}

const screens: readonly (readonly [string, Screen])[] = [
  ['search trends', { page: SearchTrendsPage, empty: to(listSearchTrends, nothing), says: 'No searches in this period.' }],
  [
    'a query',
    {
      page: QueryPage,
      address: '/x?q=kettle',
      empty: to(readSearchTrend, noSearches),
      says: 'Nobody searched for “kettle” in this period.',
      others: [to(readQueryNow, { items: [], total_count: 0, took: 1, redirect: null, rules: [] }), to(fixits.list, nothing)],
    },
  ],
  [
    'searches without results',
    {
      page: SearchesWithoutResultsPage,
      empty: to(listSearchesWithoutResults, { ...nothing, counts: { corrected: 0, open: 0, fixed: 0, dismissed: 0 } }),
      says: 'Every search found something.',
      others: [to(readSearchHistory, { ...noHistory, total_queries: totalsOf(9) })],
    },
  ],
  [
    'trending items',
    {
      page: TrendingItemsPage,
      empty: to(listTrendingItems, { ...nothing, is_stock_known: false }),
      says: 'Nobody clicked or bought anything in this period.',
      isOfEvents: true,
    },
  ],
  [
    'an item',
    {
      page: TrendingItemPage,
      address: '/x?id=k1&c=7',
      empty: to(readTrendingItem, noEvents),
      says: 'No click on it came from a query in this period.',
      isOfEvents: true,
    },
  ],
  ['search history', { page: SearchHistoryPage, empty: to(readSearchHistory, noHistory), says: 'No searches in this period.' }],
  [
    'autocomplete history',
    { page: AutocompleteHistoryPage, empty: to(readSearchHistory, noHistory), says: 'No searches in this period.' },
  ],
];

describe.each(screens)('%s', (_name, { page: Page, address = '/x', empty, says, others = [] }) => {
  const show = () => renderAt(address, () => <Page />);

  it('says so where nobody did anything in these days', async () => {
    answerCalls(to(readStatisticsContext, contextOf()), empty, ...others);
    await show();
    await screen.findByText(says);
  });

  it('says what failed, and shows it once it doesn’t any more', async () => {
    const calls = answerCalls(to(readStatisticsContext, contextOf()), { ...empty, answer: failing(500, 'internal') }, ...others);
    await show();
    await screen.findByText('This could not be loaded.');
    expect(screen.queryByText(says)).toBeNull();
    calls.answer(empty);
    // What else stands on the page may have failed, too.
    fireEvent.click(screen.getAllByRole('button', { name: 'Try again' })[0]!);
    await screen.findByText(says);
  });
});

// The same component for all.
describe('a list of queries', () => {
  const show = (context: Parameters<typeof contextOf>[0]) => {
    answerCalls(to(readStatisticsContext, contextOf(context)), to(listSearchTrends, nothing));
    return renderAt('/x', () => <SearchTrendsPage />);
  };

  it('leads to connect a shop that has never asked, and says nothing of figures', async () => {
    await show(untracked);
    await screen.findByText('Nothing tracked yet');
    expect(screen.getByRole('link', { name: 'Connect your shop' }).getAttribute('href')).toBe('/developer/plugin');
    expect(screen.queryByText('No searches in this period.')).toBeNull();
  });

  it('says since when it is tracked where the days were before', async () => {
    await show({ tracked_since: { search: today, autocomplete: today, events: today } });
    await screen.findByText(/^Tracking began on /);
    expect(screen.queryByText('No searches in this period.')).toBeNull();
  });
});

describe.each(screens.filter(([, { isOfEvents }]) => isOfEvents))('%s', (_name, { page: Page, address = '/x', empty }) => {
  it('says that clicks aren’t sent where only searches are', async () => {
    const onlySearches = { search: range.start, autocomplete: null, events: null };
    answerCalls(to(readStatisticsContext, contextOf({ tracked_since: onlySearches })), empty);
    await renderAt(address, () => <Page />);
    await screen.findByText('Clicks aren’t sent yet.');
    expect(screen.getByRole('link', { name: 'Turn on' })).toBeTruthy();
  });
});
