/** In key order, in which all servers lock rows. */
export function rowsInOrder<Row>() {
  const rows = new Map<string, Row>();
  return {
    of(key: readonly unknown[], fresh: () => Row): Row {
      const name = JSON.stringify(key);
      const known = rows.get(name);
      if (known !== undefined) return known;
      const row = fresh();
      rows.set(name, row);
      return row;
    },
    rows: (): Row[] => [...rows].toSorted(([a], [b]) => (a < b ? -1 : 1)).map(([, row]) => row),
  };
}
