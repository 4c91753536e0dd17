/**
 * How far a field of a form has been looked at. `Validating`: the server looks at it while it is typed. `Ignored`: the form sends it, and
 * doesn't ask for it.
 */
export const fieldStatuses = ['NotValidated', 'Validating', 'Valid', 'Invalid', 'Ignored'] as const;
export type FieldStatus = (typeof fieldStatuses)[number];

interface FieldState {
  readonly isAsked: boolean;
  readonly isChecking: boolean;
  readonly isWrong: boolean;
  /** Whether anybody has looked at its value: a save, leaving the field after one, or the server. */
  readonly wasLookedAt: boolean;
}

export function fieldStatus({ isAsked, isChecking, isWrong, wasLookedAt }: FieldState): FieldStatus {
  if (!isAsked) return 'Ignored';
  if (isChecking) return 'Validating';
  if (isWrong) return 'Invalid';
  return wasLookedAt ? 'Valid' : 'NotValidated';
}
