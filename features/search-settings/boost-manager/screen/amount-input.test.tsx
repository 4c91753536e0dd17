import { fireEvent, screen } from '@testing-library/react';
import { expect, it, vi } from 'vitest';
import { RecordForm } from '#ui/form/form.tsx';
import { renderAt } from '#ui/test-frame.tsx';
import { AmountInput } from './amount-input.tsx';
import { BoostForm } from '#features/search-settings/boost-manager/boost-manager.contract.ts';
import { blankBoost } from './boost-drawer.tsx';

it.each(['1e9', '-1', '0', '1000001', '1,000'])('“%s” stays in the field, refused, and no other boost is kept', async (typed) => {
  const save = vi.fn(async () => {});
  const initial = { ...blankBoost, field: 'brand', value: ['Acme'] };
  const names = Object.fromEntries(Object.keys(BoostForm.shape).map((name) => [name, name])) as never;
  await renderAt('/', () => (
    <RecordForm schema={BoostForm} initial={initial} names={names} save={save} saveLabel="Add boost">
      {(form) => <AmountInput form={form} />}
    </RecordForm>
  ));
  const field = screen.getByRole<HTMLInputElement>('textbox', { name: 'boost' });
  fireEvent.change(field, { target: { value: typed } });
  fireEvent.blur(field);
  const refusal = /Enter a number above 0|This can mean/;
  expect(screen.getByText(refusal)).toBeTruthy();
  fireEvent.click(screen.getByRole('button', { name: 'Add boost' }));
  expect(await screen.findByText(refusal)).toBeTruthy();
  expect([field.value, save.mock.calls]).toEqual([typed, []]);
});
