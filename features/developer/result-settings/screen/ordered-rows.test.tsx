import { expect, it } from 'vitest';
import { movedRows } from './ordered-rows.tsx';

const move = (ids: string, at: number, shown = 'abcde') =>
  movedRows('abcde'.split(''), (id) => id, { ids: ids.split(''), at, shown: shown.split('') }).join('');

it.each([
  ['a row goes before the one that stands there', 'd', 1, 'adbce'],
  ['down, places count the row itself', 'b', 3, 'acbde'],
  ['to the end', 'a', 5, 'bcdea'],
  ['to where it is', 'c', 2, 'abcde'],
  ['several go together, in their order', 'db', 5, 'acebd'],
])('%s', (_what, ids, at, order) => expect(move(ids, at)).toBe(order));

it('among filtered rows, a row stands by the one that is shown there, whatever is hidden between', () => {
  expect(move('d', 0, 'bd')).toBe('adbce');
  expect(move('b', 2, 'bd')).toBe('acdbe');
  expect(move('b', 1, 'b')).toBe('acdeb');
});
