import { fireEvent, screen } from '@testing-library/react';
import { expect, it, vi } from 'vitest';
import { renderAt } from '#ui/test-frame.tsx';
import { AddChoice } from '#ui/form/add-choice.tsx';
import { Select } from './later-choices.tsx';

const choose = vi.fn<(value: string | null) => void>();

it('opens the menu of a pressed input once its code has come, with the focus in it', async () => {
  await renderAt('/', () => (
    <Select aria-label="Kind" data={[{ value: 'one', label: 'One-way' }, 'two']} value="one" onChange={choose} />
  ));
  const plain = screen.getByRole<HTMLInputElement>('combobox', { name: 'Kind' });
  expect(plain.value).toBe('One-way');
  plain.focus();
  fireEvent.click(plain);
  const option = await screen.findByRole('option', { name: 'two' });
  expect(screen.getByRole('combobox', { name: 'Kind' }).getAttribute('aria-expanded')).toBe('true');
  fireEvent.click(option);
  expect(choose.mock.calls[0]![0]).toBe('two');
  expect(document.activeElement).toBe(screen.getByRole('combobox', { name: 'Kind' }));
});

it('renders the choices of a list once somebody opens it', async () => {
  const choices = Array.from({ length: 30 }, (_, at) => `Brand ${at}`);
  await renderAt('/', () => <AddChoice label="Add filter" choices={choices} add={choose} />);
  const input = await screen.findByRole('combobox', { name: 'Add filter' });
  expect(document.querySelectorAll('[role=option]')).toHaveLength(0);
  fireEvent.click(input);
  expect(await screen.findAllByRole('option')).toHaveLength(30);
});
