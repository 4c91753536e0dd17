const minFuzzyLength = 3;
const minLengthForTwoEdits = 8;
const digit = /\d/;

export const hasDigit = (word: string): boolean => digit.test(word);

export function allowedEdits(word: string): number {
  if (word.length < minFuzzyLength || hasDigit(word)) return 0;
  return word.length < minLengthForTwoEdits ? 1 : 2;
}

export function mayBeMeant(word: string, term: string, edits: number): boolean {
  if (hasDigit(term) || edits > allowedEdits(word)) return false;
  return edits <= 1 || word.codePointAt(0) === term.codePointAt(0);
}

/**
 * Edits (insert, delete, replace, swap neighbours) between two words, or `limit + 1` when there are more than `limit`: the optimal
 * string alignment form of F. Damerau, "A technique for computer detection and correction of spelling errors" (1964).
 */
export function editDistance(one: string, other: string, limit: number): number {
  if (Math.abs(one.length - other.length) > limit) return limit + 1;
  // What both begin and end with costs nothing, and leaves little to compare.
  const shorter = Math.min(one.length, other.length);
  let start = 0;
  while (start < shorter && one.charCodeAt(start) === other.charCodeAt(start)) start++;
  let end = 0;
  while (end < shorter - start && one.charCodeAt(one.length - 1 - end) === other.charCodeAt(other.length - 1 - end)) end++;
  return distanceOfRest(one.slice(start, one.length - end), other.slice(start, other.length - end), limit);
}

function distanceOfRest(one: string, other: string, limit: number): number {
  const longer = Math.max(one.length, other.length);
  if (one.length === 0 || other.length === 0) return Math.min(longer, limit + 1);
  // The first letters differ and so do the last ones: one edit can't mend more than two letters, swapped.
  if (limit === 1 && longer > 2) return 2;
  let beforeLast: number[] = [];
  let last = Array.from({ length: other.length + 1 }, (_, index) => index);
  for (let row = 1; row <= one.length; row++) {
    const current = [row];
    let best = row;
    for (let column = 1; column <= other.length; column++) {
      const isSame = one[row - 1] === other[column - 1];
      let cost = Math.min(last[column]! + 1, current[column - 1]! + 1, last[column - 1]! + (isSame ? 0 : 1));
      if (row > 1 && column > 1 && one[row - 1] === other[column - 2] && one[row - 2] === other[column - 1])
        cost = Math.min(cost, beforeLast[column - 2]! + 1);
      current.push(cost);
      if (cost < best) best = cost;
    }
    if (best > limit) return limit + 1;
    beforeLast = last;
    last = current;
  }
  return Math.min(last[other.length]!, limit + 1);
}
