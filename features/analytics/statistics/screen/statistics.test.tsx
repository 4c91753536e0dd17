import { fireEvent, screen, waitFor, render } from '@testing-library/react';
import { beforeEach, expect, it, vi } from 'vitest';
import { addDays, dayMs } from '#contract/days.ts';
import { todayIn } from '#ui/dates/date-choice.ts';
import { renderAt } from '#ui/test-frame.tsx';
import { choiceNames, useStatistics } from './statistics.panel.tsx';
import { StatsFilters } from './stats-filters.panel.tsx';
import { Tracked } from './tracking.panel.tsx';
import { Spark } from '#ui/charts/spark.tsx';
import { DaysSpark } from './columns.panel.tsx';
import { comparedDays } from '#features/analytics/statistics/statistics.contract.ts';

beforeEach(() => {
  for (const name of choiceNames) document.cookie = `${name}=; path=/; max-age=0`;
});

const today = todayIn('UTC');
const week = { start: addDays(today, -8), end: addDays(today, -1) };

function track(since: Partial<Record<'search' | 'autocomplete' | 'events', string>>, languages = ['cs']) {
  const tracked_since = { search: null, autocomplete: null, events: null, ...since };
  const data = { ...week, tracked_since, languages, marks: [] };
  vi.stubGlobal('fetch', async () => Response.json({ err: 0, msg: '', errors: [], data }));
}

function Screen(props: Parameters<typeof useStatistics>[0]) {
  const statistics = useStatistics(props);
  return (
    <>
      <StatsFilters of={statistics} />
      <output aria-label="asked">{JSON.stringify(statistics.filter)}</output>
      <Tracked of={statistics}>
        <p>Figures</p>
      </Tracked>
    </>
  );
}
const asked = () => JSON.parse(screen.getByRole('status', { name: 'asked' }).textContent ?? '') as Record<string, string>;
const cookie = (name: string) => document.cookie.split('; ').find((one) => one.startsWith(`${name}=`));

it('begins with eight days until yesterday, which the address says whole, so that a link shows others the same', async () => {
  track({ search: addDays(today, -30) });
  const { router } = await renderAt('/x', () => <Screen />);
  await screen.findByText('Figures');
  expect(asked()).toEqual({ ...week, language: '', result_object: 'search' });
  const said = { startDate: week.start, endDate: week.end, statsLang: 'all', statsResultObject: 'search' };
  await waitFor(() => expect(router.state.location.search).toEqual(said));
  expect(document.cookie).toBe('');
});

it('what is chosen is kept for the next screen, where an address that says otherwise wins', async () => {
  track({ search: addDays(today, -90) }, ['cs', 'de']);
  const view = await renderAt('/x?page=3', () => <Screen />);
  fireEvent.change(await screen.findByLabelText('Language'), { target: { value: 'de' } });
  fireEvent.change(screen.getByLabelText('Result type'), { target: { value: 'all' } });
  fireEvent.click(screen.getByRole('button', { name: /^Days:/ }));
  fireEvent.click(screen.getByRole('button', { name: 'Last 30 days' }));
  const chosen = { start: addDays(today, -30), end: addDays(today, -1), language: 'de', result_object: 'all' };
  await waitFor(() => expect(asked()).toEqual(chosen));
  expect(view.router.state.location.search).toEqual({ range: '30-days', statsLang: 'de', statsResultObject: 'all' });
  expect(cookie('startDate')).toBe(`startDate=${chosen.start}`);
  expect(cookie('statsLang')).toBe('statsLang=de');
  view.unmount();
  const next = await renderAt('/y', () => <Screen resultObject="autocomplete" />);
  expect(asked()).toEqual({ ...chosen, result_object: 'autocomplete' });
  expect(screen.queryByLabelText('Result type')).toBeNull();
  next.unmount();
  await renderAt('/z?startDate=2026-03-01&endDate=2026-03-02&statsLang=cs&statsResultObject=search', () => <Screen />);
  expect(asked()).toEqual({ start: '2026-03-01', end: '2026-03-02', language: 'cs', result_object: 'search' });
});

