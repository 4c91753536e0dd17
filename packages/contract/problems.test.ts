import { expect, test } from 'vitest';
import * as z from 'zod/mini';
import { problemsOf } from './problems.ts';

const Row = z.object({ kind: z.literal([1, 2, 3]), match: z.enum(['is', 'contains']) });

test('a number that is none of a few is told with those, anything else that does not fit as not valid', () => {
  const wrong = Row.safeParse({ kind: 9, match: 'has' });
  expect(problemsOf(wrong.error!).map(({ field, code, message }) => [field, code, message])).toEqual([
    ['kind', 'notOneOf', 'Possible values of Kind: 1, 2, 3'],
    ['match', 'notValid', 'Match is not valid'],
  ]);
});
