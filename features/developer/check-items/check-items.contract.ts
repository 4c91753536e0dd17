import * as z from 'zod/mini';
import { chosenRows, crud, inCollection } from '#contract/crud.ts';
import { endpoint, type OutputOf } from '#contract/endpoint.ts';
import { Id, Moment, requiredText } from '#contract/fields.ts';
import { maximumCheckedQueryLength, maximumCheckItems, maximumItemIdLength } from '#contract/limits.ts';

const needs = 'developer';
const mostAbove = 1_000_000;
const wrongPlace = { error: 'notBetween', params: { min: 0, max: mostAbove } } as const;

const AlertAbove = z
  .number({ error: 'requiredField' })
  .check(z.refine((value) => Number.isInteger(value) && value >= 0 && value <= mostAbove, wrongPlace));

export const CheckItemInput = z.object({
  elastic_item_id: requiredText('requiredField', maximumItemIdLength),
  term: requiredText('requiredField', maximumCheckedQueryLength),
  /** A place above this is an alert, and so is none; 0 only records. */
  alert_above: z._default(AlertAbove, 0),
});
export type CheckItemInput = z.output<typeof CheckItemInput>;

/** The query doesn't find it, finds it too far down, or leads to an address; or the collection lacks the item. */
export const checkOutcomes = ['found', 'missing', 'deep', 'redirected', 'gone'] as const;
export type CheckOutcome = (typeof checkOutcomes)[number];

export const checkCauses = ['release', 'import', 'night', 'hand'] as const;
export type CheckCause = (typeof checkCauses)[number];

/** An item is on alert where its place is above what people want, or where it has none. Above 0 means that it is only recorded. */
export const isOnAlert = (position: number | null, alertAbove: number): boolean =>
  alertAbove > 0 && (position === null || position > alertAbove);

/** From 1; null for none. */
const Position = z.nullable(z.number());

export const listedChecks = 30;

export const checkItems = crud({
  name: 'check item',
  paths: { list: '/api/checkitems', create: '/api/checkitem', one: '/api/checkitem/{id}' },
  needs,
  input: CheckItemInput,
  shown: {
    collection_id: Id,
    /** The fields by which people know the item; null where the collection hasn't such an item, or can't be asked now. */
    item: z.nullable(z.looseObject({ id: z.string() })),
    /** Of the last check; null as long as there was none. */
    outcome: z.nullable(z.enum(checkOutcomes)),
    position: Position,
    total_count: z.nullable(z.number()),
    /** Places up since the check before, below 0 for down; null where one of both had none. */
    change: z.nullable(z.number()),
    is_alert: z.boolean(),
    is_checking: z.boolean(),
    checked_at: z.nullable(Moment),
    /** The last ones, oldest first. */
    history: z.array(z.object({ at: Moment, position: Position })).check(z.maxLength(listedChecks)),
  },
  scope: inCollection,
  sorts: ['term', 'position'],
  unique: ['term', 'elastic_item_id'],
  maximumRows: maximumCheckItems,
});
export type CheckItem = OutputOf<typeof checkItems.read>;

export const Check = z.object({
  at: Moment,
  outcome: z.enum(checkOutcomes),
  position: Position,
  total_count: z.number(),
  cause: z.enum(checkCauses),
  release: z.number(),
});
export type Check = z.output<typeof Check>;

export const readCheckHistory = endpoint('GET /api/checkitem/{id}/history', {
  needs,
  summary: 'Lists the places that a check item had, oldest first, and what each was checked for',
  input: z.object({ id: Id }),
  output: z.array(Check),
});

export const checkNow = endpoint('POST /api/checkitems/check', {
  needs,
  summary: 'Asks for check items of a collection to be checked now, in the background: all, or the chosen ones',
  input: z.object({ ...inCollection, ids: z.optional(chosenRows.ids) }),
  output: z.object({ count: z.number() }),
});

export const readPlace = endpoint('GET /api/checkitems/place', {
  needs,
  summary: 'Tells on which place an item is for a query now, and whether that is watched already',
  input: z.object({
    ...inCollection,
    elastic_item_id: z.string().check(z.maxLength(maximumItemIdLength)),
    term: z.string().check(z.maxLength(maximumCheckedQueryLength)),
  }),
  output: z.object({
    item: z.nullable(z.looseObject({ id: z.string() })),
    outcome: z.enum(checkOutcomes),
    position: Position,
    total_count: z.number(),
    /** The check item that watches it. */
    watched_by: z.nullable(Id),
  }),
  errors: ['searchDown'],
});

export const mostProposals = 3;

export const readProposals = endpoint('GET /api/checkitems/proposals', {
  needs,
  summary: 'Proposes items to watch: what customers click most of what frequent queries find, otherwise what comes first',
  input: z.object(inCollection),
  output: z
    .array(z.object({ term: z.string(), elastic_item_id: z.string(), name: z.string() }))
    .check(z.maxLength(mostProposals)),
  errors: ['searchDown'],
});

export const countAlerts = endpoint('GET /api/checkitems/alerts', {
  needs,
  summary: 'Counts the check items of the project that are on alert',
  output: z.object({ count: z.number() }),
});
