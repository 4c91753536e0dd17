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
  const move = (ids: readonly string[], to: string, at = first.length) => {
    const stay = (id: string) => !ids.includes(id);
    const kept = [first.slice(0, at).filter(stay), first.slice(at).filter(stay)] as const;
    set({
      first: to === 'first' ? [...kept[0], ...ids, ...kept[1]] : kept.flat(),
      others: to === 'others' ? [...others, ...ids] : others.filter(stay),
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

it('a card is lifted, moved and dropped by keys alone, and its place is told', async () => {
  await show();
  act(() => card('bee').focus());
  press(' ');
  expect(told()).toBe('bee is lifted. Arrow keys move it, Space drops it, Escape takes it back.');
  press('ArrowDown');
  expect(told()).toBe('bee, place 3 of 4');
  press('ArrowDown');
  press('ArrowDown');
  expect(cards('First')).toEqual(['ant', 'cat', 'dog', 'bee']);
  press(' ');
  press('ArrowUp');
  expect(document.activeElement).toBe(card('dog'));
  expect(cards('First')).toEqual(['ant', 'cat', 'dog', 'bee']);
});

it('Escape takes a lifted card back to where it was, from below and from above', async () => {
  await show();
  for (const arrow of ['ArrowDown', 'ArrowUp']) {
    act(() => card('bee').focus());
    press(' ');
    press(arrow);
    expect(cards('First')).not.toEqual(['ant', 'bee', 'cat', 'dog']);
    press('Escape');
    expect(cards('First')).toEqual(['ant', 'bee', 'cat', 'dog']);
  }
  expect(document.activeElement).toBe(card('bee'));
});

it('Alt moves without lifting, and the ends are the end', async () => {
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

it('a letter moves a card to another list, and the focus stays where the person works', async () => {
  await show();
  act(() => card('fox').focus());
  press('p');
  expect(cards('First')).toEqual(['ant', 'bee', 'cat', 'dog', 'fox']);
  expect(told()).toBe('fox, place 5 of 5');
  expect(document.activeElement).toBe(card('gnu'));
  press('p');
  expect(document.activeElement).toBe(card('elk'));
});

it('chosen cards move together, in the order of their list', async () => {
  await show();
  fireEvent.click(card('gnu'), { ctrlKey: true });
  fireEvent.click(card('elk'), { ctrlKey: true });
  act(() => card('elk').focus());
  press('p');
  expect(cards('First')).toEqual(['ant', 'bee', 'cat', 'dog', 'elk', 'gnu']);
  expect(told()).toBe('2 items, place 5 of 6');
  act(() => card('ant').focus());
  press('ArrowDown', { shiftKey: true });
  press('ArrowDown', { shiftKey: true });
  press('x');
  expect(cards('First')).toEqual(['dog', 'elk', 'gnu']);
  expect(cards('Others')).toEqual(['fox', 'ant', 'bee', 'cat']);
});

it('Tab leads to one card of each list', async () => {
  await show();
  act(() => card('cat').focus());
  const stops = screen.getAllByRole('listitem').filter(({ tabIndex }) => tabIndex === 0);
  expect(stops.map((one) => one.getAttribute('data-card'))).toEqual(['cat', 'elk']);
});
