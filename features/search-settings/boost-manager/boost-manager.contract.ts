import * as z from 'zod/mini';
import { inCollection } from '#contract/crud.ts';
import { endpoint, type OutputOf } from '#contract/endpoint.ts';
import { Id, longTextLength, requiredText } from '#contract/fields.ts';
import { fieldTypes, type FieldType } from '#contract/item.ts';
import { maximumBoost, maximumBoosts, maximumBoostValues } from '#contract/limits.ts';
import { previewEndpoint, PreviewQuery } from '#contract/preview.ts';
import { rowFileEndpoints } from '#contract/rows/row-file-endpoints.ts';
import { timedRuleFields } from '#contract/rows/rule-fields.ts';
import { CheckedPart, CheckedQuery } from '#features/search-settings/publish-gate/publish-gate.contract.ts';

const needs = 'search';

export const boostFunctions = ['logarithmic', 'linear', 'exponential'] as const;
/** Of a number: higher first, lower first; of a date: older first, newer first. */
export const boostDirections = ['rising', 'falling'] as const;

const Value = z.union([z.string().check(z.minLength(1), z.maxLength(longTextLength)), z.number(), z.boolean()], {
  error: 'fieldNotValid',
});
const Values = z.array(Value, { error: 'fieldNotValid' }).check(z.maxLength(maximumBoostValues, { error: 'tooMany' }));
const amount = { error: 'boostNotPossible' } as const;
const fullBound = { error: 'fullBoostNotPossible' } as const;

export const BoostFields = z.object({
  field: requiredText('requiredField', longTextLength),
  /** By what an item has in the field, or by how large a number it has there; of a date, by its age in whole days. */
  type: z._default(z.enum(['value', 'functional']), 'value'),
  /** Any of them. */
  value: z._default(Values, []),
  /** The whole value, or one of its words. */
  based: z._default(z.enum(['value', 'word']), 'value'),
  function: z._default(z.enum(boostFunctions), 'logarithmic'),
  operation: z._default(z.enum(['multiply', 'add']), 'multiply'),
  /** Rising, the boost is multiplied by the curve of the number; falling, the smallest numbers get all of it, and it fades to no effect. */
  direction: z._default(z.enum(boostDirections), 'rising'),
  /** Falling, numbers up to this one, or days, get all of the boost; null for those whose curve is 1 at most. */
  full_until: z._default(z.nullable(z.number(fullBound).check(z.positive(fullBound), z.maximum(maximumBoost, fullBound))), null),
  /** Multiplies, or is what the curve of the number makes an amount of. */
  boost: z.number(amount).check(z.positive(amount), z.maximum(maximumBoost, amount)),
});
export type BoostRule = z.output<typeof BoostFields>;

const hasValue = z.refine<BoostRule>(({ type, value }) => type === 'functional' || value.length > 0, {
  path: ['value'],
  error: 'requiredField',
});

/** What a language takes for one word, the server knows; a space is none anywhere. */
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
/** A row that is there already has its `id`. */
const SentBoost = z
  .extend(BoostFields, { ...timedRuleFields, value: oneOrMore, id: z.optional(Id) })
  .check(hasValue, hasWords, endsAfterStart);
export type SentBoost = z.output<typeof SentBoost>;

/** What is the same for all boosts of a collection. */
export const BoostSettingFields = z.object({
  /** Whether a field with a boost counts with the weight 1 instead of its own. */
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
  /** Of what is saved. */
  updated_at: z.optional(z.number()),
  updated_by: z.optional(z.nullable(z.string())),
});
export type Boost = z.output<typeof Boost>;

const State = z.extend(BoostSettingFields, { boosts: z.array(Boost) });

const BoostedField = z.object({
  name: z.string(),
  type: z.enum(Object.keys(fieldTypes) as [FieldType, ...FieldType[]]),
  is_boostable: z.boolean(),
  /** Customers never see it. */
  is_archived: z.boolean(),
  /** How many items of the last import have it; null where nobody counted. */
  found_count: z.nullable(z.number()),
});
export type BoostedField = z.output<typeof BoostedField>;

const Boosts = z.extend(State, {
  collection_id: Id,
  live: State,
  change_count: z.number(),
  fields: z.array(BoostedField),
  /** Of the newest change of any of them; null before the first. */
  updated_at: z.nullable(z.number()),
  updated_by: z.nullable(z.string()),
});
export type Boosts = z.output<typeof Boosts>;

