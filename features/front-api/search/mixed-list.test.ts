import { expect, test } from 'vitest';
import { coinOf, drawOf, mixedList } from './mixed-list.ts';

const hits = (...ids: readonly string[]) => ids.map((id) => ({ id: id.replace('!', ''), promoted: id.endsWith('!') }));
const places = (a: readonly string[], b: readonly string[], doesAPickFirst: (round: number) => boolean) =>
  mixedList(hits(...a), hits(...b), doesAPickFirst).map(({ hit, side }) => `${side ?? '-'}${hit.id}`);
const [aFirst, bFirst] = [() => true, () => false];

test.each([
  ['takes the best of both in turns', ['p', 'q', 'r'], ['x', 'y', 'z'], ['ap', 'bx', 'aq'], ['bx', 'ap', 'by']],
  ['counts items that both have next for neither', ['p', 'q', 'r'], ['p', 'r', 'q'], ['-p', 'aq', 'br'], ['-p', 'br', 'aq']],
  ['keeps what A promotes in its place', ['p', 'q!', 'r'], ['q', 'x', 'p'], ['ap', '-q', 'bx'], ['bx', '-q', 'ap']],
  ['goes on with the longer list', ['p'], ['x', 'y', 'z'], ['ap', 'bx', 'by'], ['bx', 'ap', 'by']],
  ['is one list where both are equal', ['p', 'q'], ['p', 'q'], ['-p', '-q'], ['-p', '-q']],
  ['is B’s list if A has none', [], ['x', 'y'], ['bx', 'by'], ['bx', 'by']],
])('a mixed list %s', (_name, a, b, ifA, ifB) => {
  expect(places(a, b, aFirst)).toEqual(ifA);
  expect(places(a, b, bFirst)).toEqual(ifB);
});

test('each draw has an opposite, and a visitor keeps theirs', () => {
  for (let draw = 0; draw < 16; draw += 2)
    for (let round = 0; round < 40; round += 1)
      expect(coinOf(7, 'kettle', draw)(round)).toBe(!coinOf(7, 'kettle', draw + 1)(round));
  const drawn = Array.from({ length: 400 }, (_, at) => drawOf(`visitor ${at}`, 'kettle'));
  expect(new Set(drawn).size).toBe(16);
  expect(drawn).toEqual(Array.from({ length: 400 }, (_, at) => drawOf(`visitor ${at}`, 'kettle')));
});
