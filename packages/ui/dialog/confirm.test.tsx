import { fireEvent, screen } from '@testing-library/react';
import { expect, it } from 'vitest';
import { renderAt } from '#ui/test-frame.tsx';
import { confirm, ConfirmDialog } from './confirm.tsx';

const question = { title: 'Delete shop?', text: 'All of it.', confirmLabel: 'Delete shop', isDanger: true };

it('a name has to be typed before what never comes back is deleted', async () => {
  await renderAt('/', () => <ConfirmDialog />);
  let answer: boolean | undefined;
  const asked = confirm({ ...question, typed: 'Zlatá růže' }).then((isSure) => (answer = isSure));
  const yes = await screen.findByRole('button', { name: 'Delete shop' });
  const name = screen.getByLabelText('Type “Zlatá růže” to go on');
  for (const wrong of ['', 'Zlata ruze', 'zlatá růže']) {
    fireEvent.change(name, { target: { value: wrong } });
    expect(yes.getAttribute('aria-disabled')).toBe('true');
    fireEvent.click(yes);
    fireEvent.submit(name.closest('form') as HTMLFormElement);
    expect(answer).toBeUndefined();
  }
  fireEvent.change(name, { target: { value: ` ${'Zlatá růže'.normalize('NFD')} ` } });
  expect(yes.getAttribute('aria-disabled')).toBeNull();
  fireEvent.submit(name.closest('form') as HTMLFormElement);
  expect(await asked).toBe(true);
});

it('a question without a name is answered at once, and Cancel has the focus', async () => {
  await renderAt('/', () => <ConfirmDialog />);
  const asked = confirm(question);
  expect(await screen.findByRole('button', { name: 'Cancel' })).toBe(document.activeElement);
  fireEvent.submit(screen.getByText('All of it.').closest('form') as HTMLFormElement);
  expect(await asked).toBe(true);
});
