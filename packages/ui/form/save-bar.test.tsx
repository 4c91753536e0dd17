import { fireEvent, screen } from '@testing-library/react';
import { useState } from 'react';
import { expect, it } from 'vitest';
import { hasUnsaved } from '#ui/state/unsaved.ts';
import { renderAt } from '#ui/test-frame.tsx';
import { SaveBar } from './save-bar.tsx';

function Editor({ saved }: { readonly saved: string[] }) {
  const [text, setText] = useState('old');
  const [kept, setKept] = useState('old');
  const save = () => {
    saved.push(text);
    setKept(text);
  };
  return (
    <>
      <input aria-label="Text" value={text} onChange={(event) => setText(event.currentTarget.value)} />
      <SaveBar isDirty={text !== kept} isSaving={false} saveLabel="Save text" save={save} discard={() => setText(kept)} />
    </>
  );
}

async function change(text: string): Promise<string[]> {
  const saved: string[] = [];
  await renderAt('/editor', () => <Editor saved={saved} />);
  expect(screen.queryByRole('region')).toBeNull();
  fireEvent.change(await screen.findByLabelText('Text'), { target: { value: text } });
  return saved;
}

it('what is not saved is said until it is saved, by Ctrl S too, and the page asks before it is left', async () => {
  const saved = await change('new');
  expect(screen.getByRole('region', { name: 'Unsaved changes' })).toBeTruthy();
  expect([hasUnsaved(true), hasUnsaved(false)]).toEqual([true, false]);
  fireEvent.keyDown(screen.getByLabelText('Text'), { key: 's', code: 'KeyS', ctrlKey: true });
  expect(saved).toEqual(['new']);
  expect(screen.queryByRole('region')).toBeNull();
  expect(hasUnsaved(true)).toBe(false);
});

it('what is discarded is as it was', async () => {
  const saved = await change('new');
  fireEvent.click(screen.getByRole('button', { name: 'Discard' }));
  expect((screen.getByLabelText('Text') as HTMLInputElement).value).toBe('old');
  expect(screen.queryByRole('region')).toBeNull();
  expect(saved).toEqual([]);
});
