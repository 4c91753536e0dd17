import { act, fireEvent, screen, within } from '@testing-library/react';
import { useState } from 'react';
import { expect, it } from 'vitest';
import { renderAt } from '#ui/test-frame.tsx';
import { CardBoard } from './card-board.tsx';
import { SortableList } from './sortable-list.tsx';

function Editor() {
  const [{ first, others }, set] = useState({ first: ['ant', 'bee', 'cat', 'dog'], others: ['elk', 'fox', 'gnu'] });
  const lists = [
    { name: 'first', label: 'First', ids: first, isOrdered: true },
    { name: 'others', label: 'Others', ids: others, isOrdered: false },
  ];
  const move = (id: string, to: string, at = first.length) => {
    const stay = (one: string) => one !== id;
    const kept = [first.slice(0, at).filter(stay), first.slice(at).filter(stay)] as const;
    set({
      first: to === 'first' ? [...kept[0], id, ...kept[1]] : kept.flat(),
      others: to === 'others' ? [...others, id] : others.filter(stay),
    });
  };
  return (
    <CardBoard lists={lists} nameOf={(id) => id} move={move} letters={{ p: 'first', x: 'others' }}>
      <SortableList name="first" card={(id) => id} />
      <SortableList name="others" card={(id) => id} />
    </CardBoard>
  );
}

const show = () => renderAt('/', () => <Editor />);
const cards = (list: string) =>
  within(screen.getByRole('list', { name: list }))
    .getAllByRole('listitem')
    .map((card) => card.getAttribute('data-card'));
const card = (id: string) => screen.getByText(id, { selector: 'li' });
const press = (key: string, keys = {}) => fireEvent.keyDown(document.activeElement ?? document.body, { key, ...keys });
const told = () => screen.getAllByRole('status').find(({ textContent }) => textContent !== '')?.textContent;

it('moves a card with Alt and arrows, within the ends of its list', async () => {
  await show();
  act(() => card('bee').focus());
  press('ArrowUp', { altKey: true });
  press('ArrowUp', { altKey: true });
  expect(cards('First')).toEqual(['bee', 'ant', 'cat', 'dog']);
  expect(document.activeElement).toBe(card('bee'));
  act(() => card('fox').focus());
  press('ArrowUp', { altKey: true });
  expect(cards('Others')).toEqual(['elk', 'fox', 'gnu']);
});

it('moves a card to another list by letter, and keeps the focus in place', async () => {
  await show();
  act(() => card('fox').focus());
  press('p');
  expect(cards('First')).toEqual(['ant', 'bee', 'cat', 'dog', 'fox']);
  expect(told()).toBe('fox, place 5 of 5');
  expect(document.activeElement).toBe(card('gnu'));
  press('p');
  expect(document.activeElement).toBe(card('elk'));
});

it('has one card per list in the tab order', async () => {
  await show();
  act(() => card('cat').focus());
  const stops = screen.getAllByRole('listitem').filter(({ tabIndex }) => tabIndex === 0);
  expect(stops.map((one) => one.getAttribute('data-card'))).toEqual(['cat', 'elk']);
});
