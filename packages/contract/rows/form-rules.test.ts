import { describe, expect, test } from 'vitest';
import * as z from 'zod/mini';
import * as rules from './form-rules.ts';
import { different, identical } from './form-rules.ts';
import { problemsOf } from '#contract/problems.ts';

const Text = z.string();
const Number_ = z.number();
const List = z.array(z.string());
const Chosen = z.object({ name: z.string(), type: z.string(), size: z.number() });
const file = (changes: Partial<z.output<typeof Chosen>>) => ({ name: 'me.png', type: 'image/png', size: 1, ...changes });

/** Each kind of rule: what passes, what doesn't, and what is said then. */
const kinds = {
  between: [Number_.check(rules.between(1, 3)), [1, 3], [0, 3.5], 'Enter a number between 1 and 3.'],
  greaterThan: [Number_.check(rules.greaterThan(0)), [0.1], [0, -1], 'Enter a number above 0.'],
  lessThan: [Number_.check(rules.lessThan(10)), [9.9], [10, 11], 'Enter a number below 10.'],
  integer: [Number_.check(rules.integer()), [-3, 0], [1.5, 2 ** 53], 'Enter a whole number.'],
  numeric: [Text.check(rules.numeric()), ['1.5', '-2'], ['', 'x', '1,5', 'Infinity'], 'Enter a number.'],
  digits: [Text.check(rules.digits()), ['007'], ['', '-1', '1.0', '١'], 'Enter digits only.'],
  email: [Text.check(rules.email()), ['jana@example.com'], ['jana', 'a@b', '@b.cz'], 'Enter a valid e-mail address.'],
  uri: [
    Text.check(rules.uri()),
    ['https://a.cz/x?y'],
    ['a.cz', 'ftp://a.cz', 'javascript:alert(1)', 'https:///sale'],
    'Use an address with http:// or https://.',
  ],
  ip: [Text.check(rules.ip()), ['192.0.2.7', '2001:db8::1'], ['256.0.0.1', '1.2.3', 'host'], 'Enter a valid IP address.'],
  creditCard: [
    Text.check(rules.creditCard()),
    ['4111 1111 1111 1111'],
    ['4111111111111112', '0', 'x'],
    'Enter a valid card number.',
  ],
  date: [Text.check(rules.date()), ['2028-02-29'], ['2026-02-29', '29. 2. 2028', ''], 'Enter a date such as 2026-11-23.'],
  stringLength: [Text.check(rules.stringLength(2, 3)), ['ab', 'abc'], ['a', 'abcd'], 'Between 2 and 3 characters.'],
  lowerCase: [Text.check(rules.lowerCase()), ['židle', ''], ['Židle'], 'Use lower case.'],
  upperCase: [Text.check(rules.upperCase()), ['ŽIDLE'], ['Židle'], 'Use upper case.'],
  matching: [Text.check(rules.matching(/^a+$/g)), ['a', 'aa', 'a'], ['b'], 'Field is not valid'],
  notEmpty: [Text.check(rules.notEmpty()), ['a'], ['', '  '], 'Required field'],
  notEmptyList: [List.check(rules.notEmpty()), [['a']], [[]], 'Required field'],
  choiceCount: [List.check(rules.choiceCount(1, 2)), [['a'], ['a', 'b']], [[], ['a', 'b', 'c']], 'Choose 1 to 2.'],
  fileExtension: [
    Chosen.check(rules.fileExtension(['csv', 'txt'])),
    [file({ name: 'A.CSV' })],
    [file({}), file({ name: 'csv' })],
    'Choose a file of these types: csv, txt.',
  ],
  fileType: [
    Chosen.check(rules.fileType(['image/png'])),
    [file({})],
    [file({ type: '' })],
    'Choose a file of these types: image/png.',
  ],
  fileSize: [Chosen.check(rules.fileSize(2_000_000)), [file({ size: 2_000_000 })], [file({ size: 2_000_001 })], 'At most 2 MB.'],
} as const satisfies Record<string, readonly [z.core.$ZodType, readonly unknown[], readonly unknown[], string]>;

describe.each(Object.entries(kinds))('%s', (_kind, [schema, right, wrong, sentence]) => {
  test.each(right.map((value) => [value]))('takes %j', (value) => {
    expect(z.safeParse(schema, value).success).toBe(true);
  });
  test.each(wrong.map((value) => [value]))('refuses %j', (value) => {
    expect(problemsOf(z.safeParse(schema, value).error!, value)[0]?.message).toBe(sentence);
  });
});

const Both = z.object({ a: z.string().check(z.minLength(2)), b: z.string() });

test('two fields that have to be the same, or not, are told at the second, also while the first is wrong', () => {
  const told = (schema: typeof Both, value: unknown) =>
    problemsOf(z.safeParse(schema, value).error!, value).map(({ field, message }) => [field, message]);
  const Same = Both.check(identical('a', 'b'));
  const Other = Both.check(different('a', 'b'));
  expect(z.safeParse(Same, { a: 'xx', b: 'xx' }).success).toBe(true);
  expect(told(Same, { a: 'x', b: 'y' })).toEqual([
    ['a', 'minimum length is 2'],
    ['b', 'Both values must be the same.'],
  ]);
  expect(z.safeParse(Other, { a: 'xx', b: 'yy' }).success).toBe(true);
  expect(told(Other, { a: 'xx', b: 'xx' })).toEqual([['b', 'Enter a different value.']]);
});
