import { fireEvent, screen } from '@testing-library/react';
import { useState } from 'react';
import { afterEach, expect, it } from 'vitest';
import { renderAt } from '#ui/test-frame.tsx';
import { changeLanguage } from '#ui/text/i18n.ts';
import { NumberField } from './number-field.tsx';

afterEach(() => changeLanguage('en'));

function Amount(props: Partial<Parameters<typeof NumberField>[0]>) {
  const [value, set] = useState<number | string>(2);
  return (
    <>
      <NumberField label="Amount" decimals={4} {...props} value={value} onChange={set} />
      <button type="button" onClick={() => set(3.5)}>
        slide
      </button>
      <output aria-label="Held">{JSON.stringify(value)}</output>
    </>
  );
}

async function shown(props: Partial<Parameters<typeof NumberField>[0]> = {}) {
  await renderAt('/', () => <Amount {...props} />);
  const field = screen.getByRole<HTMLInputElement>('textbox', { name: 'Amount' });
  return {
    field,
    type: (value: string) => fireEvent.change(field, { target: { value } }),
    held: () => JSON.parse(screen.getByLabelText('Held').textContent) as unknown,
    isWrong: () => field.getAttribute('aria-invalid') === 'true',
  };
}

it.each(['en', 'cs'] as const)('in %s, a comma and a point are the same, whether typed or pasted', async (language) => {
  await changeLanguage(language);
  const { type, held, isWrong } = await shown();
  for (const [text, number] of [
    ['1,5', 1.5],
    ['1.5', 1.5],
    ['0,5', 0.5],
    ['1 000', 1000],
  ] as const) {
    type(text);
    expect([held(), isWrong()]).toEqual([number, false]);
  }
});

it('writes the number as the language does, once the field is left', async () => {
  await changeLanguage('cs');
  const { field, type } = await shown();
  type('1.5');
  expect(field.value).toBe('1.5');
  fireEvent.blur(field);
  expect(field.value).toBe('1,5');
});

it('keeps what is no number, says so, and holds it for the form to refuse', async () => {
  const { field, type, held } = await shown();
  type('1,000');
  fireEvent.blur(field);
  expect(screen.getByText('This can mean 1000 or 1. Write one of them.')).toBeTruthy();
  expect([field.value, held()]).toEqual(['1,000', '1,000']);
  type('twelve');
  expect(screen.getByText('This is not a number.')).toBeTruthy();
  expect(held()).toBe('twelve');
});

it('shows a number that was set elsewhere in place of what was typed', async () => {
  const { field, type, isWrong } = await shown();
  type('twelve');
  fireEvent.click(screen.getByText('slide'));
  expect([field.value, isWrong()]).toEqual(['3.5', false]);
});

it('says its bounds, and that a number has to be whole', async () => {
  const { type } = await shown({ min: 1, max: 100, decimals: 0 });
  type('101');
  expect(screen.getByText('Enter a number between 1 and 100.')).toBeTruthy();
  type('1e9');
  expect(screen.getByText('This is not a number. Enter a number between 1 and 100.')).toBeTruthy();
  type('1,5');
  expect(screen.getByText('Enter a whole number.')).toBeTruthy();
});

it('goes by its step with the arrows and stays within its bounds', async () => {
  const { field, held } = await shown({ min: 0, max: 3, step: 0.1 });
  fireEvent.keyDown(field, { key: 'ArrowUp' });
  expect(held()).toBe(2.1);
  fireEvent.keyDown(field, { key: 'ArrowUp', shiftKey: true });
  expect(held()).toBe(3);
});
