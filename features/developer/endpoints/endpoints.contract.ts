import * as z from 'zod/mini';
import { endpoint } from '#contract/endpoint.ts';
import { Id, Moment } from '#contract/fields.ts';
import { maximumGraceSeconds, maximumTtlSeconds } from '#contract/limits.ts';

const seconds = (max: number) =>
  z.number({ error: 'requiredField' }).check(
    z.refine((value) => Number.isInteger(value) && value >= 0 && value <= max, {
      error: 'notBetween',
      params: { min: 0, max },
    }),
  );

export const Caching = z.object({
  is_cached: z.boolean(),
  /** In seconds: an answer is fresh for so long. */
  cache_ttl: seconds(maximumTtlSeconds),
  /** In seconds: then it is given for so long while it is made again. */
  cache_grace_period: seconds(maximumGraceSeconds),
});
export type Caching = z.output<typeof Caching>;

/** Calls, and how many of them were answered by what was made before. */
const Calls = z.object({ calls: z.number(), hits: z.number() });

export const EndpointConfiguration = z.extend(Caching, {
  id: Id,
  path: z.string(),
  method: z.string(),
  request_method: z.enum(['GET', 'POST']),
  class_name: z.string(),
  tag: z.string(),
  /** Writes are never cached, nor is what is made of other calls. */
  is_cacheable: z.boolean(),
  last_hour: Calls,
  last_day: Calls,
  /** Null as long as it is as usual. */
  updated_at: z.nullable(Moment),
  updated_by: z.nullable(z.string()),
});
export type EndpointConfiguration = z.output<typeof EndpointConfiguration>;

const needs = 'developer';

export const listEndpoints = endpoint('GET /api/endpoints/configurations', {
  needs,
  summary: 'Lists the endpoints that shops call, how long their answers are kept, and how often they were called',
  output: z.array(EndpointConfiguration),
  beside: z.object({
    payload: z.object({
      endpoint_configurations: z.array(EndpointConfiguration),
      /** Calls are counted from this moment on, where that is less than a day ago. */
      counted_since: z.nullable(Moment),
      /** How many calls a second of one visitor, and of the whole shop, are answered. */
      visitor_calls_per_second: z.number(),
      project_calls_per_second: z.number(),
    }),
  }),
});

export const readEndpoint = endpoint('GET /api/endpoints/configuration/{id}', {
  needs,
  summary: 'Reads how long the answers of an endpoint are kept',
  input: z.object({ id: Id }),
  output: EndpointConfiguration,
  beside: z.object({ payload: z.object({ endpoint_configuration: EndpointConfiguration }) }),
});

export const updateEndpoint = endpoint('PUT /api/endpoints/configuration/{id}', {
  needs,
  summary: 'Sets how long the answers of an endpoint are kept, and purges those that are',
  input: z.extend(Caching, {
    id: Id,
    updated_at: z.optional(z.nullable(Moment)),
  }),
  output: EndpointConfiguration,
  beside: z.object({ payload: z.object({ endpoint_configuration: EndpointConfiguration }) }),
  errors: ['changedMeanwhile', 'neverCached'],
});

export const purgeEndpoints = endpoint('DELETE /api/endpoints/cache', {
  needs,
  summary: 'Purges all answers that are kept for the shop',
});
