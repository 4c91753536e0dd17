import * as z from 'zod/mini';
import { firstDay, lastDay } from '#contract/days.ts';
import { Id, Moment } from '#contract/fields.ts';

export const trackedFields = {
  id: Id,
  created_at: Moment,
  /** Never the same after two changes of a row, so it tells which version of the row somebody has. */
  updated_at: Moment,
  /** The name of who changed the row last; null for somebody who is gone, and for rows from before this was kept. */
  updated_by: z.nullable(z.string()),
};

export const ruleFields = { is_active: z._default(z.boolean(), true) };

/** When something begins or ends that people plan, in epoch milliseconds. */
export const PlannedMoment = z
  .number({ error: ({ input }) => (input == null ? 'required' : 'notValid') })
  .check(z.int(), z.minimum(Date.parse(firstDay), { error: 'notValid' }), z.maximum(Date.parse(lastDay), { error: 'notValid' }));

/** Of a rule that can be turned off, and that may begin and end by itself; null for no bound. It acts from the first on, and before the second. */
export const timedRuleFields = {
  ...ruleFields,
  valid_from: z._default(z.nullable(PlannedMoment), null),
  valid_to: z._default(z.nullable(PlannedMoment), null),
};

export const switchStates = ['on', 'off'] as const;

export const idleStates = ['off', 'coming', 'ended'] as const;
export const timedStates = ['on', ...idleStates] as const;
export type TimedState = (typeof timedStates)[number];

/** Of a row that goes live later than it is saved: `waiting` for what it will be, `leaving` for being gone. */
export const rowStates = ['live', 'waiting', 'leaving'] as const;
export type RowState = (typeof rowStates)[number];
export const waitingFields = { state: z.enum(rowStates) };

/** Bounds are epoch milliseconds; null or absent for none. */
export interface Validity {
  readonly is_active?: boolean | undefined;
  readonly valid_from?: number | null | undefined;
  readonly valid_to?: number | null | undefined;
}

/** `moment` in epoch milliseconds. */
export function timedStateOf({ is_active: isActive, valid_from: from, valid_to: to }: Validity, now: number): TimedState {
  if (isActive === false) return 'off';
  if ((to ?? Infinity) <= now) return 'ended';
  return (from ?? -Infinity) > now ? 'coming' : 'on';
}

/** `began` and `ended`: an unchanged row came into force, or expired. */
export const changeKinds = ['added', 'changed', 'turnedOn', 'turnedOff', 'began', 'ended', 'deleted'] as const;
export type ChangeKind = (typeof changeKinds)[number];
