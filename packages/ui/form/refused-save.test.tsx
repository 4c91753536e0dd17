import { MantineProvider } from '@mantine/core';
import { render, screen } from '@testing-library/react';
import { beforeEach, expect, it, vi } from 'vitest';
import { CallError } from '#ui/calls/call-error.ts';
import { RefusedSave } from './refused-save.tsx';

const intoView = vi.spyOn(HTMLElement.prototype, 'scrollIntoView');
// As browsers do: the types still say that nothing is answered.
beforeEach(() => intoView.mockReset().mockImplementation(() => Promise.resolve() as unknown as undefined));

const refused = (code: string) => new CallError(409, [{ field: '', code: code as 'notFound', message: 'As the server said.' }]);
const page = (failure: CallError | null) => (
  <MantineProvider env="test">
    <RefusedSave failure={failure} conflict={() => <p>Theirs and mine</p>} />
  </MantineProvider>
);

it('shows nothing where the save went well', () => {
  render(page(null));
  expect(screen.queryByRole('alert')).toBeNull();
  expect(intoView).not.toHaveBeenCalled();
});

it('shows what others saved in the place of a sentence', () => {
  render(page(refused('changedMeanwhile')));
  expect(screen.getByText('Theirs and mine')).toBeTruthy();
  expect(screen.queryByRole('alert')).toBeNull();
});

it('comes into view each time that a save is refused, and not between', () => {
  const failure = refused('notYetKnownHere');
  const { rerender } = render(page(failure));
  expect(screen.getByRole('alert').textContent).toBe('As the server said.');
  expect(intoView).toHaveBeenCalledTimes(1);
  rerender(page(failure));
  expect(intoView).toHaveBeenCalledTimes(1);
  rerender(page(refused('notYetKnownHere')));
  expect(intoView).toHaveBeenCalledTimes(2);
});

it('goes once a save went well, where the browser answers a scroll with a promise', () => {
  const { rerender } = render(page(refused('changedMeanwhile')));
  rerender(page(null));
  expect(screen.queryByText('Theirs and mine')).toBeNull();
});
