import { TextInput } from '@mantine/core';
import { fireEvent, screen, waitFor } from '@testing-library/react';
import * as z from 'zod/mini';
import { useState } from 'react';
import { afterEach, expect, it } from 'vitest';
import { ConfirmDialog } from './confirm.tsx';
import { DrawerForm } from '#ui/form/drawer-form.tsx';
import { SideDrawer } from './side-drawer.tsx';
import { renderAt } from '#ui/test-frame.tsx';
import { forgetUnsaved } from '#ui/state/unsaved.ts';

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

it('saving closes without a question', async () => {
  const saved: string[] = [];
  await show(saved);
  await write('the');
  fireEvent.click(screen.getByRole('button', { name: 'Save it' }));
  await waitFor(() => expect(screen.queryByText('Add stopword')).toBeNull());
  expect(saved).toEqual(['the']);
  expect(screen.queryByText('Leave without saving?')).toBeNull();
});

it('the second click of a double click that opens a drawer doesn’t close it; a later click beside it does', async () => {
  await show();
  await screen.findByLabelText('Term');
  const overlay = document.querySelector('.mantine-Drawer-overlay')!;
  fireEvent.click(overlay);
  expect(screen.getByLabelText('Term')).toBeTruthy();
  await waitFor(
    () => {
      fireEvent.click(overlay);
      expect(screen.queryByText('Add stopword')).toBeNull();
    },
    { timeout: 3000 },
  );
});
