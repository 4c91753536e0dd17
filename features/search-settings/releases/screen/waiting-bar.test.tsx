import { fireEvent, screen } from '@testing-library/react';
import { expect, it, vi } from 'vitest';
import { renderAt } from '#ui/test-frame.tsx';
import { WaitingBar, type WaitingRun } from './waiting-bar.tsx';

const regenerate = vi.fn<() => void>();
const showChanges = vi.fn<() => void>();
const run: WaitingRun = { state: 'running', step: 'rules', change_count: 0, release: null };

async function show(count: number, now: WaitingRun | null = null, starter: string | null = null): Promise<void> {
  const midnight = Date.now() + 3.5 * 3_600_000;
  await renderAt('/', () => (
    <WaitingBar
      {...{ count, midnight, starter, regenerate, showChanges, run: now }}
      timeZone="Europe/Prague"
      release={null}
      isStarting={false}
    />
  ));
}
const said = () => screen.getByRole('group').querySelector('[role=status]')?.textContent;

it('says how many changes wait, until when, and makes them live or shows them', async () => {
  await show(3);
  expect(said()).toBe('3 changes wait for midnight (Europe/Prague, in 3 hours)');
  fireEvent.click(screen.getByRole('button', { name: 'Regenerate' }));
  fireEvent.click(screen.getByRole('button', { name: 'Show changes' }));
  expect([regenerate, showChanges].map(({ mock }) => mock.calls.length)).toEqual([1, 1]);
});

it('shows nothing while nothing waits', async () => {
  await show(0);
  expect(screen.queryByRole('group')).toBeNull();
});

it.each([
  [run, null, 'Regenerating · Building rules Search keeps running.'],
  [{ ...run, step: 'live' }, null, 'Regenerating · Going live Search keeps running.'],
  [run, 'Jana Nová', 'Regenerating, started by Jana Nová. Search keeps running.'],
  [{ ...run, state: 'done', change_count: 2, release: 7 }, null, 'Regenerated. 2 changes are live in release 7. '],
  [{ ...run, state: 'done' }, null, 'Regenerated. Nothing waited any more. '],
] as const)('%j is told', async (now, starter, text) => {
  await show(0, now, starter);
  expect(said()).toBe(text);
  expect(screen.queryByRole('button')).toBeNull();
});

it('says that nothing changed when it failed, and lets try again', async () => {
  await show(1, { ...run, state: 'failed' });
  expect(said()).toContain('Nothing changed for customers.');
  expect(screen.getByRole('button', { name: 'Try again' })).toBeTruthy();
});
