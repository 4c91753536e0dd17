import { expect, test } from 'vitest';
import * as z from 'zod/mini';
import { hasShape } from './same-columns.ts';

const Named = z.object({ name: z.string().check(z.maxLength(3)), note: z.optional(z.nullable(z.string())) });

test.each([
  [z.array(z.string()), []],
  [z.array(z.string().check(z.maxLength(1))), ['longer than it may be now']],
  [z.array(Named), [{ name: 'longer' }, { name: 'a', note: null, gone: 1 }]],
  [z.array(z.union([z.string(), z.number()])), ['a', 1]],
  [z._default(z.array(z.string()), []), ['a']],
  [z.array(z.enum(['is', 'contains'])), ['begins']],
])('%# is what it should be', (schema, value) => {
  expect(hasShape(schema, value)).toBe(true);
});

test.each([
  [z.array(z.string()), [null]],
  [z.array(z.string()), {}],
  [z.array(z.string()), ['a', 1]],
  [z.array(Named), [{}]],
  [z.array(Named), ['a']],
  [z.array(Named), [{ name: 'a', note: 1 }]],
  [z.array(z.union([z.string(), z.number()])), [null]],
  [z.array(z.enum(['is', 'contains'])), [null]],
])('%# is something else', (schema, value) => {
  expect(hasShape(schema, value)).toBe(false);
});
