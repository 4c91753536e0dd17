import * as z from 'zod/mini';
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

export const ruleKinds = ['first', 'join', 'constant', 'none'] as const;
export const readings = ['', 'number', 'price', 'cents'] as const;

export const maximumRuleSources = 20;
const maximumNameLength = 200;
const maximumTextLength = 2000;
const maximumSeparatorLength = 20;

const FeedFieldName = z.string().check(z.minLength(1), z.maxLength(maximumNameLength));

export const FieldRule = z
  .object({
    /** `id`, a standard field or an own field. */
    to: z.string().check(z.maxLength(maximumNameLength), z.regex(/^[\p{Ll}\p{Lo}\p{N}_]+$/u, { error: 'notValid' })),
    how: z.enum(ruleKinds),
    /** In the order in which they are tried or joined. */
    from: z._default(z.array(FeedFieldName).check(z.maxLength(maximumRuleSources, { error: 'maximumLength' })), []),
    /** Separator of joined values, or the constant. White space counts. */
    text: z._default(z.string().check(z.maxLength(maximumTextLength, { error: 'maximumLength' })), ''),
    strips_html: z._default(z.boolean(), false),
    /** Splits text into a list; empty: no. */
    split_by: z._default(z.string().check(z.maxLength(maximumSeparatorLength, { error: 'maximumLength' })), ''),
    reads_as: z._default(z.enum(readings), ''),
  })
  .check(
    z.refine(({ how, from }) => how === 'constant' || how === 'none' || from.length > 0, { error: 'required', path: ['from'] }),
  );
export type FieldRule = z.output<typeof FieldRule>;

export const maximumRules = 300;
export const FieldRules = z.array(FieldRule).check(z.maxLength(maximumRules));
