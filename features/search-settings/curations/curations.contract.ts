import * as z from 'zod/mini';
import { crud, inCollection } from '#contract/crud.ts';
import { endpoint, type OutputOf } from '#contract/endpoint.ts';
import { Id, requiredText } from '#contract/fields.ts';
import {
  maximumCuratedItems,
  maximumCurationQueries,
  maximumCurationQueryLength,
  maximumCurations,
  maximumItemIdLength,
} from '#contract/limits.ts';
import { defaultPageSize, maximumPageSize } from '#contract/page.ts';
import { idleStates, rowStates, ruleFields, timedRuleFields, waitingFields } from '#contract/rule-fields.ts';
import { FoundItem } from '#contract/search.ts';

const needs = 'search';

/** `is`: queries of the same words, in order; `contains`: queries that have all its words, wherever they stand. */
export const curationMatches = ['is', 'contains'] as const;

/** Which queries a curation is for, in any inflection of their words and without diacritics. */
export const CurationQuery = z.object({
  query: requiredText('requiredField', maximumCurationQueryLength),
  match: z._default(z.enum(curationMatches), 'is'),
});
export type CurationQuery = z.output<typeof CurationQuery>;

const ItemId = requiredText('requiredField', maximumItemIdLength);
const Items = z._default(z.array(z.object({ id: ItemId })).check(z.maxLength(maximumCuratedItems, { error: 'tooMany' })), []);

export const CurationFields = z.object({
  /** What people of the shop call it. */
  name: requiredText('requiredField'),
  queries: z
    .array(CurationQuery, { error: 'requiredField' })
    .check(z.minLength(1, { error: 'requiredField' }), z.maxLength(maximumCurationQueries, { error: 'tooMany' })),
  /** The first ones of the result, in this order. They obey filters. */
  promoted: Items,
  /** Never in the result. */
  hidden: Items,
});
const contained = /^\*(.*)\*$/s;
/** In files, a query that has to be contained stands between stars; a backslash before another one says that it means what it is. */
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
const flatItem = { write: ({ id }: { readonly id: string }) => id, read: (id: string) => ({ id }) };

/** What a curation does, whoever keeps it. */
export type CurationRule = z.output<typeof CurationFields>;

/**
 * An item of a curation. One that is no longer in the catalogue has its id alone. Lists tell only that; calls about one curation
 * answer what people know an item by, too: name, image, brand, category, price, currency and availability, as far as it has them.
 */
const CuratedItem = z.looseObject({ id: z.string(), is_gone: z.boolean() });
export type CuratedItem = z.output<typeof CuratedItem>;

export const curations = crud({
  name: 'curation',
  paths: { list: '/api/curations/{c}', chosen: '/api/curations', create: '/api/curation', one: '/api/curation/{id}' },
  needs,
  input: z.extend(CurationFields, timedRuleFields),
  shown: {
    ...waitingFields,
    collection_id: Id,
    promoted: z.array(CuratedItem),
    hidden: z.array(CuratedItem),
    /** Of all its queries, in the last 30 days; null where nothing was searched at all. */
    search_count: z.nullable(z.number()),
  },
  scope: inCollection,
  filters: { state: z.optional(z.enum([...rowStates, ...idleStates])) },
  sorts: ['name', 'promoted', 'hidden', 'searches', 'updated_at'],
  unique: ['name'],
  maximumRows: maximumCurations,
  flat: { queries: flatQuery, promoted: flatItem, hidden: flatItem },
  aliases: { collection_id: 'c' },
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
  /** In milliseconds. */
  took: z.number(),
  /** The query as corrected; null when it was taken as typed. */
  corrected_query: z.nullable(z.string()),
  /** Where visitors are sent instead, so that no curation has an effect. */
  redirect: z.nullable(z.string()),
};

export const findOrganic = endpoint({
  method: 'GET',
  path: '/api/curation-organic/',
  needs,
  summary: 'Searches a collection as shops do, but without curations',
  input: z.object(Asked),
  output: z.object(Found),
  errors: ['pageTooDeep', 'searchDown'],
  aliases: { collection_id: 'c' },
});

export const previewCuration = endpoint({
  method: 'POST',
  path: '/api/curation/preview',
  onlyAsks: true,
  needs,
  summary: 'Searches a collection as shops would with a curation that is not saved',
  input: z.object({
    ...Asked,
    /** In place of the one with this id; without an id it is a new one. It is tried as if it were valid now. */
    curation: z.extend(CurationFields, { ...ruleFields, name: z._default(z.string(), ''), id: z.optional(Id) }),
  }),
  output: z.object({
    ...Found,
    /** Whether this curation is the one that acts on the query. */
    is_acting: z.boolean(),
    /** The rule that keeps it from acting; null where it acts, or where no rule does. */
    taken_by: z.nullable(
      z.object({
        /** As releases name kinds of rules. */
        source: z.enum(['curations', 'fixits', 'character-filters']),
        id: Id,
        name: z.string(),
        /** What the query is by then, or where visitors are sent. */
        query: z.string(),
        /** How another curation meets the query; null for other rules. */
        match: z.nullable(z.enum(curationMatches)),
      }),
    ),
  }),
  errors: ['pageTooDeep', 'searchDown'],
  aliases: { collection_id: 'c' },
});
export type CurationPreview = OutputOf<typeof previewCuration>;

export const readCurationQueries = endpoint({
  method: 'POST',
  path: '/api/curation/queries',
  onlyAsks: true,
  needs,
  summary:
    'Tells of the queries of a curation, before it is saved, how often visitors search for them and whether others have them',
  input: z.object({
    ...inCollection,
    /** The curation that has them already. */
    id: z.optional(Id),
    queries: z
      .array(z.extend(CurationQuery, { query: z.string().check(z.maxLength(maximumCurationQueryLength)) }))
      .check(z.maxLength(maximumCurationQueries, { error: 'tooMany' })),
  }),
  /** In the order of the queries. */
  output: z.array(
    z.object({
      /** Of visitors in the last 30 days, in any form that it matches; null where nothing was searched at all. */
      search_count: z.nullable(z.number()),
      /** What several visitors typed that it matches besides itself, and no other curation is for, most frequent first. */
      also: z.array(z.string()),
      /** The place of the first query before it that is the same. */
      same_as: z.nullable(z.number()),
      /** Another curation of the collection that has it. */
      taken_by: z.nullable(z.object({ id: Id, name: z.string() })),
    }),
  ),
  aliases: { collection_id: 'c' },
});
export type CurationQueryState = OutputOf<typeof readCurationQueries>[number];

export const readFrequentQuery = endpoint({
  method: 'GET',
  path: '/api/curations/frequent-query/{c}',
  needs,
  summary: 'Tells the most frequent query of the last 30 days that finds items and that no curation is for',
  input: z.object(inCollection),
  output: z.object({ query: z.nullable(z.string()) }),
});
