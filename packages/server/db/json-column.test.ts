import type { FastifyBaseLogger } from 'fastify';
import { expect, test } from 'vitest';
import { jsonOf, logDamagedRows, tellDamagedRow } from './json-column.ts';

test('a value is as it was written, and nothing is what takes its place', () => {
  expect(jsonOf('{"a":[1]}', {}, 'feed.guard', 1)).toEqual({ a: [1] });
  expect(jsonOf<object | null>('[]', null, 'feed.guard', 1)).toEqual([]);
  expect(jsonOf(null, ['none'], 'feed.fields', 1)).toEqual(['none']);
});

test('what can not be read, or is of another kind, is told once with its row', () => {
  const told: object[] = [];
  const end = logDamagedRows({ error: (found: object) => void told.push(found) } as unknown as FastifyBaseLogger);
  for (const text of ['{"half', '', '5', 'null', '"text"', '{}'])
    expect(jsonOf(text, ['none'], 'feed.fields', text)).toEqual(['none']);
  expect(jsonOf('{"half', ['none'], 'feed.fields', '{"half')).toEqual(['none']);
  tellDamagedRow('synonym', 3, new SyntaxError('cut off'));
  end();
  jsonOf('{"half', {}, 'feed.guard', 4);
  expect(told).toHaveLength(7);
  expect(told.at(-1)).toEqual({ place: 'synonym', row: 3, reason: 'SyntaxError: cut off' });
});
