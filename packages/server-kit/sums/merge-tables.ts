import type { Cube } from './cubes.ts';
import { entriesOf, mergeEntries, type SumTable } from './sum-table.ts';
import { firstOf } from './parts.ts';

export interface DatedTable {
  readonly table: SumTable;
  readonly day: number;
}

/** The parts of all tables together, merged day by day, with the numbers of which they are. */
export function* mergedParts(cube: Cube, tables: readonly DatedTable[]): Generator<{ part: number; table: SumTable }> {
  const last = Math.max(-1, ...tables.map(({ table: { numbers } }) => numbers[numbers.length - 1] ?? -1));
  for (let part = 0; firstOf(cube, part) <= last; part += 1) {
    const [from, until] = [firstOf(cube, part), firstOf(cube, part + 1)];
    const entries = tables.flatMap(({ table, day }) => entriesOf(table, from, until, day));
    if (entries.length > 0) yield { part, table: mergeEntries(cube, entries, true) };
  }
}

/** Gathers tables without days whose numbers follow each other. */
export function gatheredTable(cube: Cube) {
  const numbers: number[] = [];
  const columns: number[][] = Array.from({ length: cube.columnCount }, () => []);
  return {
    add(part: SumTable): void {
      const whole = mergeEntries(cube, entriesOf(part, 0, Infinity, 0), false);
      for (let at = 0; at < whole.numbers.length; at += 1) numbers.push(whole.numbers[at]!);
      for (const [column, values] of whole.columns.entries())
        for (let at = 0; at < values.length; at += 1) columns[column]!.push(values[at]!);
    },
    table: (): SumTable => ({ numbers, days: null, columns }),
  };
}
