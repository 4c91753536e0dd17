import * as z from 'zod/mini';
import { crud, inCollection } from '#contract/crud.ts';
import { endpoint, type OutputOf } from '#contract/endpoint.ts';
import { Id, requiredText } from '#contract/fields.ts';
import {
  maximumCategoryLength,
  maximumCuratedItems,
  maximumCurationQueries,
  maximumCurationQueryLength,
  maximumCurations,
  maximumItemIdLength,
} from '#contract/limits.ts';
import { defaultPageSize, maximumPageSize } from '#contract/page.ts';
import { idleStates, rowStates, ruleFields, timedRuleFields, waitingFields } from '#contract/rows/rule-fields.ts';
import { rulePreview } from '#contract/preview.ts';
import { FoundItem } from '#contract/search.ts';

const needs = 'search';

/** `is`: the same words in order; `contains`: all words, anywhere in the query. */
export const curationMatches = ['is', 'contains'] as const;

/** Matches any inflection, without diacritics. */
export const CurationQuery = z.object({
  query: requiredText('requiredField', maximumCurationQueryLength),
  match: z._default(z.enum(curationMatches), 'is'),
});
export type CurationQuery = z.output<typeof CurationQuery>;

const ItemId = requiredText('requiredField', maximumItemIdLength);
const Position = z.int().check(z.minimum(1), z.maximum(maximumCuratedItems));
const itemsOf = <Item extends z.ZodMiniObject>(item: Item) =>
  z._default(z.array(item).check(z.maxLength(maximumCuratedItems, { error: 'tooMany' })), []);

export const CurationFields = z.object({
  name: requiredText('requiredField'),
  queries: z.array(CurationQuery, { error: 'requiredField' }).check(z.maxLength(maximumCurationQueries, { error: 'tooMany' })),
  /** A path, in place of queries. */
  category: z.optional(z.string().check(z.trim(), z.maxLength(maximumCategoryLength, { error: 'maximumLength' }))),
  /** First in the results, in this order, or at a place from 1; filters still apply. With all variants, or this one only. */
  promoted: itemsOf(z.object({ id: ItemId, position: z.optional(Position), is_variant_only: z.optional(z.boolean()) })),
  /** With all variants, or this one only. */
  hidden: itemsOf(z.object({ id: ItemId, is_variant_only: z.optional(z.boolean()) })),
});
const contained = /^\*(.*)\*$/s;
/** In files, `*query*` is `contains`; a leading backslash escapes. */
const flatQuery = {
  write({ query, match }: CurationQuery) {
    if (match === 'contains') return `*${query}*`;
    return contained.test(query) || query.startsWith('\\') ? `\\${query}` : query;
  },
  read(text: string) {
    const [, query] = contained.exec(text) ?? [];
    return query === undefined ? { query: text.replace(/^\\/, '') } : { query, match: 'contains' };
  },
};
const marked = /^(?:at (\d+):)?(variant:)?(.*)$/s;
/** In files, `variant:id` is one variant only and `at 3:id` has place 3, in this order; a leading backslash escapes. */
const flatItem = {
  write({ id, position, is_variant_only: isVariantOnly = false }: CurationRule['promoted'][number]) {
    const [, at, mark] = marked.exec(id) ?? [];
    const isEscaped = id.startsWith('\\') || at !== undefined || mark !== undefined;
    return `${position === undefined ? '' : `at ${position}:`}${isVariantOnly ? 'variant:' : ''}${isEscaped ? '\\' : ''}${id}`;
  },
  read(text: string) {
    const [, at, mark, id = ''] = marked.exec(text) ?? [];
    return {
      id: id.replace(/^\\/, ''),
      ...(at !== undefined && { position: Number(at) }),
      ...(mark !== undefined && { is_variant_only: true }),
    };
  },
};

export type CurationRule = z.output<typeof CurationFields>;

/** Lists have only these; calls about one curation add name, image, brand, category, price, currency and availability. */
const CuratedItem = z.looseObject({ id: z.string(), is_gone: z.boolean(), is_variant_only: z.optional(z.boolean()) });
export type CuratedItem = z.output<typeof CuratedItem>;

