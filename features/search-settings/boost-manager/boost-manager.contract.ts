import * as z from 'zod/mini';
import { endpoint, type OutputOf } from '#contract/endpoint.ts';
import { Id, longTextLength, requiredText } from '#contract/fields.ts';
import { fieldTypes, type FieldType } from '#contract/item.ts';
import { maximumBoost, maximumBoosts, maximumBoostValues } from '#contract/limits.ts';
import { previewEndpoint, PreviewQuery } from '#contract/preview.ts';
import { timedRuleFields } from '#contract/rows/rule-fields.ts';

const needs = 'search';

export const boostFunctions = ['logarithmic', 'linear', 'exponential'] as const;
/** Rising puts higher numbers and older dates first. */
export const boostDirections = ['rising', 'falling'] as const;

const Value = z.union([z.string().check(z.minLength(1), z.maxLength(longTextLength)), z.number(), z.boolean()], {
  error: 'fieldNotValid',
});
const Values = z.array(Value, { error: 'fieldNotValid' }).check(z.maxLength(maximumBoostValues, { error: 'tooMany' }));
const amount = { error: 'boostNotPossible' } as const;
const fullBound = { error: 'fullBoostNotPossible' } as const;

export const BoostFields = z.object({
  field: requiredText('requiredField', longTextLength),
  /** By value, or by a number; of a date, its age in whole days. */
  type: z._default(z.enum(['value', 'functional']), 'value'),
  value: z._default(Values, []),
  based: z._default(z.enum(['value', 'word']), 'value'),
  function: z._default(z.enum(boostFunctions), 'logarithmic'),
  operation: z._default(z.enum(['multiply', 'add']), 'multiply'),
  /** Rising multiplies the boost by the curve of the number; falling gives it to the smallest numbers, and fades. */
  direction: z._default(z.enum(boostDirections), 'rising'),
  /** Falling: up to this number, or age in days, the boost is full. */
  full_until: z._default(z.nullable(z.number(fullBound).check(z.positive(fullBound), z.maximum(maximumBoost, fullBound))), null),
  boost: z.number(amount).check(z.positive(amount), z.maximum(maximumBoost, amount)),
});
export type BoostRule = z.output<typeof BoostFields>;

const hasValue = z.refine<BoostRule>(({ type, value }) => type === 'functional' || value.length > 0, {
  path: ['value'],
  error: 'requiredField',
});

const hasWords = z.refine<BoostRule>(
  ({ type, based, value }) => type === 'functional' || based === 'value' || value.every((one) => !/\s/.test(String(one).trim())),
  { path: ['value'], error: 'oneWord' },
);

const endsAfterStart = z.refine<{ valid_from: number | null; valid_to: number | null }>(
  ({ valid_from: from, valid_to: to }) => from === null || to === null || to > from,
  { path: ['valid_to'], error: 'endsBeforeStart' },
);

export const BoostForm = z.extend(BoostFields, timedRuleFields).check(hasValue, hasWords, endsAfterStart);

const oneOrMore = z.pipe(
  z.transform((value) => (Array.isArray(value) || value === undefined ? value : [value])),
  BoostFields.shape.value,
);
const SentBoost = z
  .extend(BoostFields, { ...timedRuleFields, value: oneOrMore, id: z.optional(Id) })
  .check(hasValue, hasWords, endsAfterStart);
export type SentBoost = z.output<typeof SentBoost>;

export const BoostSettingFields = z.object({
  /** A boosted field has the weight 1. */
  overrides_relevance: z.boolean(),
});
export type BoostSettings = z.output<typeof BoostSettingFields>;

const settings = {
  ...BoostSettingFields.shape,
  collection_id: Id,
  boosts: z.array(SentBoost).check(z.maxLength(maximumBoosts, { error: 'tooMany' })),
};

const Boost = z.extend(BoostFields, {
  ...timedRuleFields,
  id: Id,
  updated_at: z.optional(z.number()),
  updated_by: z.optional(z.nullable(z.string())),
});
export type Boost = z.output<typeof Boost>;

const State = z.extend(BoostSettingFields, { boosts: z.array(Boost) });

const BoostedField = z.object({
  name: z.string(),
  type: z.enum(Object.keys(fieldTypes) as [FieldType, ...FieldType[]]),
  is_boostable: z.boolean(),
  is_archived: z.boolean(),
  /** Of the last import; null if unknown. */
  found_count: z.nullable(z.number()),
});
export type BoostedField = z.output<typeof BoostedField>;

const Boosts = z.extend(State, {
  collection_id: Id,
  live: State,
  change_count: z.number(),
  fields: z.array(BoostedField),
  /** The switch of Relevance tuning. */
  in_stock_first: z.boolean(),
  updated_at: z.nullable(z.number()),
  updated_by: z.nullable(z.string()),
});
export type Boosts = z.output<typeof Boosts>;

export const readBoosts = endpoint('GET /api/boostify', {
  needs,
  summary: 'Reads the boosts of a collection: the draft, the live ones, and the fields',
  input: z.object({ c: Id }),
  output: Boosts,
});

export const saveBoosts = endpoint('PUT /api/boostify', {
  needs,
  summary: 'Saves all boosts of a collection as its draft; with publish, the whole draft is live',
  input: z.object({
    ...settings,
    publish: z._default(z.boolean(), false),
    /** Of the version that was edited, so that later changes by others aren't overwritten. */
    updated_at: z.optional(z.nullable(z.number())),
  }),
  output: Boosts,
  errors: [
    'alreadyUsed',
    'changedMeanwhile',
    'tooMany',
    'boostNotPossible',
    'fullBoostNotPossible',
    'fieldNotBoostable',
    'fieldWithoutNumbers',
    'oneWord',
  ],
  bodyLimitBytes: 4_000_000,
});

export const boostKind = { name: 'boost', unique: ['field'], maximumRows: maximumBoosts, isOfCollection: true } as const;

export const discardBoosts = endpoint('POST /api/boostify/discard', {
  needs,
  summary: 'Discards the draft',
  input: z.object({ collection_id: Id }),
  output: Boosts,
});

export const previewBoosts = previewEndpoint('/api/boostify/preview', {
  needs,
  summary: 'Searches with unsaved boosts',
  input: z.object({ ...settings, q: PreviewQuery }),
  errors: ['searchDown'],
  bodyLimitBytes: 4_000_000,
});

export const readFieldValues = endpoint('GET /api/boostify/values', {
  needs,
  summary: 'Lists the most frequent values of a field',
  input: z.object({
    c: Id,
    field: requiredText('requiredField', longTextLength),
    search: z._default(z.string().check(z.maxLength(longTextLength)), ''),
  }),
  output: z.object({
    values: z.array(z.object({ value: z.union([z.string(), z.number(), z.boolean()]), count: z.number() })),
  }),
  errors: ['searchDown'],
});
export type FieldValues = OutputOf<typeof readFieldValues>;

const functionOf: Partial<Record<FieldType, 'number' | 'age'>> = { integer: 'number', float: 'number', date: 'age' };

export const madeOf = ({ type }: Pick<BoostedField, 'type'>): 'number' | 'age' | null => functionOf[type] ?? null;

export type BoostWarning = 'gone' | 'notBoostable' | 'notNumeric' | 'empty';

export function warningOf(boost: BoostRule, fields: readonly BoostedField[]): BoostWarning | null {
  const field = fields.find(({ name }) => name === boost.field);
  if (field === undefined) return 'gone';
  if (!field.is_boostable) return 'notBoostable';
  if (boost.type === 'functional' && madeOf(field) === null) return 'notNumeric';
  return field.found_count === 0 ? 'empty' : null;
}
