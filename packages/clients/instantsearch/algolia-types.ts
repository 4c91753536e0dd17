import type { Banner } from '#clients/javascript/search-types.ts';

/** Messages of InstantSearch and its helper; their own types differ between versions. */

export type FacetFilters = string | readonly (string | readonly string[])[];
export type NumericFilters = string | readonly (string | readonly string[])[];

/** Supported search parameters. */
export interface SearchParams {
  readonly query?: string;
  /** From 0. */
  readonly page?: number;
  readonly hitsPerPage?: number;
  readonly facets?: string | readonly string[];
  readonly facetFilters?: FacetFilters;
  readonly numericFilters?: NumericFilters;
  readonly filters?: string;
  readonly attributesToHighlight?: readonly string[];
  readonly highlightPreTag?: string;
  readonly highlightPostTag?: string;
  readonly facetName?: string;
  readonly facetQuery?: string;
  readonly maxFacetHits?: number;
  readonly maxValuesPerFacet?: number;
}

export interface SearchRequest {
  readonly indexName: string;
  /** Parameters may also be beside `params`. */
  readonly params?: SearchParams;
  /** `facet` searches the values of the facet of this name. */
  readonly type?: string;
  readonly facet?: string;
}

/** A request of a recommend widget, one per `objectID`. */
export interface RecommendRequest {
  readonly indexName: string;
  readonly model: string;
  readonly objectID?: string;
  readonly maxRecommendations?: number;
  readonly queryParameters?: SearchParams;
  /** Parameters of a search that fills up the list. */
  readonly fallbackParameters?: SearchParams;
  readonly facetName?: string;
}

export interface RecommendResult {
  index: string;
  hits: Hit[];
  nbHits: number;
  processingTimeMS: number;
}

/** A request of any version of the widgets. */
export interface AnyRequest {
  readonly indexName: string;
  readonly params?: object | undefined;
}

export interface HighlightResult {
  value: string;
  matchLevel: 'none' | 'partial' | 'full';
  matchedWords: string[];
}
export type HighlightResults = Record<string, HighlightResult | HighlightResult[]>;

export type Hit<Item = Record<string, unknown>> = Item & {
  objectID: string;
  _highlightResult: HighlightResults;
  _snippetResult: HighlightResults;
};

export interface SearchResult<Item = Record<string, unknown>> {
  index: string;
  hits: Hit<Item>[];
  nbHits: number;
  page: number;
  nbPages: number;
  hitsPerPage: number;
  processingTimeMS: number;
  query: string;
  params: string;
  queryID: string;
  exhaustiveNbHits: boolean;
  exhaustiveFacetsCount: boolean;
  facets: Record<string, Record<string, number>>;
  facets_stats: Record<string, { min: number; max: number }>;
  renderingContent: {
    redirect?: { url: string };
    /** Facets in order, for pages that show all. */
    facetOrdering?: {
      facets: { order: string[] };
      values: Readonly<Record<string, never>>;
    };
  };
  /** Banners of the page. */
  userData?: Banner[];
  /** Corrected query; null if searched as typed. */
  correctedQuery: string | null;
  /** Hits with all words of the query; absent if no hit of the page lacks any. Others say what they lack in `_missingWords`. */
  nbHitsWithAllWords?: number;
}

export interface FacetValuesResult {
  facetHits: { value: string; highlighted: string; count: number }[];
  exhaustiveFacetsCount: boolean;
  processingTimeMS: number;
}
