interface Move {
  readonly ids: readonly string[];
  /** The rows on screen, where a filter leaves some of them out. */
  readonly shown: readonly string[];
  /** Before the shown row that stands there, from 0. */
  readonly at: number;
}

/** All rows once some of them are moved: before the shown row at a place, or right after the last one that is shown. */
export function movedRows<Row>(rows: readonly Row[], idOf: (row: Row) => string, { ids, shown, at }: Move): Row[] {
  const moving = new Set(ids);
  const staying = rows.filter((row) => !moving.has(idOf(row)));
  const placeOf = (id: string) => staying.findIndex((row) => idOf(row) === id);
  const next = shown.slice(at).find((id) => !moving.has(id));
  const last = shown.slice(0, at).findLast((id) => !moving.has(id));
  const place = next !== undefined ? placeOf(next) : last !== undefined ? placeOf(last) + 1 : staying.length;
  return [...staying.slice(0, place), ...rows.filter((row) => moving.has(idOf(row))), ...staying.slice(place)];
}
