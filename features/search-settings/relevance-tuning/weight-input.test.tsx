import { fireEvent, screen } from '@testing-library/react';
import { useState } from 'react';
import { beforeAll, expect, it } from 'vitest';
import { renderAt } from '#console-kit/test-frame.tsx';
import { startI18n } from '#console-kit/text/i18n.ts';
import { WeightInput } from './weight-input.tsx';

beforeAll(() => startI18n(async () => ({})));

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

it('takes what is typed in the moment that the field is entered', async () => {
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
  ['0.04', 0],
  ['10', 10],
])('makes of “%s” what is possible', async (typed, expected) => {
  const { field, set } = await shown();
  fireEvent.change(field, { target: { value: typed } });
  expect(set()).toBe(expected);
  expect(screen.queryByText('0 to 10')).toBeNull();
  fireEvent.blur(field);
  expect(field.value).toBe(expected.toFixed(1));
});

it.each(['12', '-1', '1e9', 'much'])('refuses “%s” at the field and keeps what was set', async (typed) => {
  const { field, set } = await shown();
  fireEvent.change(field, { target: { value: typed } });
  expect(screen.getByText('0 to 10')).toBeTruthy();
  expect([field.value, set()]).toEqual([typed, 6]);
  fireEvent.blur(field);
  expect(field.value).toBe('6.0');
  expect(screen.queryByText('0 to 10')).toBeNull();
});

it('goes by a tenth with the arrows, and by one with Shift', async () => {
  const { field, set } = await shown();
  fireEvent.keyDown(field, { key: 'ArrowUp' });
  expect(set()).toBe(6.1);
  fireEvent.keyDown(field, { key: 'ArrowDown', shiftKey: true });
  expect(set()).toBe(5.1);
});
