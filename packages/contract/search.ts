import * as z from 'zod/mini';
import { maximumPerPage } from '#contract/limits.ts';

export const FoundItem = z.looseObject({
  id: z.string(),
  score: z.number(),
  variant_count: z.number(),
  is_promoted: z.boolean(),
});
export type FoundItem = z.output<typeof FoundItem>;

export const Facet = z.object({
  field: z.string(),
  label: z.optional(z.string()),
  values: z.array(z.object({ value: z.union([z.string(), z.number(), z.boolean()]), count: z.number() })),
  min: z.optional(z.number()),
  max: z.optional(z.number()),
});

/** Plain text in parts; `is_match` marks words of the query. */
const Fragment = z.array(z.object({ text: z.string(), is_match: z.boolean() }));

export const TraceEntry = z.object({
  step: z.string(),
  before: z.string(),
  after: z.string(),
  rule_id: z.optional(z.number()),
  rows: z.optional(z.array(z.object({ source: z.string(), id: z.number(), name: z.string() }))),
});
export type TraceEntry = z.output<typeof TraceEntry>;

/** Places: above the items, between them, or below a search box. */
export const bannerPlaces = ['top', 'between', 'panel'] as const;

/** Plain text and web addresses; empty where there is none. */
export const Banner = z.object({
  id: z.number(),
  place: z.enum(bannerPlaces),
  /** Between the items of all pages: it comes before the one with this number, from 1. */
  position: z.optional(z.number()),
  image: z.string(),
  alt: z.string(),
  headline: z.string(),
  text: z.string(),
  link: z.string(),
});
export type Banner = z.output<typeof Banner>;

/** Kinds of counted uses of a banner: a search that showed it, and a click. */
export const bannersShown = 'banners';
export const bannersClicked = 'banner clicks';

/** A field or value of a request without effect. */
export const SearchWarning = z.object({
  parameter: z.enum(['sort', 'filters', 'facets', 'narrowing', 'values']),
  field: z.string(),
  message: z.string(),
});
export type SearchWarning = z.output<typeof SearchWarning>;

/** `took` is in milliseconds. */
export const SearchData = z.object({
  items: z.array(FoundItem),
  total_count: z.number(),
  total_pages: z.number(),
  took: z.number(),
  facets: z.array(Facet),
  query_id: z.string(),
  /** Fewer words had to match. */
  is_relaxed: z.boolean(),
  /** Items with all words of the query; absent if no item of the page lacks any. */
  all_words_count: z.optional(z.number()),
  /** Words that an item lacks, by its id; absent if no item of the page lacks any. */
  missing_words: z.optional(z.record(z.string(), z.array(z.string()))),
  /** Items found by meaning alone, without enough words of the query; absent without any. */
  semantic_count: z.optional(z.number()),
  /** null if unchanged. */
  corrected_query: z.nullable(z.string()),
  redirect: z.nullable(z.string()),
  trace: z.optional(z.array(TraceEntry)),
  /** With `highlight=1`, by item id and field. */
  highlights: z.optional(z.record(z.string(), z.record(z.string(), z.array(Fragment)))),
  labels: z.optional(z.record(z.string(), z.string())),
  /** Banners of this page; absent without any. */
  banners: z.optional(z.array(Banner)),
  /** Absent without any. */
  warnings: z.optional(z.array(SearchWarning)),
});
export type SearchData = z.output<typeof SearchData>;

/**
 * `filters` is JSON: `{"brand": ["A", "B"], "price": {"from": 10, "to": 20}, "tags": {"all": ["new", ["red", "pink"]], "not": "sold"}}`;
 * `not` takes a value, a list or a range. `facets`
 * are field names with commas between, each counted as if its own filter weren't set; those that `narrowing` names, too, with it.
 * `values` is JSON that says which values of a facet are counted: `{"brand": {"beginning": "ve", "limit": 200}, "category": {"opened": "Home > Lamps"}}`
 * are those of which a word begins so, and those of the first level with those below each part of the path. `sort` is `price:asc`, and by
 * relevance where it is empty. With `highlight=1` the answer shows where the words of the query stand in the items. Where `per_page`,
 * `facets` or `sort` is left out, a shop gets what its result settings say.
 */
export const SearchParameters = z.object({
  q: z._default(z.string().check(z.maxLength(1000)), ''),
  page: z._default(z.coerce.number().check(z.int(), z.positive()), 1),
  per_page: z.optional(z.coerce.number().check(z.int(), z.positive(), z.maximum(maximumPerPage))),
  filters: z._default(z.string().check(z.maxLength(10_000)), ''),
  facets: z.optional(z.string().check(z.maxLength(1000))),
  narrowing: z._default(z.string().check(z.maxLength(1000)), ''),
  values: z._default(z.string().check(z.maxLength(2000)), ''),
  sort: z.optional(z.string().check(z.maxLength(100))),
  highlight: z._default(z.enum(['0', '1']), '0'),
});

const maximumWithout = 50;

/** `live`, the saved `draft`, or a release by number. `without` are rows left out, such as `synonyms:12,fixits:3`. */
export const PreviewParameters = z.object({
  release: z._default(z.string().check(z.regex(/^(live|draft|[1-9]\d{0,8})$/)), 'live'),
  without: z._default(
    z.string().check(
      z.maxLength(2000),
      z.regex(/^([\w-]{1,50}:[1-9]\d{0,14}(,(?=.)|$))*$/),
      z.refine((text) => text.split(',').length <= maximumWithout),
    ),
    '',
  ),
});
export type PreviewParameters = z.output<typeof PreviewParameters>;
