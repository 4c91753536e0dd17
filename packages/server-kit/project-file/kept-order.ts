/**
 * Rows come by their ids, and a new one comes after all others. Which of the rows that there are can stay as they are when all are to stand
 * in this order; undefined is a new row. The others have to be added again, after them.
 */
export function keptInOrder(ids: readonly (number | undefined)[]): ReadonlySet<number> {
  const kept = new Set<number>();
  let last = 0;
  for (const id of ids) {
    if (id === undefined || id < last) break;
    kept.add(id);
    last = id;
  }
  return kept;
}
