export type Value = string | number | boolean;

/** Inclusive; at least one bound. */
export interface Range {
  readonly from?: number;
  readonly to?: number;
}

/** Values and ranges combine with AND; `not` excludes items with a value or in a range. */
export interface Conditions {
  /** A number, or a day as text. */
  readonly from?: number | string;
  readonly to?: number | string;
  readonly all?: readonly (Value | readonly Value[])[];
  readonly not?: Value | readonly Value[] | { readonly from?: number | string; readonly to?: number | string };
}

/** A value, any of several values, or conditions. */
export type FilterValue = Value | readonly Value[] | Conditions;
export type Filters = Readonly<Record<string, FilterValue>>;

export interface SearchInput {
  /** Page language such as `cs`, for statistics; default: the project's. */
  readonly lang?: string;
  /** Empty finds everything. */
  readonly q?: string;
  /** From 1. */
  readonly page?: number;
  /** At most 100; default: result settings. */
  readonly per_page?: number;
  readonly filters?: Filters;
  /** Counted fields, each without its own filter; default: result settings. */
  readonly facets?: readonly string[];
  /** Facets counted with their own filter too. */
  readonly narrowing?: readonly string[];
  /** Counted values: beginnings of words, open levels of a path, or more than 50, up to 1,000. */
  readonly values?: Readonly<Record<string, { readonly beginning?: string; readonly opened?: string; readonly limit?: number }>>;
  /** Such as `price:asc`; empty: relevance; default: result settings. */
  readonly sort?: string | readonly string[];
  /** Returns matched words. */
  readonly highlight?: boolean;
  /** Name or id; default: the first collection with items. */
  readonly collection?: string | number;
}

/** Fields of the feed. Pass your own type to have them typed. */
export type Fields = Record<string, unknown>;

export type Found<Item = Fields> = Item & {
  id: string;
  score: number;
  variant_count: number;
  is_promoted: boolean;
};

export interface Facet {
  field: string;
  /** Display name from the result settings. */
  label?: string;
  values: { value: Value; count: number }[];
  /** Numbers only. */
  min?: number;
  max?: number;
}

/** Plain text in parts; `is_match` marks the query's words. */
export type Fragment = { text: string; is_match: boolean }[];

/** Plain text and web addresses; empty where there is none. */
export interface Banner {
  id: number;
  /** Above the items, between them, or below a search box. */
  place: 'top' | 'between' | 'panel';
  /** Between: it comes before the item with this number, from 1 on the first page. */
  position?: number;
  image: string;
  alt: string;
  headline: string;
  text: string;
  link: string;
}

export interface SearchAnswer<Item = Fields> {
  items: Found<Item>[];
  total_count: number;
  total_pages: number;
  /** Milliseconds on the server. */
  took: number;
  facets: Facet[];
  /** Names this response in events. */
  query_id: string;
  /** The visitor's group in an A/B test of the settings; absent outside of tests. */
  ab_test?: { id: number; group: 'a' | 'b' };
  /** Fewer words had to match. */
  is_relaxed: boolean;
  /** Items with all words of the query; absent if no item of the page lacks any. */
  all_words_count?: number;
  /** Words that an item lacks, by its id; absent if no item of the page lacks any. */
  missing_words?: Record<string, string[]>;
  /** Items found by meaning alone, without enough words of the query, if there are any. */
  semantic_count?: number;
  /** Corrected query; null if searched as typed. */
  corrected_query: string | null;
  /** Address to open instead of results. */
  redirect: string | null;
  /** With `highlight`: by item id and field. */
  highlights?: Record<string, Record<string, Fragment[]>>;
  /** Display names of fields. */
  labels?: Record<string, string>;
  /** Banners of this page, if there are any. */
  banners?: Banner[];
  /** Fields and values of the request without effect, if there are any. */
  warnings?: SearchWarning[];
}

export interface SearchWarning {
  parameter: 'sort' | 'filters' | 'facets' | 'narrowing' | 'values';
  field: string;
  message: string;
}

