import { fireEvent, screen, waitFor } from '@testing-library/react';
import { beforeEach, expect, it } from 'vitest';
import { renderAt } from '#ui/test-frame.tsx';
import { ItemPicker, type OfferedItem, pastedIds } from './item-picker.tsx';

const picked: string[] = [];
const catalogue = ['4711', '4712', '52'];
let taken = '';
/** Everything is found by anything. */
let isFuzzy = false;
beforeEach(() => {
  picked.length = 0;
  taken = '';
  isFuzzy = false;
});

const found = (text: string): OfferedItem[] =>
  catalogue
    .filter((id) => isFuzzy || id.startsWith(text))
    .map((id) => ({ id, item: { name: `Item ${id}` } as OfferedItem['item'], isTaken: id === taken }));

/** Answers come once `answer` is called. */
async function show(pickText?: (text: string) => void) {
  const { promise: mayAnswer, resolve: answer } = Promise.withResolvers<void>();
  const queryOf = (text: string) => ({ queryKey: ['found', text], queryFn: () => mayAnswer.then(() => found(text)) });
  await renderAt('/', () => (
    <ItemPicker
      label="Add item"
      query={queryOf}
      offered={(items: OfferedItem[]) => items}
      pick={(id) => picked.push(id)}
      {...(pickText && { pickText })}
    />
  ));
  const input = screen.getByLabelText<HTMLInputElement>('Add item', { selector: 'input' });
  const type = (text: string) => fireEvent.change(input, { target: { value: text } });
  const enter = () => fireEvent.keyDown(input, { key: 'Enter', code: 'Enter' });
  return { answer, input, type, enter };
}

it('Enter takes the first option of what was typed', async () => {
  const { answer, input, type, enter } = await show();
  answer();
  type('4712');
  const option = await screen.findByRole('option', { name: /Item 4712/ });
  await waitFor(() => expect(option.hasAttribute('data-combobox-selected')).toBe(true));
  enter();
  expect(picked).toEqual(['4712']);
  expect(input.value).toBe('');
});

it('Enter that comes before the answer waits for it, and takes nothing of an earlier answer', async () => {
  const { answer, type, enter } = await show();
  type('52');
  enter();
  expect(picked).toEqual([]);
  answer();
  await waitFor(() => expect(picked).toEqual(['52']));
});

it('Enter on an item that is there already takes no other one', async () => {
  taken = '4711';
  const { answer, type, enter } = await show();
  answer();
  type('471');
  await waitFor(() => expect(screen.getAllByRole('option')).toHaveLength(2));
  enter();
  type('52');
  const option = await screen.findByRole('option', { name: /Item 52/ });
  await waitFor(() => expect(option.hasAttribute('data-combobox-selected')).toBe(true));
  enter();
  expect(picked).toEqual(['52']);
});

it('where a text may be taken, Enter takes the item that was meant, and otherwise the text', async () => {
  const texts: string[] = [];
  isFuzzy = true;
  const { answer, type, enter } = await show((text) => texts.push(text));
  answer();
  type('4799');
  enter();
  await waitFor(() => expect(texts).toEqual(['4799']));
  type('52');
  enter();
  await waitFor(() => expect(picked).toEqual(['52']));
  type('4712 ítem');
  enter();
  await waitFor(() => expect(picked).toEqual(['52', '4712']));
  expect(texts).toEqual(['4799']);
});

it('a list of IDs is taken apart as spreadsheets, mails and programs write it, each ID once', () => {
  expect(pastedIds('KT-12\nKT-13\r\nKT-12\n')).toEqual(['KT-12', 'KT-13']);
  expect(pastedIds('812, 813;814\t815')).toEqual(['812', '813', '814', '815']);
  expect(pastedIds(' 812 813 ')).toEqual(['812', '813']);
});

it('the name of an item stays one text', () => {
  expect(pastedIds('Kettle Alfa 2')).toEqual(['Kettle Alfa 2']);
  expect(pastedIds('')).toEqual([]);
});
