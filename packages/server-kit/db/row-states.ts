import { type RawBuilder, sql } from 'kysely';
import type { RowState, TimedState } from '#contract/rule-fields.ts';

type Condition = RawBuilder<boolean>;
/** What a list can be narrowed to. */
export type AskedState = RowState | TimedState;

/** Rows of a state at a moment. `waiting` is how what is saved of a row differs from what is live; null where it doesn't. */
export function rowsOfState(
  state: AskedState,
  { isTimed, waiting, now }: { readonly isTimed: boolean; readonly waiting: RawBuilder<string | null>; readonly now: number },
): Condition {
  const isOn = sql<boolean>`is_active = 1`;
  const isEnded = isTimed ? sql<boolean>`(coalesce(valid_to, ${now + 1}) <= ${now})` : sql<boolean>`(1 = 0)`;
  const isComing = isTimed ? sql<boolean>`(coalesce(valid_from, ${now}) > ${now})` : sql<boolean>`(1 = 0)`;
  const acts = sql<boolean>`(${isOn} and not ${isEnded} and not ${isComing})`;
  const conditions: Readonly<Record<AskedState, Condition>> = {
    off: sql`is_active = 0`,
    ended: sql`(${isOn} and ${isEnded})`,
    coming: sql`(${isOn} and ${isComing} and not ${isEnded})`,
    on: acts,
    live: sql`(deleted_at is null and ${waiting} is null and ${acts})`,
    waiting: sql`(deleted_at is null and ${waiting} is not null and ${acts})`,
    leaving: sql`deleted_at is not null`,
  };
  return conditions[state];
}
