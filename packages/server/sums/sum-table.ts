import type { Cube } from './cubes.ts';
import { packColumns, unpackColumns } from './columns.ts';

export interface SumTable {
  /** Ascending; each once, or once for each of its days. */
  readonly numbers: ArrayLike<number>;
  /** Days of the month, from 1; null where the table is of one period as a whole. */
  readonly days: ArrayLike<number> | null;
  /** As the cube says, each as long as `numbers`. */
  readonly columns: readonly ArrayLike<number>[];
}

export interface SumEntry {
  readonly number: number;
  readonly day: number;
  readonly values: readonly number[];
}

export const packTable = ({ numbers, days, columns }: SumTable): string =>
  packColumns(days === null ? [numbers, ...columns] : [numbers, days, ...columns]);

export function unpackTable(text: string, hasDays: boolean): SumTable {
  const [numbers = [], ...columns] = unpackColumns(text);
  const days = hasDays ? (columns.shift() ?? []) : null;
  return { numbers, days, columns };
}

/** Where a number stands first, or would. */
export function placeOf({ numbers }: Pick<SumTable, 'numbers'>, number: number): number {
  let [low, high] = [0, numbers.length];
  while (low < high) {
    const middle = (low + high) >>> 1;
    if (numbers[middle]! < number) low = middle + 1;
    else high = middle;
  }
  return low;
}

/** The rows of numbers from one to before another, each as of `day` where the table has no days of its own. */
export function entriesOf(table: SumTable, from: number, until: number, day: number): SumEntry[] {
  const [begin, end] = [placeOf(table, from), placeOf(table, until)];
  return Array.from({ length: end - begin }, (_, place) => {
    const at = begin + place;
    return { number: table.numbers[at]!, day: table.days?.[at] ?? day, values: table.columns.map((column) => column[at]!) };
  });
}

/** One row for each number, and for each of its days where `byDay`. */
export function mergeEntries(cube: Cube, entries: readonly SumEntry[], byDay: boolean): SumTable {
  const sorted = entries.toSorted((a, b) => a.number - b.number || (byDay ? a.day - b.day : 0));
  const numbers: number[] = [];
  const days: number[] = [];
  const columns: number[][] = Array.from({ length: cube.columnCount }, () => []);
  for (const { number, day, values } of sorted) {
    const last = numbers.length - 1;
    if (numbers[last] === number && (!byDay || days[last] === day)) addTo(cube, columns, last, values);
    else {
      numbers.push(number);
      days.push(day);
      for (const [at, column] of columns.entries()) column.push(values[at]!);
    }
  }
  return { numbers, days: byDay ? days : null, columns };
}

/** Adds one row to another: sums add up, and what is newest replaces what was. */
export function addTo(
  { sumCount, columnCount }: Cube,
  columns: readonly { [at: number]: number }[],
  at: number,
  values: ArrayLike<number>,
): void {
  for (let column = 0; column < sumCount; column += 1) columns[column]![at]! += values[column]!;
  const newest = columnCount - 1;
  if (sumCount < columnCount && values[newest]! >= columns[newest]![at]!)
    for (let column = sumCount; column < columnCount; column += 1) columns[column]![at] = values[column]!;
}
