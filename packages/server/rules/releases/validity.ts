import type { StoredVersion } from './released-rows.store.ts';
import type { ReleasedRow } from './rule-source.ts';

type Bounds = Pick<ReleasedRow, 'is_active' | 'valid_from' | 'valid_to'>;
type Validity = Pick<StoredVersion, 'is_in_force' | 'changes_at'>;

/** Of a row without bounds, and of one that is tried whatever its bounds are. */
export const alwaysInForce: Validity = { is_in_force: 1, changes_at: null };

/** Whether a moment, in epoch milliseconds, is within the bounds of a row, and the next one at which that changes. */
export function validityAt({ is_active: isActive, valid_from: from, valid_to: to }: Bounds, now: number): Validity {
  const [begin, end] = [from ?? -Infinity, to ?? Infinity];
  const isInForce = begin <= now && now < end;
  // The end of a row that never begins is no change.
  const next = isActive === false ? Infinity : now < begin && begin < end ? begin : now < end ? end : Infinity;
  return { is_in_force: isInForce ? 1 : 0, changes_at: Number.isFinite(next) ? next : null };
}

/** The same for a row as it is stored. One that can't be read never changes. */
export function storedValidityAt({ content }: Pick<StoredVersion, 'content'>, now: number): Validity {
  try {
    return validityAt(JSON.parse(content) as Bounds, now);
  } catch {
    return alwaysInForce;
  }
}
