import data from './platforms.json' with { type: 'json' };
import type { ItemField } from '#feeds/mapping/item-fields.ts';

/** Columns between blanks. */
type Names = string;

/** Columns are normalised (see `normalName`), best first, and tried item by item. */
export interface Platform {
  readonly name: string;
  /** Columns of its header. `a|b`: one of them. */
  readonly signs: Names;
  readonly fields: Readonly<Partial<Record<'id' | ItemField, Names>>>;
  /** By column, the values that hide a product and its variants. */
  readonly hides?: Readonly<Record<string, RegExp>>;
  /** Its columns are shifted in some versions: a flag that hides everything is ignored. */
  readonly mayHideNone?: true;
  readonly rows?: ProductRowsOf;
  /** Between several values of an option; a semicolon if not given. */
  readonly betweenValues?: string;
  /** Columns of other markets, and those that the platform hides. */
  readonly others?: RegExp;
  /** Every item gets the product's key and its options as its id. */
  readonly hasIdOfOptions?: true;
  readonly stock?: StockOf;
}

/** How to tell the first row of a product from those that continue it. */
interface ProductRowsOf {
  /** Only the first row of a product has it. */
  readonly first?: Names;
  readonly kind?: readonly [column: Names, product: RegExp, variant: RegExp, picture?: RegExp];
  readonly key: Names;
  /** Names the key of the product; without it, rows belong to the product above. */
  readonly parent?: Names;
  /** Belongs to the product. Variants have their options in it. */
  readonly title?: Names;
  /** The first row is a variant, too. */
  readonly isFirstVariant?: true;
}

interface StockOf {
  readonly quantity: Names;
  /** Stock is counted where the column matches. */
  readonly tracked?: readonly [column: Names, pattern: RegExp];
  readonly sellsOn?: readonly [column: Names, pattern: RegExp];
}

/** Patterns begin with a slash. */
function withPatterns(value: unknown): unknown {
  if (typeof value === 'string') return value.startsWith('/') ? new RegExp(value.slice(1), 'iu') : value;
  if (typeof value !== 'object' || value === null) return value;
  if (Array.isArray(value)) return value.map(withPatterns);
  return Object.fromEntries(Object.entries(value).map(([name, each]) => [name, withPatterns(each)]));
}

/** Recognised by the header of a table, and by the fields of an API's first records. */
export const { tables: platforms, records: recordPlatforms } = withPatterns(data) as Readonly<
  Record<'tables' | 'records', readonly Platform[]>
>;
