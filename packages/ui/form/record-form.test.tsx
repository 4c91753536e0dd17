import { Input, MantineProvider, TextInput } from '@mantine/core';
import { fireEvent, render, screen, waitFor } from '@testing-library/react';
import { expect, it } from 'vitest';
import * as z from 'zod/mini';
import { fieldStatuses } from './record-form.ts';
import { RecordForm } from './form.tsx';

const Row = z.object({ name: z.string().check(z.minLength(3)), hidden: z.string() });
const shown: string[] = [];

function Form() {
  return (
    <MantineProvider env="test">
      <RecordForm
        schema={Row}
        initial={{ name: 'a', hidden: '' }}
        names={{ name: 'Name' } as never}
        save={async () => {}}
        saveLabel="Save"
      >
        {(form) => {
          shown.push(form.status('hidden'));
          const look = (isChecking: boolean) => form.note([], { checked: ['name'], isChecking });
          return (
            <>
              <TextInput {...form.field('name')} />
              <button type="button" onClick={() => look(true)}>
                begin
              </button>
              <button type="button" onClick={() => look(false)}>
                end
              </button>
            </>
          );
        }}
      </RecordForm>
    </MantineProvider>
  );
}

it('a field says how far it has been looked at', async () => {
  render(<Form />);
  const input = screen.getByLabelText('Name');
  const seen = new Set<string>();
  const is = async (status: (typeof fieldStatuses)[number]) => {
    await waitFor(() => expect(input.getAttribute('data-status')).toBe(status));
    seen.add(status);
  };
  await is('NotValidated');
  fireEvent.click(screen.getByText('begin'));
  await is('Validating');
  fireEvent.click(screen.getByText('end'));
  await is('Valid');
  fireEvent.submit(input.closest('form')!);
  await is('Invalid');
  expect(screen.getByRole('alert').textContent).toBe('Please, provide correct data!');
  fireEvent.change(input, { target: { value: 'abc' } });
  await is('Valid');
  expect(new Set(shown)).toEqual(new Set(['Ignored']));
  expect([...seen, 'Ignored'].toSorted()).toEqual([...fieldStatuses].toSorted());
});

it.each([
  [true, []],
  [false, ['Please, provide correct data!']],
])('boxes no sentence where a field without an input of its own shows the error: %s', async (isShown, boxes) => {
  const Choice = z.object({ groups: z.array(z.string()).check(z.minLength(1)) });
  const { container } = render(
    <MantineProvider env="test">
      <RecordForm schema={Choice} initial={{ groups: [] }} names={{ groups: 'Groups' }} save={async () => {}} saveLabel="Save">
        {(form) => isShown && <Input.Wrapper label="Groups" error={form.field('groups').error} />}
      </RecordForm>
    </MantineProvider>,
  );
  fireEvent.submit(container.querySelector('form')!);
  await screen.findByRole('alert');
  expect([...container.querySelectorAll('.mantine-Alert-root')].map(({ textContent }) => textContent)).toEqual(boxes);
});
