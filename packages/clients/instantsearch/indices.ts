/** What an index of InstantSearch is here: a collection, and how it is sorted. */
export interface Index {
  /** A collection's name or id; left out: the first that has items. */
  readonly collection?: string | number;
  /** Such as `price:asc`; left out: the most relevant first. */
  readonly sort?: string;
}
export type Indices = Readonly<Record<string, Index>>;

/** `products:price:asc` and `products/sort/price:asc`, as adapters of other services write it. */
const bySign = /^(.+?)(?::|\/sort\/)([^:/]+):(asc|desc)$/;
/** `products_price_asc`: the last word before the order is the field. */
const byWord = /^(.+)_([^_]+)_(asc|desc)$/;

/** Which collection an index is, and its sorting: as it was set, or as its name says. */
export function indexOf(name: string, indices: Indices): Index {
  const set = Object.hasOwn(indices, name) ? indices[name] : undefined;
  if (set !== undefined) return set;
  const [, base, field, order] = bySign.exec(name) ?? byWord.exec(name) ?? [];
  if (base === undefined) return { collection: name };
  return { ...(Object.hasOwn(indices, base) ? indices[base] : { collection: base }), sort: `${field}:${order}` };
}
