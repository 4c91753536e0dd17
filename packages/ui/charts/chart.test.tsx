import { fireEvent, screen, waitFor, within, render } from '@testing-library/react';
import { expect, it } from 'vitest';
import { MantineProvider } from '@mantine/core';
import { Chart } from './chart.tsx';
import { linkTo } from '#ui/state/address.ts';
import { renderAt } from '#ui/test-frame.tsx';
import { Change, type ChangeProps } from './figure.tsx';

const Searches = () => (
  <Chart
    label="Searches by day"
    pointLabel="Day"
    series={[{ name: 'count', label: 'Searches', look: 'main' }]}
    points={[
      { tick: '1', title: 'March 1', values: { count: 1200 } },
      { tick: '2', title: 'March 2', values: { count: null } },
      { tick: '3', title: 'March 3', values: { count: 0 } },
    ]}
    table={<p>Exact figures</p>}
  />
);

it('says its figures to those who do not see it, and a gap is not 0', async () => {
  await renderAt('/x', () => <Searches />);
  const table = await screen.findByRole('table', { name: 'Searches by day' });
  const rows = within(table).getAllByRole('row');
  expect(rows.map(({ textContent }) => textContent)).toEqual(['DaySearches', 'March 11,200', 'March 2–', 'March 30']);
});

it('has its table one click away, which the address keeps', async () => {
  const { router } = await renderAt('/x?page=2', () => <Searches />);
  fireEvent.click(await screen.findByRole('button', { name: 'Show as a table', expanded: false }));
  await screen.findByText('Exact figures');
  expect(router.state.location.search).toEqual({ table: 'shown' });
  fireEvent.click(screen.getByRole('button', { name: 'Hide the table', expanded: true }));
  await waitFor(() => expect(screen.queryByText('Exact figures')).toBeNull());
});

const places = { name: 'place', label: 'Place', look: 'main' } as const;
const Places = () => (
  <Chart
    label="Places"
    pointLabel="Check"
    isInverted
    series={[places, { name: 'before', label: 'Before', look: 'compare' }]}
    points={[
      { tick: '1', title: 'March 1', values: { place: 3, before: 5 } },
      { tick: '2', title: 'March 2', values: { place: null }, note: 'missing' },
      { tick: '3', title: 'March 3', values: { place: 24 }, isOpen: true },
    ]}
    marks={[
      { at: 0, label: 'Import' },
      { at: 2, label: 'Release 42', to: linkTo('/search-settings/releases', { release: 42 }) },
    ]}
    threshold={{ value: 10, label: 'Alert above 10' }}
    table={<p>Exact figures</p>}
  />
);

it('lines are looked through by the keyboard, each point in words', async () => {
  await renderAt('/x', () => <Places />);
  const cursor = await screen.findByRole('slider', { name: 'Places' });
  const said = () => cursor.getAttribute('aria-valuetext');
  expect(said()).toBe('March 3, Place: 24, so far, Release 42');
  fireEvent.keyDown(cursor, { key: 'ArrowLeft' });
  expect(said()).toBe('March 2, missing');
  fireEvent.keyDown(cursor, { key: 'Home' });
  expect(said()).toBe('March 1, Place: 3, Before: 5, Difference: −2, Import');
  fireEvent.keyDown(cursor, { key: 'ArrowLeft' });
  expect(said()).toContain('March 1');
  expect(document.querySelector('strong')?.textContent).toBe('March 1');
  fireEvent.keyDown(cursor, { key: 'Escape' });
  expect(document.querySelector('strong')).toBeNull();
});

it('of places the best is at the top, a gap is not drawn over, and what is missing is said in the table', async () => {
  await renderAt('/x', () => <Places />);
  const cursor = await screen.findByRole('slider', { name: 'Places' });
  const drawn = [...cursor.querySelectorAll('g[data-look="main"] path')].map((path) => path.getAttribute('d') ?? '');
  expect(drawn).toHaveLength(1);
  const lowest = Math.max(...[...cursor.querySelectorAll('circle')].map((dot) => Number(dot.getAttribute('cy'))));
  expect(Number(drawn[0]?.split(',')[1])).toBeLessThan(lowest);
  expect(cursor.textContent).toContain('Alert above 10');
  const rows = within(screen.getByRole('table', { name: 'Places' })).getAllByRole('row');
  expect(rows[2]?.textContent).toBe('March 2missingmissing');
  expect(rows[3]?.textContent).toBe('March 324–Release 42');
});

