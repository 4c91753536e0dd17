import * as z from 'zod/mini';
import { endpoint } from '#contract/endpoint.ts';
import { Id } from '#contract/fields.ts';
import { FieldRules, maximumRules } from '#contract/values/field-kind.ts';

export const FeedMapping = z.object({
  sample_count: z.number(),
  feed_fields: z.array(z.object({ name: z.string(), samples: z.array(z.string()) })),
  /** Other fields are as proposed. */
  rules: FieldRules,
});
export type FeedMapping = z.output<typeof FeedMapping>;

export const MappedField = z.object({
  name: z.string(),
  /** In the order in which they are read. */
  sources: z.array(z.string()),
  reason: z.enum(['', 'feedName', 'sampledValues', 'ownName', 'generatedId', 'owner']),
});
export type MappedField = z.output<typeof MappedField>;

const FieldValue = z.union([z.string(), z.number(), z.boolean(), z.array(z.union([z.string(), z.number()]))]);

export const MappingPreview = z.object({
  fields: z.array(MappedField),
  /** From the beginning, the middle and the end of the samples. */
  items: z.array(z.object({ id: z.string(), fields: z.record(z.string(), FieldValue) })),
  bad_count: z.number(),
  sample_count: z.number(),
  problems: z.array(z.object({ field: z.string(), reason: z.string(), count: z.number() })),
});
export type MappingPreview = z.output<typeof MappingPreview>;

const one = z.object({ id: Id });
const needs = 'data';

export const readMapping = endpoint('GET /api/feed/{id}/mapping', {
  needs,
  summary: 'Reads the mapping rules of a feed, and its fields with samples',
  input: one,
  output: FeedMapping,
});
export const previewMapping = endpoint('POST /api/feed/{id}/mapping/preview', {
  needs,
  summary: 'Shows the item fields and items that a mapping makes of samples of the feed; saves nothing',
  input: z.extend(one, { rules: FieldRules }),
  output: MappingPreview,
});
export const saveMapping = endpoint('PUT /api/feed/{id}/mapping', {
  needs,
  summary: 'Adds, replaces and removes mapping rules of a feed; the next import uses them',
  input: z.extend(one, {
    rules: FieldRules,
    /** Item fields that go back to the proposal. */
    removed: z._default(z.array(z.string()).check(z.maxLength(maximumRules)), []),
  }),
  output: FeedMapping,
  errors: ['tooMany'],
});
