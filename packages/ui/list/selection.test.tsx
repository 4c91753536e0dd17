import { act, renderHook } from '@testing-library/react';
import { expect, it } from 'vitest';
import { useSelection } from './selection.ts';

const start = (shown: readonly number[] = [1, 2, 3, 4, 5]) =>
  renderHook(({ rows }) => useSelection(rows), { initialProps: { rows: shown } });
const chosen = ({ result }: ReturnType<typeof start>) => [...result.current.ids].toSorted((a, b) => a - b);

it('a range reaches from the row that was chosen last, up or down', () => {
  const selection = start();
  act(() => selection.result.current.choose(4));
  act(() => selection.result.current.choose(2, true));
  expect(chosen(selection)).toEqual([2, 3, 4]);
  act(() => selection.result.current.choose(3, true));
  expect(chosen(selection)).toEqual([4]);
});

it('rows of another page stay chosen, and the box of the head is about this page', () => {
  const selection = start();
  act(() => selection.result.current.choose(1));
  selection.rerender({ rows: [6, 7] });
  expect(selection.result.current.areAllShown).toBe(false);
  act(() => selection.result.current.chooseShown());
  expect(chosen(selection)).toEqual([1, 6, 7]);
  act(() => selection.result.current.chooseShown());
  expect(chosen(selection)).toEqual([1]);
});

it('a range from a row of another page is the one row', () => {
  const selection = start();
  act(() => selection.result.current.choose(1));
  selection.rerender({ rows: [6, 7] });
  act(() => selection.result.current.choose(7, true));
  expect(chosen(selection)).toEqual([1, 7]);
});
