import { expect, test } from 'vitest';
import { mergedRows, withTable } from './bench-table.mjs';

const run = { commit: 'abc1234', machine: '2 × Some processor', load: 0.3 };
const typing = {
  name: '2 letters',
  times: { p50: 1, p95: 2.346, p99: 12.34 },
  target: { text: 'p99 ≤ 5 ms', isMet: false },
  searchThreads: 1,
};
const memory = { name: 'server', value: '617 MB', searchThreads: null };
const page = 'Before\n<!-- figures: written by `npm run bench -- --write` -->\nold\n<!-- end of figures -->\nAfter\n';

test('a benchmark that runs again replaces its own rows', () => {
  const first = mergedRows([], 'typing.bench.ts', [typing], run);
  const both = mergedRows(first, 'import.bench.ts', [memory], run);
  const again = mergedRows(both, 'typing.bench.ts', [{ ...typing, name: '3 letters' }], { ...run, commit: 'def5678' });
  expect(again.map(({ file, name, commit }) => [file, name, commit])).toEqual([
    ['import.bench.ts', 'server', 'abc1234'],
    ['typing.bench.ts', '3 letters', 'def5678'],
  ]);
});

test('the table says target, percentiles, value, whether it is met, and where it was measured', () => {
  const text = withTable(page, mergedRows([], 'a.bench.ts', [typing, memory], run));
  expect(text).toContain(
    '| 2 letters | p99 ≤ 5 ms | 1.00 ms | 2.35 ms | 12.3 ms |  | **no** | abc1234 | 2 × Some processor | 0.3 | 1 | `a.bench.ts` |',
  );
  expect(text).toContain('| server |  |  |  |  | 617 MB |  | abc1234 | 2 × Some processor | 0.3 | – | `a.bench.ts` |');
  expect(text.startsWith('Before\n')).toBe(true);
  expect(text.endsWith('\nAfter\n')).toBe(true);
  expect(text).not.toContain('old');
});

test('a page without a place for the table is refused', () => {
  expect(() => withTable('nothing', [])).toThrow('docs/benchmarks.md needs the lines');
});
