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

it('goes by a tenth with the arrows, and by one with Shift', async () => {
  const { field, set } = await shown();
  fireEvent.keyDown(field, { key: 'ArrowUp' });
  expect(set()).toBe(6.1);
  fireEvent.keyDown(field, { key: 'ArrowDown', shiftKey: true });
  expect(set()).toBe(5.1);
});
