/** Maps attributes of widgets to fields. */
export interface FieldNames {
  readonly fieldOf: (attribute: string) => string;
  /** Level of `category.lvl0`; null for a whole field. */
  readonly levelOf: (attribute: string) => number | null;
  /** Names of a field in the widgets, without levels. */
  readonly namesOf: (field: string) => readonly string[];
}

/** Separator of path levels in items. */
export const pathSeparator = ' > ';

const levelled = /^(.+)\.lvl(\d+)$/;

/** `category.lvl0` is a level of `category`; `renamed` maps other names. */
export const fieldNames = (renamed: Readonly<Record<string, string>>): FieldNames => ({
  fieldOf: (attribute) => {
    const name = levelled.exec(attribute)?.[1] ?? attribute;
    return Object.hasOwn(renamed, name) ? renamed[name]! : name;
  },
  levelOf: (attribute) => {
    const level = levelled.exec(attribute)?.[2];
    return level === undefined ? null : Number(level);
  },
  namesOf: (field) => {
    const names = Object.keys(renamed).filter((name) => renamed[name] === field);
    return names.length > 0 ? names : [field];
  },
});

/** An index is a collection with a sort order. */
export interface Index {
  /** Name or id; default: the first with items. */
  readonly collection?: string | number;
  /** Such as `price:asc`; default: relevance. */
  readonly sort?: string;
}
export type Indices = Readonly<Record<string, Index>>;

/** Notations of other adapters: `products:price:asc`, `products/sort/price:asc`. */
const bySign = /^(.+?)(?::|\/sort\/)([^:/]+):(asc|desc)$/;
/** `products_price_asc`: the word before the order is the field. */
const byWord = /^(.+)_([^_]+)_(asc|desc)$/;

/** As configured, else by its name. */
export function indexOf(name: string, indices: Indices): Index {
  const set = Object.hasOwn(indices, name) ? indices[name] : undefined;
  if (set !== undefined) return set;
  const [, base, field, order] = bySign.exec(name) ?? byWord.exec(name) ?? [];
  if (base === undefined) return { collection: name };
  return { ...(Object.hasOwn(indices, base) ? indices[base] : { collection: base }), sort: `${field}:${order}` };
}