it('an address that makes no sense counts as none, and days that can’t be shown are told so until others are chosen', async () => {
  track({ search: addDays(today, -90) });
  await renderAt('/x?range=__proto__&startDate=2026-03-09&endDate=2026-03-01&statsLang=xx&statsResultObject=yes', () => (
    <Screen />
  ));
  expect(asked()).toEqual({ ...week, language: '', result_object: 'search' });
  expect(screen.queryByLabelText('Language')).toBeNull();
  expect(await screen.findByText(/^The address has impossible days/)).toBeTruthy();
  fireEvent.click(screen.getByRole('button', { name: /^Days:/ }));
  fireEvent.click(screen.getByRole('button', { name: 'Last 30 days' }));
  await waitFor(() => expect(screen.queryByText(/^The address has impossible days/)).toBeNull());
});

it('a shop that never asked is led to connect, and days before tracking to those with figures', async () => {
  track({});
  const view = await renderAt('/x', () => <Screen />);
  await screen.findByText('Nothing tracked yet');
  view.unmount();
  track({ search: today });
  await renderAt('/x', () => <Screen />);
  fireEvent.click(await screen.findByRole('button', { name: /^Show from/ }));
  await screen.findByText('Figures');
  expect(asked()).toMatchObject({ start: today, end: today });
});

it('a shop that searches and completes nothing isn’t told to connect, on the screen of what was completed', async () => {
  track({ search: addDays(today, -30) });
  await renderAt('/x', () => <Screen resultObject="autocomplete" />);
  await screen.findByText('Autocomplete hasn’t been used yet.');
  expect(screen.queryByText('Nothing tracked yet')).toBeNull();
});

it('compares whole days: the last ones end yesterday', async () => {
  track({ search: addDays(today, -90) });
  const day = (ago: number) =>
    new Intl.DateTimeFormat('en', { day: 'numeric', month: 'short' }).format(Date.parse(addDays(today, -ago)) + dayMs / 2);
  const view = await renderAt('/x?range=7-days', () => <Screen />);
  await screen.findByText(`${day(7)} – ${day(1)} against ${day(14)} – ${day(8)}`);
  view.unmount();
  await renderAt(`/x?startDate=${today}&endDate=${today}`, () => <Screen />);
  expect(await screen.findByRole('switch', { name: 'Compare with the previous period' })).toHaveProperty('disabled', true);
  expect(screen.getByText('Today isn’t over yet.')).toBeTruthy();
});

it('begins on the dashboard with the seven days until yesterday, which later screens keep', async () => {
  track({ search: addDays(today, -30) });
  const view = await renderAt('/x', () => <Screen usual="7-days" />);
  const days = { start: addDays(today, -7), end: addDays(today, -1) };
  await waitFor(() => expect(asked()).toMatchObject(days));
  view.unmount();
  await renderAt('/x', () => <Screen />);
  await waitFor(() => expect(asked()).toMatchObject(days));
});

it('shows today while no whole day is tracked', async () => {
  track({ search: today });
  await renderAt('/x?range=7-days', () => <Screen />);
  await screen.findByText('Figures');
  await waitFor(() => expect(asked()).toMatchObject({ start: today, end: today }));
});

it('ends with the last day that is over, and shows today where there is nothing else', () => {
  const drawn = (line: React.ReactNode) => render(line).container.innerHTML;
  const until = (start: string, end: string) => ({ isCompared: false, compared: comparedDays({ start, end }, '2026-03-04') });
  const days = [4, 9, 5, 1];
  const line = (of: ReturnType<typeof until>, shown = days) => drawn(<DaysSpark of={of} days={shown} previous_days={null} />);
  expect(line(until('2026-03-01', '2026-03-04'))).toBe(drawn(<Spark values={[4, 9, 5]} />));
  expect(line(until('2026-02-28', '2026-03-03'))).toBe(drawn(<Spark values={days} />));
  expect(line(until('2026-03-04', '2026-03-04'), [7])).toBe(drawn(<Spark values={[7]} />));
});

it('draws the days that a change compares with on the scale of its own, and names both', () => {
  const of = { isCompared: true, compared: comparedDays({ start: '2026-03-01', end: '2026-03-03' }, '2026-03-04') };
  const { container } = render(<DaysSpark of={of} days={[15, 10, 5]} previous_days={[5, 5, 5]} />);
  const [before, now] = [...container.querySelectorAll('path')].map((path) => path.getAttribute('d')!);
  expect(before!.split(/[ ,]/).at(-1)).toBe(now!.split(/[ ,]/).at(-1));
  expect(container.querySelector('[title]')!.getAttribute('title')).toBe('Mar 1 – Mar 3 against Feb 26 – Feb 28');
});
