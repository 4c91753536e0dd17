import { fireEvent, screen } from '@testing-library/react';
import { useState } from 'react';
import { expect, it } from 'vitest';
import { renderAt } from '#ui/test-frame.tsx';
import { WeightInput } from './weight-input.tsx';

function Weight() {
  const [value, set] = useState(6);
  return (
    <>
      <WeightInput label="Weight" value={value} most={10} set={set} />
      <output aria-label="Set">{value}</output>
    </>
  );
}

async function shown() {
  await renderAt('/', () => <Weight />);
  const field = screen.getByRole<HTMLInputElement>('textbox', { name: 'Weight' });
  return { field, set: () => Number(screen.getByLabelText('Set').textContent) };
}

it('takes what is typed as soon as the field has the focus', async () => {
  const { field, set } = await shown();
  expect(field.value).toBe('6.0');
  fireEvent.focus(field);
  fireEvent.change(field, { target: { value: '9' } });
  expect([field.value, set()]).toEqual(['9', 9]);
  fireEvent.blur(field);
  expect(field.value).toBe('9.0');
});

it.each([
  ['3,5', 3.5],
  ['0.4', 0.4],
  ['10', 10],
])('makes of “%s” what is possible', async (typed, expected) => {
  const { field, set } = await shown();
  fireEvent.change(field, { target: { value: typed } });
  expect(set()).toBe(expected);
  expect(field.getAttribute('aria-invalid')).toBeNull();
  fireEvent.blur(field);
  expect(field.value).toBe(expected.toFixed(1));
});

it.each([
  ['12', 'Enter a number between 0 and 10.'],
  ['-1', 'Enter a number between 0 and 10.'],
  ['1e9', 'This is not a number. Enter a number between 0 and 10.'],
  ['much', 'This is not a number. Enter a number between 0 and 10.'],
  ['0.04', 'At most 1 decimals.'],
  ['1,000', 'This can mean 1000 or 1. Write one of them.'],
  ['', 'Required field'],
])('refuses “%s” at the field, also once it is left, and keeps what was set', async (typed, sentence) => {
  const { field, set } = await shown();
  fireEvent.change(field, { target: { value: typed } });
  fireEvent.blur(field);
  expect(screen.getByText(sentence)).toBeTruthy();
  expect([field.value, set()]).toEqual([typed, 6]);
  fireEvent.change(field, { target: { value: '7' } });
  expect([screen.queryByText(sentence), set()]).toEqual([null, 7]);
});

it('goes by a tenth with the arrows, and by one with Shift', async () => {
  const { field, set } = await shown();
  fireEvent.keyDown(field, { key: 'ArrowUp' });
  expect(set()).toBe(6.1);
  fireEvent.keyDown(field, { key: 'ArrowDown', shiftKey: true });
  expect(set()).toBe(5.1);
});