it('a line ends before what still goes on, which is a dot in words, while the range before is whole', async () => {
  const found = { name: 'found', label: 'Found', look: 'main' } as const;
  const days = [100, 120, 54].map((count, at) => ({
    tick: String(at),
    title: `March ${at}`,
    values: { found: count, before: 90 },
    isOpen: at === 2,
  }));
  const series = [found, { name: 'before', label: 'Before', look: 'compare' }] as const;
  await renderAt('/x', () => <Chart label="Found" pointLabel="Day" series={series} points={days} table={<p>Exact figures</p>} />);
  const cursor = await screen.findByRole('slider', { name: 'Found' });
  const drawn = (look: string) =>
    [...cursor.querySelectorAll(`g[data-look="${look}"] path`)].map((path) => path.getAttribute('d')?.replaceAll(/[^A-Z]/g, ''));
  expect(drawn('main')).toEqual(['ML', 'MLVHZ']);
  expect(drawn('compare')).toEqual(['MLL']);
  expect(cursor.textContent).toContain('so far 54');
  fireEvent.keyDown(cursor, { key: 'Home' });
  expect(cursor.querySelector('svg')?.textContent).not.toContain('so far');
});

it('a mark leads to what it stands for, and is told while it has the focus', async () => {
  const { router } = await renderAt('/x', () => <Places />);
  const marks = await screen.findByRole('list', { name: 'Changes' });
  expect(within(marks).getAllByRole('link')).toHaveLength(1);
  const link = within(marks).getByRole('link', { name: 'Release 42' });
  // Nothing in a slider can be reached by keyboard.
  expect(screen.getByRole('slider').contains(link)).toBe(false);
  fireEvent.focus(link);
  expect(document.querySelector('strong')?.textContent).toBe('March 3');
  fireEvent.click(link);
  await waitFor(() =>
    expect(router.state.location).toMatchObject({ pathname: '/search-settings/releases', search: { release: '42' } }),
  );
});

function shown(props: ChangeProps) {
  const { container } = render(
    <MantineProvider env="test">
      <Change {...props} />
    </MantineProvider>,
  );
  const change = container.querySelector('[data-kind]');
  return { text: change?.textContent, kind: change?.getAttribute('data-kind') };
}

it('from a tenth on more is good, and bad for what should be less', () => {
  expect(shown({ now: 112, before: 100 })).toEqual({ text: '+12%', kind: 'good' });
  expect(shown({ now: 83, before: 100 })).toEqual({ text: '−17%', kind: 'bad' });
  expect(shown({ now: 112, before: 100, isBadWhenMore: true })).toEqual({ text: '+12%', kind: 'bad' });
  expect(shown({ now: 83, before: 100, isBadWhenMore: true })).toEqual({ text: '−17%', kind: 'good' });
  expect(shown({ now: 110, before: 100 })).toEqual({ text: '+10%', kind: 'neutral' });
  expect(shown({ now: 97, before: 100 })).toEqual({ text: '−3%', kind: 'neutral' });
  expect(shown({ now: 1000, before: 1001 })).toEqual({ text: '0%', kind: 'neutral' });
});

it('calls a figure without a predecessor new, and shows small ones as a difference', () => {
  expect(shown({ now: 20, before: 0 })).toEqual({ text: 'New', kind: 'neutral' });
  expect(shown({ now: 19, before: 0 })).toEqual({ text: '+19', kind: 'neutral' });
  expect(shown({ now: 19, before: 19 }).text).toBe('0');
  expect(shown({ now: 3, before: 19 }).text).toBe('−16');
  expect(shown({ now: 0, before: 20 }).text).toBe('−100%');
  expect(shown({ now: 150, before: 100, isCount: true })).toEqual({ text: '+50', kind: 'neutral' });
});

it('a period without tracking is none with 0', () => {
  expect(shown({ now: 50, before: null }).text).toBe('–not tracked');
  expect(screen.getByTitle('not tracked')).toBeTruthy();
});
