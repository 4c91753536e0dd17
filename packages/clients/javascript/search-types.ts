export type Value = string | number | boolean;

/** Both bounds belong to it. At least one has to be there. */
export interface Range {
  readonly from?: number;
  readonly to?: number;
}

/** One of these values, a number between two bounds, or several values that an item must all have; of each list of them one. */
export type FilterValue = Value | readonly Value[] | Range | { readonly all: readonly (Value | readonly Value[])[] };
export type Filters = Readonly<Record<string, FilterValue>>;

export interface SearchInput {
  /** Of the page, such as `cs`, for statistics by language; left out: the project's. */
  readonly lang?: string;
  /** What was typed. Empty finds everything. */
  readonly q?: string;
  /** From 1 on. */
  readonly page?: number;
  /** At most 100; left out: as many as the result settings say. */
  readonly per_page?: number;
  readonly filters?: Filters;
  /** Fields whose values are counted, each as if its own filter weren't set. Left out: those of the result settings. */
  readonly facets?: readonly string[];
  /** Those of `facets` that are counted with their own filter, too: every choice narrows what is left. */
  readonly narrowing?: readonly string[];
  /** Which values of a facet are counted: those of which a word begins so, or the levels of a path that are open. */
  readonly values?: Readonly<Record<string, { readonly beginning?: string; readonly opened?: string }>>;
  /** Such as `price:asc`, or several of them. Empty: the most relevant first; left out: as the result settings say. */
  readonly sort?: string | readonly string[];
  /** Whether the answer shows where the words of the query stand in the items. */
  readonly highlight?: boolean;
  /** A collection's name or id; left out: the first that has items. */
  readonly collection?: string | number;
}

/** The fields of an item as its feed has them. Give a type of your own to have them typed. */
export type Fields = Record<string, unknown>;

export type Found<Item = Fields> = Item & {
  id: string;
  score: number;
  variant_count: number;
  is_promoted: boolean;
};

export interface Facet {
  field: string;
  /** What the result settings call it. */
  label?: string;
  values: { value: Value; count: number }[];
  /** Of numbers alone. */
  min?: number;
  max?: number;
}

/** Plain text in parts, to be put in a page as text; `is_match` says which parts answer the query. */
export type Fragment = { text: string; is_match: boolean }[];

export interface SearchAnswer<Item = Fields> {
  items: Found<Item>[];
  total_count: number;
  total_pages: number;
  /** Milliseconds that the search took on the server. */
  took: number;
  facets: Facet[];
  /** Names this answer in events. */
  query_id: string;
  /** Fewer words than wanted had to match to find anything. */
  is_relaxed: boolean;
  /** The query as corrected; null when it was taken as typed. */
  corrected_query: string | null;
  /** Where to send the visitor instead of showing items. */
  redirect: string | null;
  /** With `highlight`: by item id and field. */
  highlights?: Record<string, Record<string, Fragment[]>>;
  /** What the result settings call fields of the items, by their names. */
  labels?: Record<string, string>;
}

export interface AutocompleteInput {
  readonly q?: string;
  /** How many suggestions and items; at most 20. */
  readonly limit?: number;
  /** As of a search. */
  readonly lang?: string;
}

export interface AutocompleteColumn<Item = Fields> {
  kind: 'phrases' | 'values' | 'items';
  /** null for phrases. */
  collection_id: number | null;
  field: string;
  title: string;
  /** Phrases, or values of the field among what is found. */
  values: { text: string; count: number }[];
  items: Found<Item>[];
  /** Of what is found in the collection. */
  total_count: number;
}

export interface AutocompleteAnswer<Item = Fields> {
  suggestions: { text: string; item_count: number }[];
  /** Of the first collection that has items. */
  items: Found<Item>[];
  /** What each collection finds; those that find nothing are left out. */
  collections: { id: number; name: string; items: Found<Item>[]; total_count: number }[];
  /** What stands under the search box, in its order, where the result settings say. */
  columns?: AutocompleteColumn<Item>[];
  total_count: number;
  took: number;
  query_id: string;
}

export interface MultiInput {
  /** At most 20. Each counts against the limits of the project. */
  readonly searches: readonly SearchInput[];
}

export interface MultiAnswer<Item = Fields> {
  /** In the order of the searches: what each found, or why it could not be answered. */
  results: {
    data: SearchAnswer<Item> | null;
    error: { code: string; message: string; field: string } | null;
  }[];
}

export interface CatalogInput extends Omit<SearchInput, 'q' | 'highlight' | 'lang'> {
  /** Levels with ` > ` between, as in items; left out: all items and the first level. */
  readonly path?: string;
}

export interface CatalogAnswer<Item = Fields> extends SearchAnswer<Item> {
  path: string;
  /** From the first level down to the category itself. */
  breadcrumbs: { name: string; path: string }[];
  /** One level below, the largest first. */
  categories: { name: string; path: string; count: number }[];
}

export interface ItemInput {
  readonly id: string;
  readonly collection?: string | number;
}

/** An item by itself: nothing was searched. */
export type Kept<Item = Fields> = Item & { id: string };

export interface ItemAnswer<Item = Fields> {
  item: Kept<Item>;
}

export interface SimilarInput extends ItemInput {
  /** At most 50. */
  readonly limit?: number;
}

export interface SimilarAnswer<Item = Fields> {
  /** The most alike first. */
  items: Kept<Item>[];
}

export interface TrendingInput {
  readonly collection?: string | number;
  /** At most 50. */
  readonly limit?: number;
}

export interface TrendingAnswer<Item = Fields> {
  items: Kept<Item>[];
  /** `ranking` where no events are known: the items come as a search for nothing ranks them. */
  basis: 'events' | 'ranking';
}
