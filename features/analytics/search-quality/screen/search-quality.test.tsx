import { cleanup, fireEvent, screen, within } from '@testing-library/react';
import { expect, it } from 'vitest';
import { addDays } from '#contract/days.ts';
import { answerCalls, failing, to } from '#ui/test-calls.ts';
import { renderAt } from '#ui/test-frame.tsx';
import { useStatistics } from '#features/analytics/statistics/screen/statistics.panel.tsx';
import { readStatisticsContext } from '#features/analytics/statistics/statistics.contract.ts';
import { contextOf, signInTo } from '#features/analytics/statistics/screen/test-statistics.tsx';
import {
  type JudgedWeeks,
  readSearchQuality,
  type SearchQuality,
} from '#features/analytics/search-quality/search-quality.contract.ts';
import { SearchQualityCard } from './search-quality.panel.tsx';

const week = (
  start: string,
  ndcg: number | null,
  no_result_rate: number,
  clicked_searches: number | null = 120,
): JudgedWeeks => ({
  start,
  end: addDays(start, 6),
  ndcg,
  ndcg_low: ndcg === null ? null : ndcg - 0.02,
  ndcg_high: ndcg === null ? null : ndcg + 0.02,
  no_result_rate,
  clicked_searches,
  judged_queries: clicked_searches === null ? null : 24,
});
const weeks = [week('2026-11-02', 0.8, 0.06), week('2026-11-09', null, 0.05, 9), week('2026-11-16', 0.84, 0.04)];
const quality: SearchQuality = { verdict: 'better', weeks, before: weeks[0]!, now: weeks[2]!, compared_weeks: 4 };
const nothing = { now: null, before: null, compared_weeks: 0 };

function Screen() {
  return <SearchQualityCard of={useStatistics({ usual: '7-days' })} askEveryMs={60_000} />;
}
/** `null` is a failure. */
async function show(answer: SearchQuality | null, events: string | null = '2026-11-02') {
  signInTo(['analytics', 'developer']);
  answerCalls(
    to(readStatisticsContext, contextOf({ tracked_since: { search: '2026-11-02', autocomplete: null, events } })),
    to(readSearchQuality, answer ?? failing(500, 'internal')),
  );
  await renderAt('/dashboard', () => <Screen />);
}

it('says in a sentence whether search gets better, and by what figures', async () => {
  await show(quality);
  await screen.findByText('Yes: clicked items are nearer the top.');
  screen.getByText(/^Last 4 whole weeks compared with the 4 before\. With 95% certainty, .* between 82% and 86%\.$/);
  const order = screen.getAllByText('Ranking quality').find(({ tagName }) => tagName === 'DT')!.parentElement!;
  expect(order.textContent).toBe('Ranking quality84%80% before');
  const rows = within(screen.getByRole('table', { name: 'Quality of search, by week' })).getAllByRole('row');
  expect(rows.map(({ textContent }) => textContent!.replaceAll(/\s/g, ' '))).toEqual([
    'WeekRanking qualityWithout results',
    'November 2 – 8, 202680%6%',
    'November 9 – 15, 2026too few clicks5%',
    'November 16 – 22, 202684%4%',
  ]);
});

it('has exact figures in a table, and says how they are counted', async () => {
  await show(quality);
  fireEvent.click(await screen.findByRole('button', { name: 'Show as a table' }));
  await screen.findByRole('columnheader', { name: '95% interval' });
  const table = screen.getByRole('table', { name: 'Quality of search, by week' });
  const [, newest, middle] = within(table).getAllByRole('row');
  expect(newest!.textContent).toContain('82% – 86%');
  expect(middle!.textContent).toContain('too few clicks');
  fireEvent.click(screen.getByRole('button', { name: 'How is this counted?' }));
  const help = await screen.findByRole('dialog', { name: 'Is search getting better?' });
  expect(within(help).getAllByText(/\./)).toHaveLength(3);
});

it.each([
  ['worse', 'No: clicked items are further down.'],
  ['same', 'No clear change: it may be chance.'],
  ['tooFew', 'too few clicks'],
] as const)('of %s it says so', async (verdict, sentence) => {
  await show({ ...quality, verdict });
  expect(await screen.findAllByText(sentence)).not.toEqual([]);
});

it('before there is anything to compare it says what it takes', async () => {
  await show({ verdict: 'tooFew', weeks: weeks.slice(2), ...nothing });
  await screen.findByText('It is too early to say.');
  cleanup();
  await show({ verdict: 'tooFew', weeks: [], ...nothing });
  await screen.findByText('The first whole week isn’t over yet.');
});

it('without clicks it leads to where they are turned on, and still shows what finds nothing', async () => {
  await show({ verdict: 'untracked', weeks: [week('2026-11-16', null, 0.04, null)], ...nothing }, null);
  const link = await screen.findByRole('link', { name: 'Turn on' });
  expect(link.getAttribute('href')).toContain('/developer/plugin');
  const head = within(screen.getByRole('table')).getAllByRole('columnheader');
  expect(head.map(({ textContent }) => textContent)).toEqual(['Week', 'Without results']);
});

it('fails by itself, and can be asked again', async () => {
  await show(null);
  await screen.findByRole('button', { name: 'Try again' });
  screen.getByRole('heading', { name: 'Is search getting better?' });
});
