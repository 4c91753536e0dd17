import { fireEvent, screen, waitFor } from '@testing-library/react';
import { expect, it } from 'vitest';
import { addDays } from '#contract/days.ts';
import { today, useDateRange } from './date-choice.ts';
import { DateRangePicker } from './days-picker.tsx';
import { renderAt } from '#ui/test-frame.tsx';

function Days() {
  const { from, to } = useDateRange();
  return (
    <>
      <DateRangePicker noneLabel="All days" />
      <output>{from === undefined ? 'no range' : `${from} ${to}`}</output>
    </>
  );
}

const open = () => fireEvent.click(screen.getByRole('button', { name: /^Days:/ }));
const choose = (name: string) => fireEvent.click(screen.getByRole('button', { name }));
const isShown = (text: string) => screen.findByText(text);

it('keeps a preset by its name in the address, so that it moves with time', async () => {
  const { router } = await renderAt('/x?page=3', () => <Days />);
  await isShown('no range');
  open();
  choose('Last 7 days');
  await isShown(`${addDays(today(), -6)} ${today()}`);
  expect(router.state.location.search).toEqual({ range: '7-days' });
  expect(screen.getByRole('button', { name: 'Days: Last 7 days' })).toBeTruthy();
});

it('shows the days of the address and takes them away again', async () => {
  const { router } = await renderAt('/x?from=2026-03-01&to=2026-03-05&search=a', () => <Days />);
  await waitFor(() => expect(screen.getByRole('button', { name: /March 1\s–\s5, 2026/ })).toBeTruthy());
  open();
  choose('All days');
  await waitFor(() => expect(router.state.location.search).toEqual({ search: 'a' }));
});

it('takes two days of a calendar that is fetched when it is asked for', async () => {
  const { router } = await renderAt('/x?from=2026-03-01&to=2026-03-05', () => <Days />);
  await waitFor(() => screen.getByRole('button', { name: /^Days:/ }));
  open();
  fireEvent.click(await screen.findByRole('button', { name: 'March 9, 2026' }));
  expect(screen.getByText('Now the last day.')).toBeTruthy();
  fireEvent.click(screen.getByRole('button', { name: 'March 12, 2026' }));
  await waitFor(() => expect(router.state.location.search).toEqual({ from: '2026-03-09', to: '2026-03-12' }));
});

it('closes by Escape', async () => {
  await renderAt('/x', () => <Days />);
  await waitFor(() => screen.getByRole('button', { name: /^Days:/ }));
  open();
  fireEvent.keyDown(screen.getByRole('button', { name: 'Yesterday' }), { key: 'Escape' });
  await waitFor(() => expect(screen.queryByRole('button', { name: 'Yesterday' })).toBeNull());
});
