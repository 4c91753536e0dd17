import type * as z from 'zod/mini';
import type { RecordFormState } from '#ui/form/record-form.ts';
import type { BoostForm } from '#features/search-settings/boost-manager/boost-manager.contract.ts';

export type BoostValues = z.output<typeof BoostForm>;
export type BoostFormState = RecordFormState<typeof BoostForm>;

export const blankBoost: BoostValues = {
  field: '',
  type: 'value',
  value: [],
  based: 'value',
  function: 'logarithmic',
  operation: 'multiply',
  direction: 'rising',
  full_until: null,
  boost: 2,
  is_active: true,
  valid_from: null,
  valid_to: null,
};
