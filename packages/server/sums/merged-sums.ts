import type { Cube } from './cubes.ts';
import type { SumTable } from './sum-table.ts';

export type Sums = readonly Float64Array[];

/** How many numbers there are in tables, or `least`. */
export const numbersIn = (tables: readonly SumTable[], least = 0): number =>
  tables.reduce((most, { numbers }) => Math.max(most, (numbers[numbers.length - 1] ?? -1) + 1), least);

export const sumsFor = (cube: Cube, tables: readonly SumTable[]): Sums => {
  const size = numbersIn(tables);
  return Array.from({ length: cube.columnCount }, () => new Float64Array(size));
};

/** A copy of a column with place for `size` numbers. */
export function withPlace(column: Float64Array, size: number): Float64Array {
  const copy = new Float64Array(size);
  copy.set(column);
  return copy;
}

export const bytesOf = (sums: Sums): number => sums.reduce((bytes, { byteLength }) => bytes + byteLength, 1);

/** Adds a whole table, or only the days of a range. Works column by column, because arrays of one type are read several times as fast. */
export function addTable(cube: Cube, sums: Sums, table: SumTable, days: readonly [number, number] | null): void {
  const places = table.days === null || days === null ? null : placesOf(table.days, days);
  const { numbers, columns } = table;
  for (let column = 0; column < cube.sumCount; column += 1) addColumn(sums[column]!, numbers, columns[column]!, places);
  if (cube.sumCount === cube.columnCount) return;
  const [newest, newestThere] = [sums[cube.columnCount - 1]!, columns[cube.columnCount - 1]!];
  const count = places?.length ?? numbers.length;
  for (let one = 0; one < count; one += 1) {
    const at = places === null ? one : places[one]!;
    const number = numbers[at]!;
    if (newestThere[at]! < newest[number]!) continue;
    for (let column = cube.sumCount; column < cube.columnCount; column += 1) sums[column]![number] = columns[column]![at]!;
  }
}

function addColumn(to: Float64Array, numbers: ArrayLike<number>, values: ArrayLike<number>, places: Uint32Array | null): void {
  if (places === null) for (let at = 0; at < numbers.length; at += 1) to[numbers[at]!]! += values[at]!;
  else for (let one = 0; one < places.length; one += 1) to[numbers[places[one]!]!]! += values[places[one]!]!;
}

function placesOf(days: ArrayLike<number>, [first, last]: readonly [number, number]): Uint32Array | null {
  const places = new Uint32Array(days.length);
  let count = 0;
  for (let at = 0; at < days.length; at += 1) if (days[at]! >= first && days[at]! <= last) places[count++] = at;
  return count === days.length ? null : places.subarray(0, count);
}
