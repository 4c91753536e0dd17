import * as z from 'zod/mini';
import { Id, Moment } from '#contract/fields.ts';

/** What every row that people keep is answered with. */
export const trackedFields = {
  id: Id,
  created_at: Moment,
  /** Never the same after two changes of a row, so it tells which version of the row somebody has. */
  updated_at: Moment,
  /** The name of who changed the row last; null for somebody who is gone, and for rows from before this was kept. */
  updated_by: z.nullable(z.string()),
};

/** Of a rule that can be turned off. One that is off does nothing. */
export const ruleFields = { is_active: z._default(z.boolean(), true) };

/** Of a row that goes live later than it is saved: `waiting` for what it will be, `leaving` for being gone. */
export const rowStates = ['live', 'waiting', 'leaving'] as const;
export type RowState = (typeof rowStates)[number];
export const waitingFields = { state: z.enum(rowStates) };
