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
import { idleStates, rowStates, ruleFields, timedRuleFields, waitingFields } from '#contract/rows/rule-fields.ts';
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
  name: requiredText('requiredField'),
  queries: z
    .array(CurationQuery, { error: 'requiredField' })
    .check(z.minLength(1, { error: 'requiredField' }), z.maxLength(maximumCurationQueries, { error: 'tooMany' })),
  /** The first items of the result, in this order, as far as filters let them through. */
  promoted: Items,
  /** Never in the result. */
  hidden: Items,
});
const contained = /^\*(.*)\*$/s;
/** In files, a query of the kind `contains` is written between stars. A leading backslash marks a query that is to be taken literally. */
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

/** What a curation does, without who changed it and when. */
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
    /** Searches for all its queries in the last 30 days; null if there were no searches at all. */
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
  /** The address that visitors are sent to instead; then no curation has an effect. */
  redirect: z.nullable(z.string()),
};

export const findOrganic = endpoint('GET /api/curation-organic/', {
  needs,
  summary: 'Searches a collection as shops do, but without curations',
  input: z.object(Asked),
  output: z.object(Found),
  errors: ['pageTooDeep', 'searchDown'],
  aliases: { collection_id: 'c' },
});

export const previewCuration = endpoint('POST /api/curation/preview', {
  onlyAsks: true,
  needs,
  summary: 'Searches a collection as shops would with a curation that is not saved',
  input: z.object({
    ...Asked,
    /** Replaces the curation with this id; without an id it is a new one. Tried as if it were valid now. */
    curation: z.extend(CurationFields, { ...ruleFields, name: z._default(z.string(), ''), id: z.optional(Id) }),
  }),
  output: z.object({
    ...Found,
    is_acting: z.boolean(),
    /** The rule that keeps it from acting; null where it acts, or where no rule does. */
    taken_by: z.nullable(
      z.object({
        /** As releases name kinds of rules. */
        source: z.enum(['curations', 'fixits', 'character-filters']),
        id: Id,
        name: z.string(),
        /** The query at that point, or the address that visitors are sent to. */
        query: z.string(),
        /** How the other curation matches the query; null for other rules. */
        match: z.nullable(z.enum(curationMatches)),
      }),
    ),
  }),
  errors: ['pageTooDeep', 'searchDown'],
  aliases: { collection_id: 'c' },
});
export type CurationPreview = OutputOf<typeof previewCuration>;

export const readCurationQueries = endpoint('POST /api/curation/queries', {
  onlyAsks: true,
  needs,
  summary:
    'Tells of the queries of a curation, before it is saved, how often visitors search for them and whether others have them',
  input: z.object({
    ...inCollection,
    id: z.optional(Id),
    queries: z
      .array(z.extend(CurationQuery, { query: z.string().check(z.maxLength(maximumCurationQueryLength)) }))
      .check(z.maxLength(maximumCurationQueries, { error: 'tooMany' })),
  }),
  /** In the order of the queries. */
  output: z.array(
    z.object({
      /** Searches in the last 30 days, in any form that it matches; null if there were no searches at all. */
      search_count: z.nullable(z.number()),
      /** Other queries of several visitors that it matches and that have no other curation, most frequent first. */
      also: z.array(z.string()),
      /** The place of an earlier query that is the same. */
      same_as: z.nullable(z.number()),
      taken_by: z.nullable(z.object({ id: Id, name: z.string() })),
      /** Another curation of the collection that a query may be for, too; null where there is none, or where it has the same query. */
      met_by: z.nullable(
        z.object({
          id: Id,
          name: z.string(),
          query: z.string(),
          /** Of the queries of this one the other acts on all (`never`), on some (`partly`), or no longer on any (`instead`). */
          acts: z.enum(['never', 'partly', 'instead']),
        }),
      ),
    }),
  ),
  aliases: { collection_id: 'c' },
});
export type CurationQueryState = OutputOf<typeof readCurationQueries>[number];

export const readFrequentQuery = endpoint('GET /api/curations/frequent-query/{c}', {
  needs,
  summary: 'Tells the most frequent query of the last 30 days that finds items and that no curation is for',
  input: z.object(inCollection),
  output: z.object({ query: z.nullable(z.string()) }),
});
