import type { ItemField } from '#feeds/mapping/item-fields.ts';

/** Columns between blanks. */
export type Names = string;

/** Columns are normalised (see `normalName`), best first, and tried item by item. `#` is a number from 1. */
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
  /** Pairs of columns; without a name the value is a list of `name=value`. */
  readonly options?: readonly (readonly [name: string, value: string])[];
  /** Between several values of an option; a semicolon if not given. */
  readonly betweenValues?: string;
  /** Columns beside them that say nothing of an item. */
  readonly aboutOptions?: Names;
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
