import { act, fireEvent, screen } from '@testing-library/react';
import { afterEach, expect, it, vi } from 'vitest';
import { renderAt } from '#ui/test-frame.tsx';
import { toast, undoMs } from '#ui/calls/toast.ts';

afterEach(() => vi.useRealTimers());

const pass = (milliseconds: number) => act(() => vi.advanceTimersByTimeAsync(milliseconds));

it('what can be undone goes after ten seconds, and not while somebody points at it', async () => {
  await renderAt('/synonyms', () => null);
  vi.useFakeTimers();
  act(() => toast({ text: '“fridge” was deleted.', action: { label: 'Undo', run: () => {} }, durationMs: undoMs }));
  const card = screen.getByText('“fridge” was deleted.');
  fireEvent.mouseEnter(card.closest('[data-kind]') as HTMLElement);
  await pass(0);
  await pass(5 * undoMs);
  expect(screen.queryByText('“fridge” was deleted.')).toBeTruthy();
  fireEvent.mouseLeave(card.closest('[data-kind]') as HTMLElement);
  await pass(0);
  await pass(undoMs - 1);
  expect(screen.queryByText('“fridge” was deleted.')).toBeTruthy();
  await pass(2);
  expect(screen.queryByText('“fridge” was deleted.')).toBeNull();
});