export const readBoosts = endpoint('GET /api/boostify', {
  needs,
  summary: 'Reads the boosts of a collection: the draft, what is live, and the fields that they are by',
  input: z.object({ c: Id }),
  output: Boosts,
});

export const saveBoosts = endpoint('PUT /api/boostify', {
  needs,
  summary: 'Saves all boosts of a collection as its draft; with publish, the whole draft is live',
  input: z.object({
    ...settings,
    publish: z._default(z.boolean(), false),
    /** With the one that somebody began from, what others changed since then is not overwritten. */
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

/** The draft as a file. Rows are told apart by what they do, as boosts of a draft are. */
export const boostFiles = {
  name: 'boost',
  unique: ['field'],
  maximumRows: maximumBoosts,
  isOfCollection: true,
  input: BoostForm,
  flat: {},
  aliases: {
    'compared with': 'based',
    'full boost up to': 'full_until',
    active: 'is_active',
    from: 'valid_from',
    to: 'valid_to',
  },
  ...rowFileEndpoints({ path: '/api/boostify', needs, several: 'boosts of a draft', scope: inCollection }),
} as const;

export const discardBoosts = endpoint('POST /api/boostify/discard', {
  needs,
  summary: 'Takes back the draft: the boosts are those that are live',
  input: z.object({ collection_id: Id }),
  output: Boosts,
});

export const previewBoosts = previewEndpoint('/api/boostify/preview', {
  needs,
  summary: 'Answers what a query would find with boosts that nobody has saved',
  input: z.object({ ...settings, q: PreviewQuery }),
  errors: ['searchDown'],
  bodyLimitBytes: 4_000_000,
});

export const checkBoostQueries = endpoint('POST /api/boostify/check', {
  needs,
  summary: 'Compares what queries find with what they would find with boosts that nobody has published',
  input: z.extend(CheckedPart, settings),
  output: z.array(CheckedQuery),
  onlyAsks: true,
  errors: ['searchDown'],
  bodyLimitBytes: 4_000_000,
});

export const distributionBars = 24;
export const shownBoostValues = 100;

export const readDistribution = endpoint('GET /api/boostify/values', {
  needs,
  summary: 'Answers which values a field has, how often, and how its numbers, or the ages of its dates in days, are spread',
  input: z.object({
    c: Id,
    field: requiredText('requiredField', longTextLength),
    search: z._default(z.string().check(z.maxLength(longTextLength)), ''),
  }),
  output: z.object({
    item_count: z.number(),
    /** Items that have it; null where that isn't counted. */
    filled_count: z.nullable(z.number()),
    /** The most frequent ones. */
    values: z.array(z.object({ value: z.union([z.string(), z.number(), z.boolean()]), count: z.number() })),
    /** null for a field that has no numbers and no dates; of dates, ages in days. Of ten items, one has less than `low`, and one more than `high`. */
    numbers: z.nullable(
      z.object({
        minimum: z.number(),
        low: z.number(),
        middle: z.number(),
        high: z.number(),
        maximum: z.number(),
        /** All of the same width, from the minimum to `end`; the last one has what is above, too. */
        end: z.number(),
        bars: z.array(z.number()),
      }),
    ),
  }),
  errors: ['searchDown'],
});
export type Distribution = OutputOf<typeof readDistribution>;

/** What a function is made of where a field is of some type: its numbers, or how many days ago its dates are. */
const functionOf: Partial<Record<FieldType, 'number' | 'age'>> = { integer: 'number', float: 'number', date: 'age' };

export const madeOf = ({ type }: Pick<BoostedField, 'type'>): 'number' | 'age' | null => functionOf[type] ?? null;

/** Why a boost does nothing, or less than somebody thinks. */
export type BoostWarning = 'gone' | 'notBoostable' | 'notNumeric' | 'empty';

export function warningOf(boost: BoostRule, fields: readonly BoostedField[]): BoostWarning | null {
  const field = fields.find(({ name }) => name === boost.field);
  if (field === undefined) return 'gone';
  if (!field.is_boostable) return 'notBoostable';
  if (boost.type === 'functional' && madeOf(field) === null) return 'notNumeric';
  return field.found_count === 0 ? 'empty' : null;
}
