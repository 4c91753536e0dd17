import { MantineProvider } from '@mantine/core';
import { act, fireEvent, render, screen } from '@testing-library/react';
import { useState } from 'react';
import { expect, it } from 'vitest';
import { TagsField } from './text-inputs.tsx';

function Addresses() {
  const [addresses, setAddresses] = useState<string[]>(['old@example.com']);
  return (
    <MantineProvider env="test">
      <TagsField label="Addresses" value={addresses} onChange={setAddresses} splitChars={[',', ';', ' ']} />
      <output>{addresses.join('|')}</output>
    </MantineProvider>
  );
}

const show = () => {
  render(<Addresses />);
  const field = screen.getByRole('combobox');
  const type = (value: string) => {
    act(() => field.focus());
    fireEvent.change(field, { target: { value } });
  };
  return { field, type, tags: () => screen.getByRole('status').textContent };
};

it('what is typed becomes tags when the field is left, each once', () => {
  const { field, type, tags } = show();
  type('a@example.com, b@example.com; A@example.com OLD@example.com ');
  fireEvent.blur(field);
  expect(tags()).toBe('old@example.com|a@example.com|b@example.com');
  expect((field as HTMLInputElement).value).toBe('');
});

it('a press that leaves the field is over before the field changes its height', () => {
  const { field, type, tags } = show();
  type('a@example.com');
  fireEvent.pointerDown(document.body);
  fireEvent.blur(field);
  expect(tags()).toBe('old@example.com');
  act(() => void fireEvent.pointerUp(document.body));
  expect(tags()).toBe('old@example.com|a@example.com');
});
