type Key = readonly (string | number)[];

function compared(a: Key, b: Key): number {
  const at = a.findIndex((value, place) => value !== b[place]);
  return at < 0 ? 0 : a[at]! < b[at]! ? -1 : 1;
}

/** In key order, in which all servers lock rows. */
export function rowsInOrder<Row>() {
  const rows = new Map<string, { readonly key: Key; readonly row: Row }>();
  return {
    of(key: Key, fresh: () => Row): Row {
      const name = JSON.stringify(key);
      const known = rows.get(name);
      if (known !== undefined) return known.row;
      const row = fresh();
      rows.set(name, { key, row });
      return row;
    },
    rows: (): Row[] => [...rows.values()].toSorted((a, b) => compared(a.key, b.key)).map(({ row }) => row),
  };
}
