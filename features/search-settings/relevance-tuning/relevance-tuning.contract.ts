import * as z from 'zod/mini';
import { endpoint, type OutputOf } from '#contract/endpoint.ts';
import { between } from '#contract/rows/form-rules.ts';
import { Id } from '#contract/fields.ts';
import { fieldTypes, type FieldType } from '#contract/item.ts';
import { learnings } from '#contract/values/learning.ts';
import { mostWeight, mostWildcard } from '#contract/limits.ts';
import { previewEndpoint, PreviewQuery } from '#contract/preview.ts';
import { maximumIndexedFields, relevantRates } from '#features/data/collections/collections.contract.ts';
import { CheckedPart, CheckedQuery, Expected } from '#features/search-settings/publish-gate/publish-gate.contract.ts';

const needs = 'search';
const typeNames = Object.keys(fieldTypes) as [FieldType, ...FieldType[]];

/** Callers know some flags as texts: `1` is on. */
const TextFlag = z.enum(['0', '1']);
const Flag = z.union([z.boolean(), TextFlag]);
const upTo = (max: number) => z.number().check(between(0, max));

const tuning = {
  searchable: z.boolean(),
  weight: z.number(),
  /** The weight of a prefix relative to the whole word; 0 turns prefixes off. */
  wildcard: z.number(),
  /** Extra weight of neighbouring words; 0 is none. */
  phrase_weight: z.number(),
  /** Whether only the words of known phrases get it. */
  user_phrase_check: TextFlag,
  boostable: z.boolean(),
  fuzzy: z.boolean(),
  shingle: z.boolean(),
  stemmer: z.boolean(),
};

export const RelevanceField = z.object({
  id: Id,
  collection_id: Id,
  field_name: z.string(),
  type: z.enum(typeNames),
  ...tuning,
  boosts: z.array(z.looseObject({ id: Id })),
  /** How many items of the last import have it; null if that wasn't counted. */
  found_count: z.nullable(z.number()),
  /** Kept for the owner: never searched, though boosts may use it. */
  is_archived: z.boolean(),
  /** Whether the engine indexes its values as facets, which boosts need. */
  is_counted: z.boolean(),
  is_long: z.boolean(),
  /** How the live generation indexes its words; null before there is one. */
  built: z.nullable(z.object({ searchable: z.boolean(), stemmer: z.boolean() })),
});
export type RelevanceField = z.output<typeof RelevanceField>;

const FieldInput = z.object({
  id: Id,
  searchable: Flag,
  weight: upTo(mostWeight),
  wildcard: upTo(mostWildcard),
  phrase_weight: upTo(mostWeight),
  user_phrase_check: Flag,
  boostable: Flag,
  fuzzy: Flag,
  shingle: Flag,
  stemmer: Flag,
});
export type FieldInput = z.output<typeof FieldInput>;

const settings = {
  collection_id: Id,
  relevant_rate: z.literal(relevantRates),
  /** Ranks items out of stock after comparable ones. Unset keeps the saved value. */
  in_stock_first: z.optional(z.boolean()),
  /** Ranks by words and meaning together. Unset keeps the saved value. */
  fuses_meaning: z.optional(z.boolean()),
  /** How far visitors' choices move items. Unset keeps the saved value. */
  learning: z.optional(z.enum(learnings)),
  /** Fields that aren't sent stay as they are. */
  fields: z.array(FieldInput).check(z.maxLength(maximumIndexedFields)),
};

export const RelevanceBeside = z.object({
  relevant_rate: z.literal(relevantRates),
  in_stock_first: z.boolean(),
  fuses_meaning: z.boolean(),
  learning: z.enum(learnings),
  /** The collection has a field of stock to rank by. */
  has_stock: z.boolean(),
  /** The collection is searched by meaning, too. */
  has_meaning: z.boolean(),
  item_count: z.number(),
  language: z.string(),
  has_stemmer: z.boolean(),
  updated_at: z.number(),
  updated_by: z.nullable(z.string()),
  release: z.number(),
  /** The defaults of the fields; null while the engine is down. */
  defaults: z.nullable(z.array(z.object({ id: Id, ...tuning }))),
});
export type RelevanceBeside = z.output<typeof RelevanceBeside>;

const answer = { output: z.array(RelevanceField), beside: RelevanceBeside };

export const readRelevance = endpoint('GET /api/relevance_tuning', {
  needs,
  summary: 'Lists the indexed fields of a collection with how they are searched',
  input: z.object({ id: Id }),
  ...answer,
});

export const saveRelevance = endpoint('PUT /api/relevance_tuning', {
  needs,
  summary: 'Saves how the fields of a collection are searched; live at once',
  /** With the `updated_at` of the version that was edited, later changes by others are not overwritten. */
  input: z.object({ ...settings, updated_at: z.optional(z.nullable(z.number())), expected: z.optional(Expected) }),
  ...answer,
  errors: ['nothingSearched', 'changedMeanwhile', 'notFound'],
});

export const previewRelevance = previewEndpoint('/api/relevance_tuning/preview', {
  needs,
  summary: 'What a query would find with settings that are not saved, beside what it finds',
  input: z.object({ ...settings, q: PreviewQuery }),
  errors: ['nothingSearched', 'notFound', 'searchDown'],
});

export const maximumCountedWords = 8;

export const countMatches = endpoint('POST /api/relevance_tuning/matches', {
  needs,
  summary: 'Counts the items with each number of words of a query, with settings that are not saved',
  onlyAsks: true,
  input: z.object({ ...settings, q: PreviewQuery }),
  output: z.object({
    /** With at least one word of the query, with two and so on. Empty for a redirect, and beyond `maximumCountedWords`. */
    counts: z.array(z.number()).check(z.maxLength(maximumCountedWords)),
    /** Words that an item needs to be found; fewer than by the match rate if few items have so many. */
    needed: z.number(),
  }),
  errors: ['nothingSearched', 'notFound', 'searchDown'],
});
export type CountedMatches = OutputOf<typeof countMatches>;

export const checkRelevance = endpoint('POST /api/relevance_tuning/check', {
  needs,
  summary: 'Compares what queries find with what they would find with settings that are not saved',
  input: z.extend(CheckedPart, settings),
  output: z.array(CheckedQuery),
  onlyAsks: true,
  errors: ['nothingSearched', 'notFound', 'searchDown'],
});
