import { expect, it } from 'vitest';
import { movedRows } from './ordered-rows.tsx';

const move = (id: string, at: number, shown = 'abcde') =>
  movedRows('abcde'.split(''), (id) => id, { id, at, shown: shown.split('') }).join('');

it.each([
  ['a row goes before the one that stands there', 'd', 1, 'adbce'],
  ['down, places count the row itself', 'b', 3, 'acbde'],
  ['to the end', 'a', 5, 'bcdea'],
  ['to where it is', 'c', 2, 'abcde'],
])('%s', (_what, id, at, order) => expect(move(id, at)).toBe(order));

it('moves among filtered rows', () => {
  expect(move('d', 0, 'bd')).toBe('adbce');
  expect(move('b', 2, 'bd')).toBe('acdbe');
  expect(move('b', 1, 'b')).toBe('acdeb');
});
