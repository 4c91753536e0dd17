import { fireEvent, screen, act, waitFor } from '@testing-library/react';
import { expect, it, afterEach, vi } from 'vitest';
import { TextInput } from '@mantine/core';
import * as z from 'zod/mini';
import { useState } from 'react';
import { renderAt } from '#ui/test-frame.tsx';
import { confirm, ConfirmDialog } from './confirm.tsx';
import { toast, undoMs } from '#ui/calls/toast.ts';
import { DrawerForm } from '#ui/form/drawer-form.tsx';
import { SideDrawer } from './side-drawer.tsx';
import { keepDoubleClicksTogether } from '#ui/state/presses.ts';
import { forgetUnsaved } from '#ui/state/unsaved.ts';

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

afterEach(() => vi.useRealTimers());

const pass = (milliseconds: number) => act(() => vi.advanceTimersByTimeAsync(milliseconds));

it('keeps a toast with undo for ten seconds, and while the mouse is over it', async () => {
  await renderAt('/synonyms', () => null);
  vi.useFakeTimers();
  act(() => toast({ text: '“fridge” was deleted.', undo: () => {} }));
  const card = screen.getByText('“fridge” was deleted.');
  fireEvent.mouseEnter(card.closest('[data-kind]') as HTMLElement);
  await pass(0);
  await pass(5 * undoMs);
  expect(screen.queryByText('“fridge” was deleted.')).toBeTruthy();
  fireEvent.mouseLeave(card.closest('[data-kind]') as HTMLElement);
  await pass(0);
  await pass(undoMs - 1);
  expect(screen.queryByText('“fridge” was deleted.')).toBeTruthy();
  await pass(2);
  expect(screen.queryByText('“fridge” was deleted.')).toBeNull();
});

const Stopword = z.object({ term: z.string() });

afterEach(() => forgetUnsaved());

function Stopwords({ saved }: { readonly saved: string[] }) {
  const [isOpen, setIsOpen] = useState(true);
  return (
    <>
      <SideDrawer isOpen={isOpen} title="Add stopword" onClose={() => setIsOpen(false)}>
        <DrawerForm
          schema={Stopword}
          initial={{ term: '' }}
          names={{ term: 'Term' }}
          save={async ({ term }) => saved.push(term)}
          saveLabel="Save it"
          onClose={() => setIsOpen(false)}
        >
          {(form) => <TextInput {...form.field('term')} />}
        </DrawerForm>
      </SideDrawer>
      <ConfirmDialog />
    </>
  );
}

const show = (saved: string[] = []) => renderAt('/stopwords', () => <Stopwords saved={saved} />);
const write = async (text: string) => fireEvent.change(await screen.findByLabelText('Term'), { target: { value: text } });
const pressEscape = () => fireEvent.keyDown(document.body, { key: 'Escape' });

it('Esc closes a drawer in which nothing was changed', async () => {
  await show();
  await screen.findByLabelText('Term');
  pressEscape();
  await waitFor(() => expect(screen.queryByText('Add stopword')).toBeNull());
});

it('Esc asks before it throws changes away; one answer keeps them, the other closes the drawer', async () => {
  await show();
  await write('the');
  pressEscape();
  fireEvent.click(await screen.findByText('Keep editing'));
  await waitFor(() => expect(screen.queryByText('Leave without saving?')).toBeNull());
  expect((screen.getByLabelText('Term') as HTMLInputElement).value).toBe('the');
  pressEscape();
  fireEvent.click(await screen.findByRole('button', { name: 'Discard changes', hidden: true }));
  await waitFor(() => expect(screen.queryByText('Add stopword')).toBeNull());
});

it('Esc keeps changes when it answers the question', async () => {
  await show();
  await write('the');
  pressEscape();
  await screen.findByText('Keep editing');
  pressEscape();
  // A question that opened again would be there after a task.
  await new Promise((resolve) => setTimeout(resolve, 50));
  await waitFor(() => expect(screen.queryByText('Leave without saving?')).toBeNull());
  expect((screen.getByLabelText('Term') as HTMLInputElement).value).toBe('the');
});

it('saving closes without a question', async () => {
  const saved: string[] = [];
  await show(saved);
  await write('the');
  fireEvent.click(screen.getByRole('button', { name: 'Save it' }));
  await waitFor(() => expect(screen.queryByText('Add stopword')).toBeNull());
  expect(saved).toEqual(['the']);
  expect(screen.queryByText('Leave without saving?')).toBeNull();
});

it('closes a drawer by a click beside it, not by the second click of the double click that opened it', async () => {
  keepDoubleClicksTogether();
  await show();
  await screen.findByLabelText('Term');
  const overlay = document.querySelector('.mantine-Drawer-overlay')!;
  const press = (on: Element, detail: number) => [fireEvent.mouseDown(on, { detail }), fireEvent.click(on, { detail })];
  press(document.body, 1);
  press(overlay, 2);
  expect(screen.getByLabelText('Term')).toBeTruthy();
  press(overlay, 1);
  await waitFor(() => expect(screen.queryByText('Add stopword')).toBeNull());
});
