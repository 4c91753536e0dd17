import * as z from 'zod/mini';
import { expect, test } from 'vitest';
import { endpoint } from '#contract/endpoint.ts';
import { Id } from '#contract/fields.ts';
import { keptParameters } from './kept-parameters.ts';

const read = endpoint('GET /api/thing/{id}', {
  needs: 'user',
  summary: 'Reads a thing',
  input: z.object({
    id: Id,
    order: z._default(z.enum(['asc', 'desc']), 'asc'),
    count: z.optional(z.coerce.number()),
    q: z.optional(z.string()),
    token: z.optional(z.string()),
    search: z.optional(z.string()),
  }),
  output: z.object({}),
});
const kept = (inPath: object, inQuery: object): Record<string, string> =>
  Object.fromEntries(
    keptParameters(read, inPath as Record<string, unknown>, inQuery as Record<string, unknown>).map(({ name, value }) => [
      name,
      value,
    ]),
  );

test('numbers, choices and queries are kept, other texts are not', () => {
  expect(kept({ id: '12' }, { order: 'desc', count: '3', q: 'red lamp', token: 'abc', search: 'Jana' })).toEqual({
    id: '12',
    order: 'desc',
    count: '3',
    q: 'red lamp',
    token: '•••',
    search: '•••',
  });
});

test('what is no number and no choice of the contract is masked, whatever its name', () => {
  expect(kept({ id: 'secret' }, { order: 'secret', count: 'secret' })).toEqual({ id: '•••', order: '•••', count: '•••' });
});

test.each([
  ['jana@example.com lamp', '[e-mail] lamp'],
  ['+420 777 123 456', '[number]'],
  ['Xk3v9QpLw0aTz7RmBnY2cHs5dJf8gUe1iOoAaBbCc12', '•••'],
  ['lamp'.repeat(100), 'lamp'.repeat(25)],
  // Looked through as a whole, it would take hours.
  ['a'.repeat(1_000_000), 'a'.repeat(100)],
])('of the query %j, %j is kept', (typed, stored) => expect(kept({ id: '1' }, { q: typed })['q']).toBe(stored));

test('names that the contract does not know are masked, too', () => {
  expect(kept({ id: '1' }, { hunter2: 'x', other: 'y' })).toEqual({ id: '1', '•••': '•••' });
});

test('a list of values is one parameter', () => {
  expect(kept({ id: '1' }, { count: ['1', 'secret', '2'] })).toEqual({ id: '1', count: '1, •••, 2' });
});
