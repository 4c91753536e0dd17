import { madeOf } from './boost-checks.ts';
import type { BoostedField, BoostRule } from './boost-manager.contract.ts';

/** Why a boost does nothing, or less than somebody thinks. */
export type BoostWarning = 'gone' | 'notBoostable' | 'notNumeric' | 'empty';

export function warningOf(boost: BoostRule, fields: readonly BoostedField[]): BoostWarning | null {
  const field = fields.find(({ name }) => name === boost.field);
  if (field === undefined) return 'gone';
  if (!field.is_boostable) return 'notBoostable';
  if (boost.type === 'functional' && madeOf(field) === null) return 'notNumeric';
  return field.found_count === 0 ? 'empty' : null;
}
