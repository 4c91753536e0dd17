/** Those of some numbers with the greatest values, and, where values are the same, those that come first; `count` of them. */
export function bestOf(numbers: readonly number[], valueOf: (number: number) => number, count: number): number[] {
  if (count >= numbers.length) return sorted(numbers, valueOf);
  // Sorting plain values takes a fraction of the time that sorting by them takes.
  const values = Float64Array.from(numbers, valueOf).sort();
  const least = values[values.length - count]!;
  const above = numbers.filter((number) => valueOf(number) > least);
  const same: number[] = [];
  for (const number of numbers) {
    if (above.length + same.length >= count) break;
    if (valueOf(number) === least) same.push(number);
  }
  return [...sorted(above, valueOf), ...same];
}

/** By value, greatest first; a stable order. */
const sorted = (numbers: readonly number[], valueOf: (number: number) => number): number[] =>
  numbers.toSorted((a, b) => valueOf(b) - valueOf(a));
