import type { FoundItem, SearchData } from '#contract/search.ts';

/** What the plugin reads of the answers of the front API. Members that older servers leave out are optional. */
export interface Autocompletion {
  readonly suggestions: readonly { readonly text: string; readonly item_count: number }[];
  readonly collections: readonly {
    readonly id: number;
    readonly name: string;
    readonly items: readonly FoundItem[];
    readonly total_count: number;
  }[];
  readonly columns?: readonly AutocompleteColumn[];
  readonly total_count: number;
  readonly query_id: string;
}

/** A block of the panel as the shop has laid it out. */
export interface AutocompleteColumn {
  readonly kind: 'phrases' | 'values' | 'items';
  readonly collection_id?: number | null;
  readonly field?: string | null;
  readonly title: string;
  readonly values?: readonly { readonly text: string; readonly count: number }[];
  readonly items?: readonly PlainItem[];
  readonly total_count?: number;
}

type FacetOfSearch = SearchData['facets'][number];
export interface LabelledFacet extends FacetOfSearch {
  readonly label?: string;
}

export interface SearchResults extends Omit<SearchData, 'facets'> {
  readonly facets: readonly LabelledFacet[];
}

/** An item that no search has found. */
export type PlainItem = Readonly<Record<string, unknown>> & { readonly id: string };

export interface Trending {
  readonly items: readonly PlainItem[];
  /** Whether visitors' events say so, or the order of the shop alone. */
  readonly basis: 'events' | 'ranking';
}
