import { fireEvent, screen, render } from '@testing-library/react';
import { useState } from 'react';
import { expect, it, beforeEach, vi } from 'vitest';
import { MantineProvider } from '@mantine/core';
import { hasUnsaved } from '#ui/state/unsaved.ts';
import { renderAt } from '#ui/test-frame.tsx';
import { SaveBar } from './save-bar.tsx';
import { CallError } from '#ui/calls/api.ts';
import { RefusedSave } from './conflict.tsx';
import { merged } from './use-draft.ts';

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

it('shows unsaved changes until Ctrl S saves them, and asks before the page is left', async () => {
  const saved = await change('new');
  expect(screen.getByRole('region', { name: 'Unsaved changes' })).toBeTruthy();
  expect([hasUnsaved(true), hasUnsaved(false)]).toEqual([true, false]);
  fireEvent.keyDown(screen.getByLabelText('Text'), { key: 's', code: 'KeyS', ctrlKey: true });
  expect(saved).toEqual(['new']);
  expect(screen.queryByRole('region')).toBeNull();
  expect(hasUnsaved(true)).toBe(false);
});

it('restores the saved values when changes are discarded', async () => {
  const saved = await change('new');
  fireEvent.click(screen.getByRole('button', { name: 'Discard' }));
  expect((screen.getByLabelText('Text') as HTMLInputElement).value).toBe('old');
  expect(screen.queryByRole('region')).toBeNull();
  expect(saved).toEqual([]);
});

const intoView = vi.spyOn(HTMLElement.prototype, 'scrollIntoView');
// As browsers do: the types still say that nothing is answered.
beforeEach(() => intoView.mockReset().mockImplementation(() => Promise.resolve() as unknown as undefined));

const refused = (code: string) => new CallError(409, [{ field: '', code: code as 'notFound', message: 'As the server said.' }]);
const page = (failure: CallError | null) => (
  <MantineProvider env="test">
    <RefusedSave failure={failure} conflict={() => <p>Theirs and mine</p>} />
  </MantineProvider>
);

it('comes into view each time that a save is refused, and not between', () => {
  const failure = refused('notYetKnownHere');
  const { rerender } = render(page(failure));
  expect(screen.getByRole('alert').textContent).toBe('As the server said.');
  expect(intoView).toHaveBeenCalledTimes(1);
  rerender(page(failure));
  expect(intoView).toHaveBeenCalledTimes(1);
  rerender(page(refused('notYetKnownHere')));
  expect(intoView).toHaveBeenCalledTimes(2);
});

it('goes once a save went well, where the browser answers a scroll with a promise', () => {
  const { rerender } = render(page(refused('changedMeanwhile')));
  rerender(page(null));
  expect(screen.queryByText('Theirs and mine')).toBeNull();
});

interface Draft {
  readonly rate: number;
  readonly fields: Readonly<Record<string, { readonly weight: number; readonly typos: boolean }>>;
  readonly order: readonly string[];
}
const base: Draft = { rate: 70, fields: { 1: { weight: 10, typos: true }, 2: { weight: 1, typos: true } }, order: ['a', 'b'] };

it('keeps my values and takes theirs where I changed nothing', () => {
  const theirs = { ...base, rate: 80, fields: { ...base.fields, 1: { weight: 4, typos: true } } };
  const mine = { ...base, fields: { ...base.fields, 1: { weight: 10, typos: false }, 2: { weight: 3, typos: true } } };
  expect(merged(base, theirs, mine)).toEqual({
    rate: 80,
    fields: { 1: { weight: 4, typos: false }, 2: { weight: 3, typos: true } },
    order: ['a', 'b'],
  });
});

it('keeps rows that I added, drops those that I removed, and replaces arrays as a whole', () => {
  const { '1': first, ...others } = base.fields;
  const theirs = { ...base, fields: { ...base.fields, 3: { weight: 5, typos: false } }, order: ['b', 'a'] };
  const mine = { ...base, fields: { ...others, 4: { weight: 2, typos: true } }, order: ['a', 'c'] };
  const { fields, order } = merged<Draft>(base, theirs, mine);
  expect([first !== undefined, Object.keys(fields), order]).toEqual([true, ['2', '3', '4'], ['a', 'c']]);
});
