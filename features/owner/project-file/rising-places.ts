/**
 * Of numbers in a row, the places of as many as possible that rise: a longest increasing subsequence, by patience sorting
 * (C. Schensted, "Longest increasing and decreasing subsequences", 1961).
 */
export function risingPlaces(numbers: readonly number[]): number[] {
  /** For each length, the place of the smallest number that such a sequence ends with. */
  const ends: number[] = [];
  const before: (number | undefined)[] = [];
  for (const [place, number] of numbers.entries()) {
    let [low, high] = [0, ends.length];
    while (low < high) {
      const middle = (low + high) >> 1;
      if (numbers[ends[middle]!]! < number) low = middle + 1;
      else high = middle;
    }
    before[place] = ends[low - 1];
    ends[low] = place;
  }
  const places: number[] = [];
  for (let place = ends.at(-1); place !== undefined; place = before[place]) places.push(place);
  return places.toReversed();
}
