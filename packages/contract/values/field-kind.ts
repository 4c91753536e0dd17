import type * as z from 'zod/mini';
import { PlannedMoment } from '#contract/rows/rule-fields.ts';

export type FieldKind = 'list' | 'number' | 'moment' | 'truth' | 'text';

/** Looks through defaults, optional and nullable. */
export function fieldKind(schema: z.core.$ZodType): FieldKind {
  const { def } = (schema as z.core.$ZodTypes)._zod;
  if (schema === PlannedMoment) return 'moment';
  if (def.type === 'default' || def.type === 'nullable' || def.type === 'optional') return fieldKind(def.innerType);
  if (def.type === 'array') return 'list';
  if (def.type === 'boolean') return 'truth';
  if (def.type === 'number' || (def.type === 'literal' && def.values.every((value) => typeof value === 'number')))
    return 'number';
  return 'text';
}

export function numberBounds(schema: z.core.$ZodType): { readonly min?: number; readonly max?: number } {
  const { def } = (schema as z.core.$ZodTypes)._zod;
  if (def.type === 'default' || def.type === 'nullable' || def.type === 'optional') return numberBounds(def.innerType);
  const checks = def.type === 'number' ? (def.checks ?? []).map((check) => (check as z.core.$ZodChecks)._zod.def) : [];
  const least = checks.find((check) => check.check === 'greater_than');
  const most = checks.find((check) => check.check === 'less_than');
  return { ...(least && { min: Number(least.value) }), ...(most && { max: Number(most.value) }) };
}

export function emptyField(schema: z.core.$ZodType): unknown {
  const { def } = (schema as z.core.$ZodTypes)._zod;
  if (def.type === 'default') return def.defaultValue;
  return { list: [], number: '', moment: null, truth: false, text: '' }[fieldKind(schema)];
}