export const curations = crud({
  name: 'curation',
  paths: { list: '/api/curations/{c}', chosen: '/api/curations', create: '/api/curation', one: '/api/curation/{id}' },
  needs,
  input: z.extend(CurationFields, timedRuleFields),
  shown: {
    ...waitingFields,
    collection_id: Id,
    promoted: z.array(z.extend(CuratedItem, { position: z.optional(z.number()) })),
    hidden: z.array(CuratedItem),
    /** In the last 30 days; null if nothing was tracked. */
    search_count: z.nullable(z.number()),
  },
  scope: inCollection,
  filters: { state: z.optional(z.enum([...rowStates, ...idleStates])) },
  sorts: ['name', 'updated_at'],
  unique: ['name'],
  maximumRows: maximumCurations,
  flat: { queries: flatQuery, promoted: flatItem, hidden: flatItem },
});
export type Curation = OutputOf<typeof curations.read>;

const Asked = {
  ...inCollection,
  q: z._default(z.string().check(z.maxLength(1000)), ''),
  page: z._default(z.coerce.number().check(z.int(), z.positive()), 1),
  per_page: z._default(z.coerce.number().check(z.int(), z.positive(), z.maximum(maximumPageSize)), defaultPageSize),
};
const Found = {
  items: z.array(FoundItem),
  total_count: z.number(),
  /** Absent if no item of the page lacks a word. */
  all_words_count: z.optional(z.number()),
  /** In milliseconds. */
  took: z.number(),
  corrected_query: z.nullable(z.string()),
  redirect: z.nullable(z.string()),
};

export const findCategories = endpoint('GET /api/curation/categories', {
  needs,
  summary: 'Finds categories of a collection, those with most items first',
  input: z.object({ ...inCollection, q: z._default(z.string().check(z.maxLength(maximumCategoryLength)), '') }),
  output: z.object({ categories: z.array(z.object({ path: z.string(), count: z.number() })) }),
  errors: ['searchDown'],
});

export const findOrganic = endpoint('GET /api/curation-organic/', {
  needs,
  summary: 'Searches a collection as shops do, but without curations',
  input: z.object(Asked),
  aliases: { query: 'q' },
  output: z.object(Found),
  errors: ['pageTooDeep', 'searchDown'],
});

export const previewCuration = endpoint('POST /api/curation/preview', {
  onlyAsks: true,
  needs,
  summary: 'Searches a collection as shops would with a curation that is not saved',
  input: z.object({
    ...Asked,
    /** In place of `q`, in the order in which shops list it. */
    category: z._default(z.string().check(z.maxLength(maximumCategoryLength)), ''),
    /** Previewed as if valid now, in place of the curation with this id. */
    curation: z.extend(CurationFields, { ...ruleFields, name: z._default(z.string(), ''), id: z.optional(Id) }),
  }),
  output: z.object({
    ...Found,
    is_acting: z.boolean(),
    /** All variants of promoted and hidden items, by the item's id. */
    variant_counts: z.record(z.string(), z.number()),
  }),
  errors: ['pageTooDeep', 'searchDown'],
});

export const curationsPath = '/search-settings/curations';
export const compareCuration = rulePreview({ list: '/api/curations', needs, name: curations.name, fields: CurationFields });

/** With `?id=3`, or `?id=new&query=boots`. */
export const curationEditorPath = `${curationsPath}/edit`;

export const findCatalogueItems = endpoint('POST /api/curation/items', {
  onlyAsks: true,
  needs: 'search',
  summary: 'Finds items of the whole catalogue by their id or a search, or tells which of a list of ids there are',
  input: z.object({
    ...inCollection,
    /** The item with this id comes first, followed by a search without curations and replacing terms. */
    q: z._default(z.string().check(z.maxLength(1000)), ''),
    ids: z._default(
      z.array(z.string().check(z.maxLength(maximumItemIdLength))).check(z.maxLength(maximumCuratedItems, { error: 'tooMany' })),
      [],
    ),
    limit: z._default(z.int().check(z.positive(), z.maximum(20)), 6),
  }),
  output: z.object({
    items: z.array(z.looseObject({ id: z.string() })),
    /** The `ids` that are not in the catalogue. */
    unknown_ids: z.array(z.string()),
  }),
  errors: ['searchDown'],
});
