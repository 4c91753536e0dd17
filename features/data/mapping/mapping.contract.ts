import * as z from 'zod/mini';
import { endpoint } from '#contract/endpoint.ts';
import { Id, Moment } from '#contract/fields.ts';
import { FieldRule, OwnMapping } from '#contract/values/field-kind.ts';

export const mappingReasons = ['', 'feedName', 'sampledValues', 'ownName', 'generatedId', 'owner'] as const;

export const FeedField = z.object({
  name: z.string(),
  count: z.number(),
  samples: z.array(z.string()),
});
export type FeedField = z.output<typeof FeedField>;

export const MappedField = z.object({
  name: z.string(),
  /** Or `id`; other fields are the shop's own. */
  is_standard: z.boolean(),
  /** In the order in which they are tried. */
  proposed: z.array(z.string()),
  reason: z.enum(mappingReasons),
  /** null uses the proposals. */
  rule: z.nullable(FieldRule),
});
export type MappedField = z.output<typeof MappedField>;

export const FeedMapping = z.object({
  /** null before the first import. */
  sampled_at: z.nullable(Moment),
  sample_count: z.number(),
  feed_fields: z.array(FeedField),
  fields: z.array(MappedField),
  left_out: z.array(z.string()),
});
export type FeedMapping = z.output<typeof FeedMapping>;

const FieldValue = z.union([z.string(), z.number(), z.boolean(), z.array(z.union([z.string(), z.number()]))]);

export const MappingPreview = z.object({
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
  summary: 'Reads which fields of a feed become which fields of its items, with samples and reasons',
  input: one,
  output: FeedMapping,
});
export const previewMapping = endpoint('POST /api/feed/{id}/mapping/preview', {
  needs,
  summary: 'Shows items as a mapping would make them of samples of the feed; saves nothing',
  input: z.extend(OwnMapping, { id: Id }),
  output: MappingPreview,
});
export const saveMapping = endpoint('PUT /api/feed/{id}/mapping', {
  needs,
  summary: 'Saves what the owner decided about the fields of a feed; the next import uses it',
  input: z.extend(OwnMapping, { id: Id }),
  output: FeedMapping,
});
export const resetMapping = endpoint('DELETE /api/feed/{id}/mapping', {
  needs,
  summary: 'Forgets what the owner decided about the fields of a feed, so that all are proposed again',
  input: one,
  output: FeedMapping,
});
