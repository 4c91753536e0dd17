import * as z from 'zod/mini';
import { endpoint } from '#contract/endpoint.ts';
import { Id, Moment, shortTextLength } from '#contract/fields.ts';
import { pageOf, PageQuery } from '#contract/page.ts';

/** One of so many successful shop calls is logged; failures all, up to the next limit. */
export const sampledEvery = 20;
/** Failed and anonymous calls of one project. */
export const keptFailuresPerSecond = 10;
export const maskedValue = '•••';

export const callRanges = { hour: 60, day: 24 * 60, week: 7 * 24 * 60 } as const;
export type CallRange = keyof typeof callRanges;
export const keptMinutes = callRanges.week;

export const callers = ['shop', 'all'] as const;
export type Callers = (typeof callers)[number];

export const firstFailure = 400;
export const firstServerFailure = 500;
export const callStatuses = ['failed', '4xx', '5xx'] as const;

const columnTypes = ['moment', 'call', 'status', 'milliseconds', 'text', 'caller'] as const;

export const callHeaders = [
  { name: 'time', label: 'Time', type: 'moment' },
  { name: 'call', label: 'Call', type: 'call' },
  { name: 'status', label: 'Status', type: 'status' },
  { name: 'took', label: 'Duration', type: 'milliseconds' },
  { name: 'project', label: 'Project', type: 'text' },
  { name: 'user', label: 'User', type: 'caller' },
  { name: 'address', label: 'Address', type: 'text' },
] as const;

export const CallHeader = z.object({ name: z.string(), label: z.string(), type: z.enum(columnTypes) });
export type CallHeader = z.output<typeof CallHeader>;

export const ApiCall = z.object({
  id: Id,
  time: Moment,
  /** `GET /api/feed/{id}` */
  call: z.string(),
  status: z.number(),
  /** Milliseconds. */
  took: z.number(),
  /** Null for none, or a deleted one. */
  project: z.nullable(z.string()),
  /** Null without a session, or for a deleted account. */
  user: z.nullable(z.string()),
  address: z.string(),
  method: z.string(),
  path: z.string(),
  project_id: z.nullable(Id),
  user_id: z.nullable(Id),
  is_shop: z.boolean(),
  agent: z.string(),
  request_id: z.string(),
  code: z.nullable(z.string()),
  parameters: z.array(z.object({ name: z.string(), value: z.string(), is_in_path: z.boolean() })),
});
export type ApiCall = z.output<typeof ApiCall>;

const needs = 'admin';

const longestMilliseconds = 3_600_000;

export const exportedCalls = 10_000;

const CallFilters = z.object({
  project_id: z.optional(Id),
  user_id: z.optional(Id),
  /** A path of the contract, or a part of it. */
  path: z._default(z.string().check(z.trim(), z.maxLength(shortTextLength)), ''),
  from: z._default(z.enum(callers), 'all'),
  status: z.optional(z.enum(callStatuses)),
  /** Milliseconds. */
  slower_than: z.optional(z.coerce.number().check(z.int(), z.nonnegative(), z.maximum(longestMilliseconds))),
  range: z._default(z.enum(Object.keys(callRanges) as CallRange[]), 'hour'),
});
export type CallFilters = z.output<typeof CallFilters>;

export const listApiCalls = endpoint('GET /api/api_logs', {
  needs,
  summary: 'Lists the calls of this server, newest first, without anything that opens something',
  input: z.extend(z.extend(PageQuery, CallFilters.shape), { call: z.optional(Id) }),
  output: z.extend(pageOf(ApiCall), {
    headers: z.array(CallHeader),
    /** More than `total_count`. */
    has_more: z.boolean(),
    sampled_every: z.number(),
  }),
});

export const exportApiCalls = endpoint('GET /api/api_logs/export', {
  needs,
  summary: `The same as CSV, at most the newest ${exportedCalls}`,
  input: CallFilters,
  output: z.object({ file_name: z.string(), csv: z.string() }),
});

export const FailedCall = z.pick(ApiCall, {
  id: true,
  time: true,
  call: true,
  status: true,
  took: true,
  agent: true,
  request_id: true,
  code: true,
  parameters: true,
});
export type FailedCall = z.output<typeof FailedCall>;

export const listFailedCalls = endpoint('GET /api/failed_calls', {
  needs: 'developer',
  summary: 'Lists failed calls of the project’s shop in the last 7 days, newest first, without secrets and visitors',
  input: PageQuery,
  output: pageOf(FailedCall),
});

const Choice = z.object({ id: Id, name: z.string() });
export type Choice = z.output<typeof Choice>;

export const listCallFilters = endpoint('GET /api/api_logs/filters', {
  needs,
  summary: 'Lists the projects and people that calls can be narrowed by',
  input: z.object({}),
  output: z.object({ projects: z.array(Choice), users: z.array(Choice) }),
});
