/** Those of some numbers with the greatest values, and, where values are the same, those that come first; `count` of them. */
export function bestOf(numbers: ArrayLike<number>, valueOf: (number: number) => number, count: number): number[] {
  if (count <= 0) return [];
  const values = new Float64Array(numbers.length);
  for (let place = 0; place < values.length; place += 1) values[place] = valueOf(numbers[place]!);
  return placesOfBest(values, count).map((place) => numbers[place]!);
}

/** Of how many candidates at once the best are kept: so often are they sorted. */
const candidates = (count: number): number => 4 * count + 64;

/** One pass finds what is good enough, and sorts it now and then; a list is mostly a page of very many. */
function placesOfBest(values: Float64Array, count: number): number[] {
  const byValue = (a: number, b: number): number => values[b]! - values[a]! || a - b;
  let best: number[] = [];
  let least = -Infinity;
  const most = candidates(count);
  for (let place = 0; place < values.length; place += 1) {
    if (values[place]! <= least) continue;
    best.push(place);
    if (best.length < most) continue;
    best = best.toSorted(byValue).slice(0, count);
    least = values[best[count - 1]!]!;
  }
  return best.toSorted(byValue).slice(0, count);
}
