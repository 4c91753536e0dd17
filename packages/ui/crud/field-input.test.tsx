import { fireEvent, screen } from '@testing-library/react';
import * as z from 'zod/mini';
import { expect, it, vi } from 'vitest';
import { renderAt } from '#ui/test-frame.tsx';
import { FieldInput } from './record-drawer.tsx';
import { RecordForm } from '#ui/form/form.tsx';

const schema = z.object({ boost: z._default(z.number().check(z.minimum(0.1), z.maximum(10)), 1) });

async function shown() {
  const save = vi.fn(async () => {});
  await renderAt('/', () => (
    <RecordForm schema={schema} initial={{ boost: 1 }} names={{ boost: 'Boost' }} save={save} saveLabel="Add">
      {(form) => <FieldInput form={form as never} name="boost" field={{}} schema={schema.shape.boost} isFirst />}
    </RecordForm>
  ));
  const field = screen.getByRole<HTMLInputElement>('textbox', { name: 'Boost' });
  return { field, save, type: (value: string) => fireEvent.change(field, { target: { value } }) };
}

it.each(['19', '0', '0.05', '-1', '1e9'])('“%s” is refused at the field with what is possible, and stays', async (typed) => {
  const { field, save, type } = await shown();
  type(typed);
  fireEvent.blur(field);
  fireEvent.click(screen.getByRole('button', { name: 'Add' }));
  expect(await screen.findByText(/between 0\.1 and 10\.$/)).toBeTruthy();
  expect(screen.queryByText('Required field')).toBeNull();
  expect([field.value, save.mock.calls]).toEqual([typed, []]);
});

it('a number within the bounds of the schema is sent', async () => {
  const { save, type } = await shown();
  type('0,1');
  fireEvent.click(screen.getByRole('button', { name: 'Add' }));
  await vi.waitFor(() => expect(save).toHaveBeenCalledWith({ boost: 0.1 }));
});
