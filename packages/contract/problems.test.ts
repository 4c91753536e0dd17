import { expect, test, it } from 'vitest';
import * as z from 'zod/mini';
import { Email } from './fields.ts';
import { problemsOf } from './problems.ts';
import { errorText } from './errors.ts';

const Row = z.object({ kind: z.literal([1, 2, 3]), match: z.enum(['is', 'contains']) });

test('a number that is none of a few is told with those, anything else that does not fit as not valid', () => {
  const given = { kind: 9, match: 'has' };
  expect(problemsOf(Row.safeParse(given).error!, given).map(({ field, code, message }) => [field, code, message])).toEqual([
    ['kind', 'notOneOf', 'Kind must be one of: 1, 2, 3'],
    ['match', 'notValid', 'Match is not valid'],
  ]);
});

const said = (schema: z.core.$ZodType, given: unknown) =>
  problemsOf(z.safeParse(schema, given).error!, given).map(({ code, message }) => [code, message]);

test('says that a field is required only where it was not sent, whatever error its schema names', () => {
  const Person = z.object({ email: Email, page: z.number(), kinds: z.enum(['one', 'two'], { error: 'required' }) });
  expect(said(Person, { email: ' ' }).map(([code]) => code)).toEqual(['required', 'required', 'required']);
  expect(said(Person, { email: 7, page: 'abc', kinds: 'three' })).toEqual([
    ['notValid', 'Email is not valid'],
    ['notValid', 'Page is not valid'],
    ['notValid', 'Kinds is not valid'],
  ]);
  expect(said(Person, { email: `${'a'.repeat(255)}@b.cz`, page: 1, kinds: 'one' })).toEqual([
    ['maximumLength', 'Enter at most 254 characters.'],
  ]);
});

test('names a field in a list, and one whose label is another, as people know it', () => {
  const Member = z.object({ user_groups: z.array(z.literal([1, 2])), is_regexp: z.boolean() });
  expect(said(Member, { user_groups: [6], is_regexp: 'yes' }).map(([, message]) => message)).toEqual([
    'Groups must be one of: 1, 2',
    'Regular expression is not valid',
  ]);
});

it('numbers in errors are written as people read them', () => {
  expect(errorText('tooMany', { max: 10_000 })).toBe('At most 10,000 are possible. Remove some.');
  expect(errorText('tooManyRequests', { seconds: 30 })).toBe('Too many attempts. Try again in 30 seconds.');
  expect(errorText('notFound', { name: 'release 10000' })).toBe('The requested release 10000 is not found.');
  expect(errorText('tooMany')).toBe('At most {max} are possible. Remove some.');
});