export interface AutocompleteInput {
  readonly q?: string;
  /** Number of suggestions and items, at most 20. */
  readonly limit?: number;
  /** As in a search. */
  readonly lang?: string;
}

export interface AutocompleteColumn<Item = Fields> {
  kind: 'phrases' | 'values' | 'items';
  /** null for phrases. */
  collection_id: number | null;
  field: string;
  title: string;
  /** Phrases, or values of the field. */
  values: { text: string; count: number }[];
  items: Found<Item>[];
  total_count: number;
}

export interface AutocompleteAnswer<Item = Fields> {
  suggestions: { text: string; item_count: number }[];
  /** From the first collection with items. */
  items: Found<Item>[];
  /** Collections with matches. */
  collections: { id: number; name: string; items: Found<Item>[]; total_count: number }[];
  /** The panel's columns in order, if configured. */
  columns?: AutocompleteColumn<Item>[];
  /** Below the search box, if there are any. */
  banners?: Banner[];
  total_count: number;
  took: number;
  query_id: string;
}

export interface MultiInput {
  /** At most 20. Each counts against the limits. */
  readonly searches: readonly SearchInput[];
}

export interface MultiAnswer<Item = Fields> {
  /** In order: a result or an error each. */
  results: {
    data: SearchAnswer<Item> | null;
    error: { code: string; message: string; field: string } | null;
  }[];
}

export interface CatalogInput extends Omit<SearchInput, 'q' | 'highlight' | 'lang'> {
  /** Levels joined by ` > `; default: everything. */
  readonly path?: string;
}

export interface CatalogAnswer<Item = Fields> extends SearchAnswer<Item> {
  path: string;
  /** From the first level to the category. */
  breadcrumbs: { name: string; path: string }[];
  /** One level below, largest first. */
  categories: { name: string; path: string; count: number }[];
}

export interface ItemInput {
  readonly id: string;
  readonly collection?: string | number;
}

export type Kept<Item = Fields> = Item & { id: string };

export interface ItemAnswer<Item = Fields> {
  item: Kept<Item>;
}

export interface SimilarInput extends ItemInput {
  /** At most 50. */
  readonly limit?: number;
}

export interface SimilarAnswer<Item = Fields> {
  /** Most similar first. */
  items: Kept<Item>[];
}

export type BoughtTogetherInput = SimilarInput;

export interface BoughtTogetherAnswer<Item = Fields> {
  /** Empty until enough customers bought it with another item. */
  items: Kept<Item>[];
}

/** Empty until enough visitors viewed it with another item. */
export type AlsoViewedAnswer<Item = Fields> = BoughtTogetherAnswer<Item>;

export interface TrendingInput {
  readonly collection?: string | number;
  /** At most 50. */
  readonly limit?: number;
}

export interface TrendingAnswer<Item = Fields> {
  items: Kept<Item>[];
  /** `ranking` without events. */
  basis: 'events' | 'ranking';
}

export interface ShopEvent {
  readonly type: 'impression' | 'click' | 'cart' | 'purchase';
  readonly item_id: string;
  /** `query_id` of the response that showed the item. */
  readonly query_id?: string;
  /** Position in that response, from 1. */
  readonly position?: number;
  readonly quantity?: number;
  /** Per piece, in `currency`: 19.9. Purchases with a price count as turnover. */
  readonly price?: number;
  /** Such as `EUR`. Default: the project's. */
  readonly currency?: string;
  /** Your id; a repeated event is counted once. */
  readonly id?: string;
  /** Epoch milliseconds; default: now. */
  readonly at?: number;
}

export interface EventsInput {
  /** At most 100, and at most 64 kB. */
  readonly events: readonly ShopEvent[];
  /** Default: the first collection with items. */
  readonly collection?: string | number;
}

export interface EventsAnswer {
  accepted_count: number;
  /** Events of bots, console users and flooding addresses. */
  ignored_count: number;
  refused: { index: number; code: string; message: string }[];
  /** Purchases counted without their amount, such as in another currency than the project's. */
  without_amount: { index: number; code: string; message: string }[];
}
