import * as z from 'zod/mini';
import { endpoint } from '#contract/endpoint.ts';
import { Id, Moment, shortTextLength } from '#contract/fields.ts';
import { pageOf, PageQuery } from '#contract/page.ts';

/** Of so many calls of shops that went well, one is kept. Those that failed are kept beside them. */
export const sampledEvery = 20;
/** Calls of one project that failed, and those that came from nobody's session, are kept up to so many a second. */
export const keptFailuresPerSecond = 10;
export const maskedValue = '•••';

export const callRanges = { hour: 60, day: 24 * 60, week: 7 * 24 * 60 } as const;
export type CallRange = keyof typeof callRanges;
/** All calls that are kept are that young, in minutes. */
export const keptMinutes = callRanges.week;

/** Statuses from here on are failures, and from there on those of the server. */
export const firstFailure = 400;
export const firstServerFailure = 500;
export const callStatuses = ['failed', '4xx', '5xx'] as const;

const columnTypes = ['moment', 'call', 'status', 'milliseconds', 'text', 'caller'] as const;

/** The columns of the list. Labels are sentences of the console. */
export const callHeaders = [
  { name: 'time', label: 'Time', type: 'moment' },
  { name: 'call', label: 'Call', type: 'call' },
  { name: 'status', label: 'Status', type: 'status' },
  { name: 'took', label: 'Took', type: 'milliseconds' },
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
  /** Null where there was none, and once it is gone. */
  project: z.nullable(z.string()),
  /** Null for nobody's session, and once the account is deleted. */
  user: z.nullable(z.string()),
  address: z.string(),
  method: z.string(),
  path: z.string(),
  project_id: z.nullable(Id),
  user_id: z.nullable(Id),
  /** A page or a server of a shop has called, not a person of the console. */
  is_shop: z.boolean(),
  agent: z.string(),
  /** Empty where it isn't kept. */
  request_id: z.string(),
  /** What it failed with; null for a call that went well. */
  code: z.nullable(z.string()),
  /** Of the path and the query. */
  parameters: z.array(z.object({ name: z.string(), value: z.string(), is_in_path: z.boolean() })),
});
export type ApiCall = z.output<typeof ApiCall>;

const needs = 'admin';

/** Longer than any call takes. */
export const longestMilliseconds = 3_600_000;

export const listApiCalls = endpoint('GET /api/api_logs', {
  needs,
  summary: 'Lists the calls of this server, newest first, without anything that opens something',
  input: z.extend(PageQuery, {
    project_id: z.optional(Id),
    user_id: z.optional(Id),
    /** A path of the contract, or a part of several. */
    path: z._default(z.string().check(z.trim(), z.maxLength(shortTextLength)), ''),
    status: z.optional(z.enum(callStatuses)),
    /** Milliseconds. */
    slower_than: z.optional(z.coerce.number().check(z.int(), z.nonnegative(), z.maximum(longestMilliseconds))),
    range: z._default(z.enum(Object.keys(callRanges) as CallRange[]), 'hour'),
    call: z.optional(Id),
    /** None that were noted later than this one, so that pages stay as they are while calls come. */
    until: z.optional(Id),
    /** Only those that were noted later than this one. */
    after: z.optional(Id),
  }),
  output: z.extend(pageOf(ApiCall), {
    headers: z.array(CallHeader),
    /** There are more than `total_count`; narrower filters lead to them. */
    has_more: z.boolean(),
    /** The newest call there is, whatever the filters say; 0 before the first one. */
    newest_id: z.number(),
    sampled_every: z.number(),
  }),
});

const Choice = z.object({ id: Id, name: z.string() });
export type Choice = z.output<typeof Choice>;

/** Choices of one kind that are told; a server has more people than anybody scrolls through. */
export const toldChoices = 1_000;

export const listCallFilters = endpoint('GET /api/api_logs/filters', {
  needs,
  summary: 'Lists the projects and people that calls can be narrowed by',
  input: z.object({}),
  output: z.object({ projects: z.array(Choice), users: z.array(Choice) }),
});
