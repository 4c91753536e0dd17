import type { TimedState } from './rule-fields.ts';

/** Of a rule: whether it is on, and its bounds in epoch milliseconds; null, or nothing, for none. */
export interface Validity {
  readonly is_active?: boolean | undefined;
  readonly valid_from?: number | null | undefined;
  readonly valid_to?: number | null | undefined;
}

/** Whether a rule acts at a moment, in epoch milliseconds, or why it doesn't. */
export function timedStateOf({ is_active: isActive, valid_from: from, valid_to: to }: Validity, now: number): TimedState {
  if (isActive === false) return 'off';
  if ((to ?? Infinity) <= now) return 'ended';
  return (from ?? -Infinity) > now ? 'coming' : 'on';
}
