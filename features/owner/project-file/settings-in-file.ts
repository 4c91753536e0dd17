import * as z from 'zod/mini';
import { FieldRules } from '#contract/values/field-kind.ts';
import { longTextLength, requiredText } from '#contract/fields.ts';
import { type FieldType, fieldTypes } from '#contract/item.ts';
import { learnings } from '#contract/values/learning.ts';
import { mostWeight, mostWildcard } from '#contract/limits.ts';
import { CollectionInput } from '#features/data/collections/collections.contract.ts';
import { dataSources, FeedInput, defaultGuard, FeedGuard } from '#features/data/feed-settings/feed.contract.ts';
import { Caching } from '#features/developer/endpoints/endpoints.contract.ts';
import { ProjectSettings } from '#features/owner/projects/projects.contract.ts';
import {
  defaultAvailabilityMinutes,
  defaultSchedule,
  defaultScheduleTime,
  ScheduleInput,
} from '#features/data/schedules/schedules.contract.ts';

const { active: _active, ...project } = ProjectSettings.shape;
/** Values that are not in the file stay as they are. */
export const ProjectInFile = z.partial(z.object({ ...project, data_source: z.enum(dataSources) }));

const { is_cached, cache_ttl, cache_grace_period } = Caching.shape;
/** Values that are not in the file are the defaults of the endpoint. */
export const EndpointInFile = z.object({
  name: z.string(),
  is_cached: z.optional(is_cached),
  cache_ttl: z.optional(cache_ttl),
  cache_grace_period: z.optional(cache_grace_period),
});

const { relevant_rate, force_stopwords, lower_unwanted } = CollectionInput.shape;
/** Values that are not in the file stay as they are. */
export const CollectionInFile = z.object({
  relevant_rate: z.optional(relevant_rate),
  force_stopwords: z.optional(force_stopwords),
  lower_unwanted: z.optional(lower_unwanted),
  in_stock_first: z.optional(z.boolean()),
  fuses_meaning: z.optional(z.boolean()),
  learning: z.optional(z.enum(learnings)),
});

const off = z._default(z.boolean(), false);
const upTo = (max: number) =>
  z._default(
    z.number().check(z.refine((value) => value >= 0 && value <= max, { error: 'weightNotPossible', params: { max } })),
    0,
  );

export const FieldInFile = z.object({
  name: requiredText('requiredField', longTextLength),
  type: z.enum(Object.keys(fieldTypes) as [FieldType, ...FieldType[]]),
  unique_field: off,
  one_key: off,
  front_name: off,
  facet: off,
  path: off,
  archive: off,
  autocomplete: off,
  /** Not indexed, so its relevance is not in the file. */
  custom_data: off,
  searchable: off,
  weight: upTo(mostWeight),
  wildcard: upTo(mostWildcard),
  phrase_weight: upTo(mostWeight),
  user_phrase_check: off,
  boostable: off,
  fuzzy: off,
  shingle: off,
  stemmer: off,
});
export type FieldInFile = z.output<typeof FieldInFile>;

const { collection_id: _collection, ...feed } = FeedInput.shape;
export const FeedInFile = z.object({
  ...feed,
  data_source: z._default(z.enum(dataSources), 'custom_feed'),
  guard: z._default(FeedGuard, defaultGuard),
  mapping: z._default(FieldRules, []),
  schedule: z._default(z.omit(ScheduleInput, { activated: true }), {
    schedule: defaultSchedule,
    schedule_time: defaultScheduleTime,
    availability_url: '',
    availability_minutes: defaultAvailabilityMinutes,
  }),
});
export type FeedInFile = z.output<typeof FeedInFile>;
